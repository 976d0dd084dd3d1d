import type { ReactNode } from 'react'
import { type Control, Controller, type ControllerRenderProps, type FieldPath, type FieldValues } from 'react-hook-form'
import { Field, type FieldControl } from './field.tsx'

type FormFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> = {
  control: Control<Values>
  name: Name
  label: ReactNode
  hint?: ReactNode
  required?: boolean
  optional?: boolean
  aside?: ReactNode
  inline?: boolean
  className?: string
  children: (field: ControllerRenderProps<Values, Name> & FieldControl) => ReactNode
}

/**
 * A field of a react-hook-form form, with its error:
 * `<FormField control={form.control} name="name" label={t('name')} required>{(field) => <Input {...field} />}</FormField>`.
 * Controls that take no `ref` or `name` get what they need: `{({ id, value, onChange }) => <Switch ... />}`.
 */
export function FormField<Values extends FieldValues, Name extends FieldPath<Values>>({
  control,
  name,
  children,
  ...rest
}: FormFieldProps<Values, Name>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Field {...rest} error={fieldState.error?.message}>
          {(parts) => children({ ...field, ...parts })}
        </Field>
      )}
    />
  )
}
