import { Braces } from 'lucide-react'
import type { DrawnKey } from '#contract/options.ts'
import { useText } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { optionExamples } from './option-examples.ts'

export type JsonOptionInputProps = {
  option: DrawnKey
  value: string
  onChange(text: string): void
  onBlur(): void
  id: string
  disabled: boolean
  'aria-invalid': boolean
  'aria-describedby': string
}

/** Structured text; its fault stands below it. */
export function JsonOptionInput({ option, value, onChange, ...props }: JsonOptionInputProps) {
  const t = useText('entries')
  const formatted = formatJson(value)
  return (
    <div className="grid gap-1.5">
      <Textarea
        {...props}
        value={value}
        spellCheck={false}
        placeholder={optionExamples[option]}
        onChange={(event) => onChange(event.target.value)}
        className="font-mono text-[13px]"
      />
      {formatted !== undefined && formatted !== value && (
        <Button size="sm" className="justify-self-start" disabled={props.disabled} onClick={() => onChange(formatted)}>
          <Braces aria-hidden />
          {t('jsonFormat')}
        </Button>
      )}
    </div>
  )
}

const formatJson = (text: string): string | undefined => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return undefined
  }
}
