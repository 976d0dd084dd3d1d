import type { Sort } from './table-state.ts'

/** What a row is ordered by, for each order by its name; undefined where the row has nothing of the kind. */
export type Orders<Row> = Readonly<Record<string, (row: Row) => string | number | undefined>>

/** Rows that are all here, in an order: what has nothing to be ordered by stands last both ways. */
export const inOrder = <Row>(rows: readonly Row[], orders: Orders<Row>, sort: Sort | undefined): readonly Row[] => {
  const read = sort && Object.hasOwn(orders, sort.id) ? orders[sort.id] : undefined
  if (read === undefined) return rows
  const way = sort?.direction === 'desc' ? -1 : 1
  return rows.toSorted((one, other) => {
    const [left, right] = [read(one), read(other)]
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined)
    return way * (typeof left === 'number' && typeof right === 'number' ? left - right : byName(left, right))
  })
}

/** Names are ordered as people count: `model-2` stands before `model-10`. */
const names = new Intl.Collator('en', { numeric: true })
const byName = (one: string | number, other: string | number) => names.compare(String(one), String(other))
