import { Fragment, type ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { ColumnEntry, FieldSection } from '#contract/channel-field-kinds.ts'
import { type DrawnColumn, drawnColumns } from '#contract/channel-field-parts.ts'
import { newChannelValues } from './channel-form.ts'
import type { ChannelFormValues } from './channel-values.ts'
import { ColumnField, type ColumnValues } from './column-field.tsx'

type SectionFieldsProps = {
  form: UseFormReturn<ChannelFormValues>
  section: FieldSection
  /** Fields that need more than their kind tells; null draws nothing. */
  own: Partial<Record<DrawnColumn, ReactNode>>
}

/** The fields of a section, in the order of their table: short ones side by side, all others on their own. */
export function SectionFields({ form, section, own }: SectionFieldsProps) {
  // seam: every field of the form is one of these values
  const control = form.control as unknown as UseFormReturn<ColumnValues>['control']
  const draw = ([name, column]: Drawn) => (
    <Fragment key={name}>
      {own[name] === undefined ? <ColumnField control={control} name={name} column={column} /> : own[name]}
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
export const useHasSet = (form: UseFormReturn<ChannelFormValues>, section: FieldSection): boolean => {
  const plain = newChannelValues()
  const { defaultValues, errors } = form.formState
  return drawnColumns.some(
    ([name, column]) =>
      column.section === section &&
      (String(defaultValues?.[name] ?? plain[name]) !== String(plain[name]) || errors[name] !== undefined),
  )
}
