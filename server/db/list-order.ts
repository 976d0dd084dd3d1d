import { type Expression, sql } from 'kysely'

/** What a list is ordered by; without it in its own order. */
export type ListOrder<Name extends string> = { sort?: Name | undefined; direction?: 'asc' | 'desc' }

/** The terms of an `order by`. The newest of equals come first, so that no row is on two pages or on none. */
export const orderTerms = <Name extends string>(
  { sort, direction = 'asc' }: ListOrder<Name>,
  columns: Readonly<Record<Name, Expression<unknown>>>,
  own: readonly Expression<unknown>[] = [],
): Expression<unknown>[] => {
  const newest = sql`id desc`
  if (sort === undefined) return [...own, newest]
  // Along with the column, so that an index of both is read from either end.
  return direction === 'asc' ? [sql`${columns[sort]} asc`, sql`id asc`] : [sql`${columns[sort]} desc`, newest]
}

/** Rows that were fetched by their ids, in the order of the ids. */
export const inOrderOf = <Row extends { id: number }>(ids: readonly number[], rows: readonly Row[]): Row[] => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
