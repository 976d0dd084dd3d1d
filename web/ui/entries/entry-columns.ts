import clsx from 'clsx'
import type { EntryKind } from '../../lib/entry-value.ts'

export type EntryColumns = {
  /** What leads to a value: one name, or one within another. */
  names: readonly string[]
  value: { label: string; kind: EntryKind; placeholder?: string }
}

/** Its fields beside each other; on a narrow screen a name that stands alone has a line, and two share one. */
export const lineClass = (columns: EntryColumns): string =>
  clsx(
    'grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-2',
    columns.names.length === 1
      ? 'max-sm:[&>:first-child]:col-span-full sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_7rem]'
      : 'sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_7rem]',
  )
