import type { Control, FieldPath, FieldValues, PathValue } from 'react-hook-form'
import { Controller } from 'react-hook-form'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { JsonInput } from '../../../ui/json-input.tsx'

const templates = {
  mapping: '{\n  "gpt-5": "gpt-5-mini"\n}',
  statusMapping: '{\n  "400": "500"\n}',
  override: '{\n  "temperature": 0\n}',
  setting: '{\n  "force_format": true,\n  "proxy": "socks5://user:password@host:1080"\n}',
}

type JsonFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> = {
  control: Control<Values>
  name: Name
  label: string
  hint?: string
  /** What an entry looks like; a button puts it into an empty field. */
  template: keyof typeof templates
}

/** JSON text with its fault below it, and a template to begin with. */
export function JsonField<Values extends FieldValues, Name extends FieldPath<Values>>({
  control,
  name,
  label,
  hint,
  template,
}: JsonFieldProps<Values, Name>) {
  const t = useText('channels')
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { ref: _ref, name: _name, ...field }, fieldState }) => {
        const value: PathValue<Values, Name> = field.value
        return (
          <Field
            label={label}
            hint={hint}
            error={fieldState.error?.message}
            aside={
              value === '' && (
                <Button
                  size="sm"
                  variant="link"
                  aria-label={t('templateFor', { name: label })}
                  onClick={() => field.onChange(templates[template])}
                >
                  {t('template')}
                </Button>
              )
            }
          >
            {(parts) => <JsonInput {...field} {...parts} rows={3} placeholder={templates[template]} />}
          </Field>
        )
      }}
    />
  )
}
