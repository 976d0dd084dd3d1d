import type { ReactNode } from 'react'
import { type EntriesShape, readEntries, writeEntries } from '../../lib/json-entries.ts'
import { EntriesTable } from './entries-table.tsx'
import type { EntryColumns } from './entry-columns.ts'
import { TableOrText } from './table-or-text.tsx'

type EntriesInputProps = {
  /** Of the first field of a new entry, or of the text. */
  id: string
  label: string
  text: string
  onChange(text: string): void
  onBlur?: (() => void) | undefined
  shape: EntriesShape
  columns: EntryColumns
  /** Its order means something. */
  ordered?: boolean
  /** What is written where no entry is left. */
  none?: string
  disabled?: boolean
  'aria-describedby': string | undefined
  /** The same as text. */
  children: ReactNode
}

/** A table of names and values in JSON text, and the text behind a switch. */
export function EntriesInput({ text, onChange, shape, none, children, ...table }: EntriesInputProps) {
  const entries = readEntries(text, shape)
  return (
    <TableOrText
      label={table.label}
      table={
        entries && (
          <EntriesTable
            {...table}
            entries={entries}
            onChange={(next) => onChange(next.length === 0 && none !== undefined ? none : writeEntries(next, shape))}
          />
        )
      }
    >
      {children}
    </TableOrText>
  )
}
