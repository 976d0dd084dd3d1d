import type { ReactNode } from 'react'
import type { Sort } from '../lib/table-state.ts'
import type { MenuEntry } from './menu-entry.ts'

/** One column of a `DataTable`. Keep the array stable with `useMemo`, so that rows are not drawn without need. */
export type Column<Row> = {
  id: string
  label: string
  cell: (row: Row) => ReactNode
  /** What stands in the cell beside what it tells, and is no part of it. */
  only?: (row: Row) => ReactNode
  align?: 'right'
  /** The name by which the server orders the list, where it can. */
  sort?: string
  /** Of a cell that tells several things: the names by which the server orders by each, and what each is called. */
  sorts?: readonly { sort: string; label: string }[]
  /** Cannot be hidden in the column settings. */
  always?: boolean
  /** On a phone: `title` heads the card, `none` is left out; the rest are lines of label and value. */
  card?: 'title' | 'none'
  /** Extra classes of the cells, such as a width. */
  className?: string
}

/** Every order that a column offers, and what it is called. */
export const sortsOf = ({ label, sort, sorts }: Pick<Column<never>, 'label' | 'sort' | 'sorts'>) =>
  sorts ?? (sort === undefined ? [] : [{ sort, label }])

export const ordersOf = ({ sort, sorts }: { sort?: string; sorts?: readonly { sort: string }[] }): readonly string[] =>
  sorts?.map((each) => each.sort) ?? (sort === undefined ? [] : [sort])

/** Ascending, then descending, then as it came. */
export const nextSort = (id: string, sort: Sort | undefined): Sort | undefined => {
  if (sort?.id !== id) return { id, direction: 'asc' }
  return sort.direction === 'asc' ? { id, direction: 'desc' } : undefined
}

/** The same in a menu. */
export const sortEntries = (
  sorts: readonly { sort: string; label: string }[],
  sort: Sort | undefined,
  onSort: (sort: Sort | undefined) => void,
): MenuEntry[] =>
  sorts.map(({ sort: id, label }) => ({
    label,
    checked: id === sort?.id,
    onSelect: () => onSort(nextSort(id, sort)),
  }))
