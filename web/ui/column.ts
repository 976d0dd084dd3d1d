import type { ReactNode } from 'react'
import type { Sort } from '../lib/table-state.ts'

/** One column of a `DataTable`. Keep the array stable with `useMemo`, so that rows are not drawn without need. */
export type Column<Row> = {
  id: string
  label: string
  cell: (row: Row) => ReactNode
  align?: 'right'
  /** The name by which the server orders the list, where it can. */
  sort?: string
  /** Makes the column sortable, by this value; only for lists that are wholly loaded. */
  sortValue?: (row: Row) => string | number
  /** Cannot be hidden in the column settings. */
  always?: boolean
  /** On a phone: `title` heads the card, `none` is left out; the rest are lines of label and value. */
  card?: 'title' | 'none'
  /** Extra classes of the cells, such as a width. */
  className?: string
}

/** The name of the order that the head of the column asks for. */
export const orderOf = <Row>({ id, sort, sortValue }: Column<Row>): string | undefined =>
  sort ?? (sortValue ? id : undefined)

/** Sorts a wholly loaded list as the table's head says. */
export const sortRows = <Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | undefined,
): readonly Row[] => {
  const value = columns.find((column) => column.id === sort?.id)?.sortValue
  if (!value || !sort) return rows
  const sign = sort.direction === 'desc' ? -1 : 1
  return [...rows].sort((left, right) => sign * compare(value(left), value(right)))
}

/** Ascending, then descending, then as it came. */
export const nextSort = (id: string, sort: Sort | undefined): Sort | undefined => {
  if (sort?.id !== id) return { id, direction: 'asc' }
  return sort.direction === 'asc' ? { id, direction: 'desc' } : undefined
}

const compare = (left: string | number, right: string | number): number =>
  typeof left === 'number' && typeof right === 'number' ? left - right : String(left).localeCompare(String(right))
