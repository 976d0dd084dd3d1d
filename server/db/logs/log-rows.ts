import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../database.ts'
import { isPostgres } from '../engine-sql.ts'
import type { LogRow } from '../schema.ts'
import { equalities, idsBetween, type LogFilter, matching, timeRange } from './log-filter.ts'
import type { HourRanges, RowRange } from './log-ranges.ts'

/** The rows of one call, found along the key that keeps request ids apart, if they match the rest as well. */
export const readRowsOfCall = (executor: Executor, filter: LogFilter): Promise<LogRow[]> =>
  matching(executor, filter, timeRange(filter)).selectAll().orderBy('id', 'desc').execute()

/** Rows that match in these hours, latest first, without the first `skip`, which are of the first hour. */
export const readRows = async (
  executor: Executor,
  filter: LogFilter,
  hours: readonly HourRanges[],
  { skip, limit }: { skip: number; limit: number },
): Promise<LogRow[]> => {
  const together = rangeOfOneUser(filter, hours)
  const ranges = together === undefined ? hours.flatMap((hour) => hour.ranges) : [together]
  if (ranges.length === 0) return []
  const found = idsIn(executor, filter, ranges, skip + limit)
  const ids = sql<number>`(select id from (${found}) as found order by id desc limit ${sql.lit(limit)} offset ${sql.lit(skip)})`
  return executor.selectFrom('logs').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute()
}

/** All rows of one user lie together along his index, and need not be looked for range by range. */
const rangeOfOneUser = (filter: LogFilter, hours: readonly HourRanges[]): RowRange | undefined => {
  const ranges = hours.flatMap((hour) => hour.ranges)
  const [latest] = ranges
  const earliest = ranges.at(-1)
  if (latest?.userId === undefined || earliest === undefined) return undefined
  const isAllOfOne =
    equalities(filter).every(([column]) => column === 'user_id' || column === 'username') &&
    ranges.every(({ userId }) => userId === latest.userId)
  return isAllOfOne ? { userId: latest.userId, range: [earliest.range[0], latest.range[1]] } : undefined
}

/** The ids of matching rows, of each range no more than the latest `most`. */
const idsIn = (
  executor: Executor,
  filter: LogFilter,
  ranges: readonly RowRange[],
  most: number,
): RawBuilder<number> => {
  const read = isPostgres(executor) ? idsOnPostgres : idsOnSqlite
  const kinds = [
    ranges.filter(({ userId }) => userId !== undefined),
    ranges.filter(({ userId }) => userId === undefined),
  ]
  return sql.join(
    kinds.filter((some) => some.length > 0).map((some) => read(filter, some, most)),
    sql` union all `,
  )
}

/**
 * Each range is read along an index from its latest row on, however many there are: as parts of one statement
 * they would cost more to plan than to read.
 */
const idsOnPostgres = (filter: LogFilter, ranges: readonly RowRange[], most: number): RawBuilder<number> => {
  const [firsts, lasts, users] = boundsOf(filter, ranges)
  return sql`
    select found.id
    from unnest(${firsts}::bigint[], ${lasts}::bigint[], ${users}::bigint[]) as wanted (first_id, last_id, user_id)
    cross join lateral (
      select id from logs where id between wanted.first_id and wanted.last_id
        and ${conditionsOf(filter, ranges, sql`wanted.user_id`)}
      order by id desc limit ${sql.lit(most)}
    ) as found`
}

/** The same without a lateral join, which SQLite does not have. */
const idsOnSqlite = (filter: LogFilter, ranges: readonly RowRange[], most: number): RawBuilder<number> => {
  const [firsts, lasts, users] = boundsOf(filter, ranges)
  const rows = JSON.stringify(firsts.map((first, index) => [first, lasts[index], users[index]]))
  return sql`
    select found.id
    from json_each(${rows}) as wanted cross join logs as found
    where found.id in (
      select id from logs where id between wanted.value ->> 0 and wanted.value ->> 1
        and ${conditionsOf(filter, ranges, sql`wanted.value ->> 2`)}
      order by id desc limit ${sql.lit(most)}
    )`
}

const boundsOf = (filter: LogFilter, ranges: readonly RowRange[]): [number[], number[], number[]] => {
  const ids = ranges.map(({ range }) => idsBetween(filter, range))
  return [ids.map(([first]) => first), ids.map(([, last]) => last), ranges.map(({ userId = 0 }) => userId)]
}

const conditionsOf = (
  filter: LogFilter,
  ranges: readonly RowRange[],
  user: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const equal = equalities(filter).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const own = ranges[0]?.userId === undefined ? [] : [sql`user_id = ${user}`]
  return sql.join([sql`true`, ...own, ...equal], sql` and `)
}
