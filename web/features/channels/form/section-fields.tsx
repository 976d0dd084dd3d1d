import { Fragment, type ReactNode } from 'react'
import type { ColumnEntry, FieldSection } from '#contract/channel-field-kinds.ts'
import { type DrawnColumn, drawnColumns } from '#contract/channel-field-parts.ts'
import type { Channel, NewChannelInput } from '#contract/channels.ts'
import type { ChannelEdit } from './channel-form.ts'
import { formValue } from './channel-values.ts'
import type { ColumnsEdit } from './column-entry.ts'
import { ColumnField } from './column-field.tsx'

type SectionFieldsProps = {
  edit: ChannelEdit
  section: FieldSection
  /** Fields that need more than their kind tells; null draws nothing. */
  own: Partial<Record<DrawnColumn, ReactNode>>
}

/** The fields of a section, in the order of their table: short ones side by side, all others on their own. */
export function SectionFields({ edit, section, own }: SectionFieldsProps) {
  // seam: every field of the form is one of these values
  const columns = edit as unknown as ColumnsEdit<Channel, NewChannelInput>
  const draw = ([name, column]: Drawn) => (
    <Fragment key={name}>
      {own[name] === undefined ? <ColumnField edit={columns} name={name} column={column} /> : own[name]}
    </Fragment>
  )
  return rowsOf(drawnColumns.filter(([, column]) => column.section === section)).map((row) =>
    row.some(isShort) ? (
      <div key={row[0]?.[0]} className="grid gap-4.5 sm:grid-cols-2">
        {row.map(draw)}
      </div>
    ) : (
      row.map(draw)
    ),
  )
}

type Drawn = readonly [DrawnColumn, ColumnEntry]

const isShort = ([, { kind, required }]: Drawn): boolean => (kind === 'line' || kind === 'whole') && !required

const rowsOf = (fields: readonly Drawn[]): Drawn[][] => {
  const rows: Drawn[][] = []
  for (const field of fields) {
    const last = rows.at(-1)
    if (isShort(field) && last?.every(isShort)) last.push(field)
    else rows.push([field])
  }
  return rows
}

/** Whether something in a section differs from what it is in the beginning, or is wrong. */
export const useHasSet = ({ form }: ChannelEdit, section: FieldSection): boolean => {
  const { defaultValues, errors } = form.formState
  return drawnColumns.some(([name, column]) => {
    if (column.section !== section) return false
    const plain = String(formValue(column, column.initial))
    return String(defaultValues?.[name] ?? plain) !== plain || errors[name] !== undefined
  })
}
