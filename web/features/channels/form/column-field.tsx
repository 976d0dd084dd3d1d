import type { Control } from 'react-hook-form'
import type { ColumnEntry } from '#contract/channel-field-kinds.ts'
import type { DrawnColumn } from '#contract/channel-field-parts.ts'
import { useText } from '../../../lib/i18n.ts'
import type { Choices } from '../../../lib/known.ts'
import { FormField } from '../../../ui/form-field.tsx'
import { Input } from '../../../ui/input.tsx'
import { MultiCombobox } from '../../../ui/multi-combobox.tsx'
import { NumberInput } from '../../../ui/number-input.tsx'
import { Switch } from '../../../ui/switch.tsx'
import type { FieldValue } from './channel-values.ts'
import { JsonField } from './json-field.tsx'

/** A form that has fields of channels among its own, by their names. */
export type ColumnValues = Record<string, FieldValue>

type ColumnFieldProps = {
  control: Control<ColumnValues>
  name: DrawnColumn
  column: ColumnEntry
  /** In place of its own. */
  hint?: string
  choices?: Choices<string>
}

/** A field of a channel as its kind is drawn. */
export function ColumnField({ control, name, column, hint, choices }: ColumnFieldProps) {
  const t = useText('channels')
  const texts = { control, name, label: t(`field.${name}`), hint: hint ?? t(`field.${name}.hint`) }
  switch (column.kind) {
    case 'json':
      return <JsonField {...texts} template={column.template} />
    case 'flag':
      return (
        <FormField {...texts} inline>
          {({ id, value, onChange, 'aria-describedby': describedBy }) => (
            <Switch id={id} checked={value === true} onChange={onChange} aria-describedby={describedBy} />
          )}
        </FormField>
      )
    case 'whole':
      return (
        <FormField {...texts}>
          {({ ref, name: _name, value, ...field }) => (
            <NumberInput
              {...field}
              value={typeof value === 'number' ? value : null}
              inputRef={ref}
              minimum={column.min}
              maximum={column.max ?? mostShown}
              step={column.max === undefined ? 1000 : 1}
              decimals={0}
            />
          )}
        </FormField>
      )
    case 'names':
      return (
        <FormField {...texts}>
          {({ ref: _ref, name: _name, value, ...field }) => (
            <MultiCombobox {...field} value={Array.isArray(value) ? value : []} choices={choices ?? none} />
          )}
        </FormField>
      )
    default:
      return (
        <FormField {...texts}>
          {({ value, ...field }) => (
            <Input
              {...field}
              value={String(value ?? '')}
              {...(column.kind === 'line' ? { maxLength: column.longest } : {})}
            />
          )}
        </FormField>
      )
  }
}

const none: readonly string[] = []
const mostShown = 1_000_000_000
