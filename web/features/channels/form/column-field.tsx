import type { ColumnEntry } from '#contract/channel-field-kinds.ts'
import type { DrawnColumn } from '#contract/channel-field-parts.ts'
import type { Choices } from '../../../lib/known.ts'
import { Input } from '../../../ui/input.tsx'
import { MultiCombobox } from '../../../ui/multi-combobox.tsx'
import { NumberInput } from '../../../ui/number-input.tsx'
import { RecordField } from '../../../ui/record-field.tsx'
import type { ColumnsEdit } from './column-entry.ts'
import { JsonField } from './json-field.tsx'

type ColumnFieldProps<Row, Body> = {
  edit: ColumnsEdit<Row, Body>
  name: DrawnColumn
  column: ColumnEntry
  /** In place of its own. */
  hint?: string
  choices?: Choices<string>
}

/** A field of a channel as its kind is drawn. */
export function ColumnField<Row, Body>({ edit, name, column, hint, choices }: ColumnFieldProps<Row, Body>) {
  const field = { edit, name, hint }
  switch (column.kind) {
    case 'json':
      return <JsonField {...field} template={column.template} />
    case 'flag':
      return <RecordField {...field} />
    case 'whole':
      return (
        <RecordField {...field}>
          {({ ref, name: _name, value, ...control }) => (
            <NumberInput
              {...control}
              value={typeof value === 'number' ? value : null}
              inputRef={ref}
              minimum={column.min}
              maximum={column.max ?? mostShown}
              step={column.max === undefined ? 1000 : 1}
              decimals={0}
            />
          )}
        </RecordField>
      )
    case 'names':
      return (
        <RecordField {...field}>
          {({ ref: _ref, name: _name, value, ...control }) => (
            <MultiCombobox {...control} value={Array.isArray(value) ? value : []} choices={choices ?? none} />
          )}
        </RecordField>
      )
    default:
      return (
        <RecordField {...field}>
          {({ value, ...control }) => (
            <Input
              {...control}
              value={String(value ?? '')}
              {...(column.kind === 'line' ? { maxLength: column.longest } : {})}
            />
          )}
        </RecordField>
      )
  }
}

const none: readonly string[] = []
const mostShown = 1_000_000_000
