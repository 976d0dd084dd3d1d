import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { Controller } from 'react-hook-form'
import { useText } from '../../../lib/i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { JsonInput } from '../../../ui/json-input.tsx'

type JsonFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> = {
  control: Control<Values>
  name: Name
  label: string
  hint?: string
  /** What an entry looks like; a button puts it into an empty field. */
  template: string
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
      render={({ field: { ref: _ref, name: _name, value, ...field }, fieldState }) => (
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
                onClick={() => field.onChange(template)}
              >
                {t('template')}
              </Button>
            )
          }
        >
          {(parts) => <JsonInput {...field} {...parts} value={value} rows={3} placeholder={template} />}
        </Field>
      )}
    />
  )
}
