import type { ReactNode } from 'react'
import { useText } from '../lib/i18n.ts'
import { Field, type FieldControl } from './field.tsx'
import { Input } from './input.tsx'
import { JsonInput } from './json-input.tsx'
import { MultiCombobox } from './multi-combobox.tsx'
import { NumberInput } from './number-input.tsx'
import { PasswordInput } from './password-input.tsx'
import { Select } from './select.tsx'
import { Switch } from './switch.tsx'
import { Textarea } from './textarea.tsx'

/** How one option is drawn. The controls are those of `contract/option-kinds.ts`. */
export type SettingField = {
  key: string
  label: string
  hint?: ReactNode
  control: 'switch' | 'text' | 'secret' | 'number' | 'textarea' | 'json' | 'lines' | 'select' | 'url' | 'domains'
  min?: number
  max?: number
  step?: number
  /** The word after a number. */
  unit?: string
  choices?: readonly { value: string; label: string }[]
  placeholder?: string
  /** A secret that the server already holds; it never sends it. */
  isSet?: boolean
  /** The key of the switch without which this one has no effect. */
  enabledBy?: string
  /** Takes both columns; long texts and JSON always do. */
  wide?: boolean
  /** A fault of the text, checked on save. */
  check?: (value: string) => string | undefined
}

type SettingInputProps = {
  field: SettingField
  value: string
  error: string | undefined
  /** Its switch is off. */
  locked: boolean
  onChange(value: string): void
}

export function SettingInput({ field, value, error, locked, onChange }: SettingInputProps) {
  const isWide = field.wide || field.control === 'json' || field.control === 'textarea' || field.control === 'lines'
  return (
    <Field
      label={field.label}
      hint={field.hint}
      error={error}
      inline={field.control === 'switch'}
      className={isWide ? 'md:col-span-2' : ''}
    >
      {(control) => <SettingControl {...{ field, value, locked, onChange, control }} />}
    </Field>
  )
}

type SettingControlProps = Omit<SettingInputProps, 'error'> & { control: FieldControl }

function SettingControl({ field, value, locked, onChange, control }: SettingControlProps) {
  const t = useText()
  const text = {
    ...control,
    value,
    disabled: locked,
    placeholder: field.placeholder,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  }
  switch (field.control) {
    case 'switch':
      return (
        <Switch {...control} checked={value === 'true'} disabled={locked} onChange={(next) => onChange(String(next))} />
      )
    case 'text':
    case 'url':
      return <Input {...text} type={field.control === 'url' ? 'url' : 'text'} />
    case 'secret':
      return (
        <PasswordInput
          {...text}
          autoComplete="new-password"
          placeholder={field.isSet ? t('secretSet') : t('secretUnset')}
        />
      )
    case 'number':
      return (
        <NumberInput
          {...control}
          value={value.trim() === '' ? null : Number(value)}
          onChange={(next) => onChange(next === null ? '' : String(next))}
          disabled={locked}
          {...limitsOf(field)}
        />
      )
    case 'select':
      return (
        <Select
          {...control}
          value={value}
          disabled={locked}
          choices={field.choices ?? []}
          onChange={(next) => next !== null && onChange(next)}
        />
      )
    case 'textarea':
    case 'lines':
      return <Textarea {...text} />
    case 'json':
      return <JsonInput {...control} value={value} onChange={onChange} disabled={locked} />
    case 'domains':
      return (
        <MultiCombobox
          {...control}
          creatable
          choices={noChoices}
          disabled={locked}
          placeholder={field.placeholder ?? ''}
          value={value.split(',').filter((entry) => entry !== '')}
          onChange={(next) => onChange(next.join(','))}
        />
      )
  }
}

const noChoices: readonly string[] = []

const limitsOf = ({ min, max, step, unit }: SettingField) => ({
  ...(min === undefined ? {} : { minimum: min }),
  ...(max === undefined ? {} : { maximum: max }),
  ...(step === undefined ? {} : { step }),
  ...(unit === undefined ? {} : { unit }),
})
