import { type FocusEvent, type ReactNode, useEffect } from 'react'
import { Controller, type ControllerRenderProps, type FieldPath, type FieldValues } from 'react-hook-form'
import { type Area, wordOf } from '../lib/i18n.ts'
import { type FormControl, isRequired } from '../lib/record-form.ts'
import { DateTimeInput } from './date-time-input.tsx'
import { Field, type FieldControl } from './field.tsx'
import { Input } from './input.tsx'
import { MoneyInput } from './money-input.tsx'
import { NumberInput } from './number-input.tsx'
import { PasswordInput } from './password-input.tsx'
import { Switch } from './switch.tsx'
import { Textarea } from './textarea.tsx'
import type { RecordEdit } from './use-record-form.ts'

type Drawn<Values extends FieldValues, Name extends FieldPath<Values>> = ControllerRenderProps<Values, Name> &
  FieldControl

type RecordFieldProps<Row, Body, A extends Area, Values extends FieldValues, Name extends FieldPath<Values>> = {
  edit: RecordEdit<Row, Body, A, Values>
  name: Name
  /** In place of its own. */
  label?: ReactNode
  hint?: ReactNode
  /** Where that depends on other fields; what is missing is said by the rule of all together. */
  required?: boolean
  optional?: boolean
  disabled?: boolean
  aside?: ReactNode
  className?: string
  /** What differs from how its control is usually drawn. */
  children?: (field: Drawn<Values, Name>) => ReactNode
}

/**
 * A field of a record's form with its error, drawn by what its entry says: `<RecordField edit={edit} name="quota" />`.
 * Controls that take no `ref` or `name` get what they need: `{({ ref: _ref, name: _name, ...field }) => …}`.
 */
export function RecordField<Row, Body, A extends Area, Values extends FieldValues, Name extends FieldPath<Values>>({
  edit,
  name,
  label,
  hint,
  children,
  disabled,
  required = false,
  ...rest
}: RecordFieldProps<Row, Body, A, Values, Name>) {
  const entry = edit.description.entries[name]
  const { drawn: shown } = edit
  useEffect(() => {
    const names = shown.current
    names.add(name)
    return () => void names.delete(name)
  }, [shown, name])
  return (
    <Controller
      control={edit.form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Field
          {...rest}
          label={label ?? wordOf(edit.text, entry.label)}
          hint={hint ?? (entry.hint && wordOf(edit.text, entry.hint))}
          error={fieldState.error?.message}
          required={required || isRequired(entry, edit.before) !== false}
          inline={entry.control === 'switch'}
        >
          {(parts) => {
            const onBlur = (event?: FocusEvent) => {
              if (event === undefined || !isLeft(event)) afterPress(field.onBlur)
            }
            const whole = { ...field, ...parts, onBlur }
            return children?.(whole) ?? drawn(entry.control, whole, disabled)
          }}
        </Field>
      )}
    />
  )
}

/** A fault that comes up moves what is below it, and a button that moves while it is pressed is not clicked. */
const afterPress = (run: () => void): void => {
  if (document.querySelector(':active') === null) {
    run()
    return
  }
  const ends = new AbortController()
  const end = () => {
    ends.abort()
    setTimeout(run)
  }
  for (const type of ['pointerup', 'pointercancel'] as const)
    document.addEventListener(type, end, { capture: true, signal: ends.signal })
}

/** Who closes the window of a form is told nothing of what is missing in it. */
const isLeft = ({ currentTarget, relatedTarget }: FocusEvent): boolean => {
  const window = currentTarget.closest('[role="dialog"]')
  if (window === null) return false
  // Nothing has the focus where somebody clicked beside the fields.
  if (!(relatedTarget instanceof Element)) return false
  return !window.contains(relatedTarget) || relatedTarget.closest('[data-closes]') !== null
}

type Handed<Value> = Omit<ControllerRenderProps, 'value'> & FieldControl & { value: Value }

/** With the value that its control has. */
const valued = <Value,>(field: Handed<unknown>) => field as Handed<Value> // seam: what an entry starts with is of its control

const drawn = (control: FormControl, field: Handed<unknown>, disabled = false): ReactNode => {
  switch (control) {
    case 'text':
      return <Input {...valued<string>(field)} disabled={disabled} />
    case 'password':
      return <PasswordInput {...valued<string>(field)} autoComplete="new-password" />
    case 'lines':
      return <Textarea {...valued<string>(field)} spellCheck={false} rows={3} className="font-mono text-[13px]" />
    case 'moment':
      return <DateTimeInput {...valued<number | null>(field)} />
    case 'switch': {
      const { id, value, onChange, 'aria-describedby': describedBy } = valued<boolean>(field)
      return <Switch id={id} checked={value} onChange={onChange} aria-describedby={describedBy} disabled={disabled} />
    }
    case 'whole': {
      const { ref, name: _name, ...rest } = valued<number | null>(field)
      return <NumberInput {...rest} inputRef={ref} minimum={1} decimals={0} disabled={disabled} />
    }
    case 'money': {
      const { ref, name: _name, ...rest } = valued<number | null>(field)
      return <MoneyInput {...rest} inputRef={ref} minimum={0} disabled={disabled} />
    }
    case 'names':
    case 'choice':
      // What can be chosen is for its form to say.
      return null
  }
}
