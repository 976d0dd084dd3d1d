import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { isJson, JsonInput } from '../../../ui/json-input.tsx'
import { toolsOf } from '../request-body.ts'

const example = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'The weather in a city',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  },
]

/** The functions that models may call. */
export function ToolsField({ value, onChange }: { value: string; onChange(text: string): void }) {
  const t = useText('playground')
  const isWrong = isJson(value) && toolsOf(value) === undefined
  return (
    <Field label={t('tools')} hint={t('toolsHint')} error={isWrong ? t('toolsWrong') : undefined}>
      {(control) => (
        <div className="grid gap-1.5">
          <JsonInput {...control} value={value} onChange={onChange} rows={4} />
          {value.trim() === '' && (
            <Button size="sm" className="justify-self-start" onClick={() => onChange(JSON.stringify(example, null, 2))}>
              {t('toolsExample')}
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}
