import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../database.ts'
import { isPostgres } from '../one-of.ts'
import type { LogRow } from '../schema.ts'
import { equalities, idsBetween, type LogFilter } from './log-filter.ts'
import type { HourPlaces, Place } from './log-pages.ts'

/** Rows that match in these hours, latest first, without the first `skip`, which are of the first hour. */
export const readRows = async (
  executor: Executor,
  filter: LogFilter,
  hours: readonly HourPlaces[],
  { skip, limit }: { skip: number; limit: number },
): Promise<LogRow[]> => {
  const together = placeOfOneUser(filter, hours)
  const places = together === undefined ? hours.flatMap((hour) => hour.places) : [together]
  if (places.length === 0) return []
  const found = idsAt(executor, filter, places, skip + limit)
  const ids = sql<number>`(select id from (${found}) as found order by id desc limit ${sql.lit(limit)} offset ${sql.lit(skip)})`
  return executor.selectFrom('logs').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute()
}

/** All rows of one user lie together along his index, and need not be looked for place by place. */
const placeOfOneUser = (filter: LogFilter, hours: readonly HourPlaces[]): Place | undefined => {
  const places = hours.flatMap((hour) => hour.places)
  const [latest] = places
  const earliest = places.at(-1)
  if (latest?.userId === undefined || earliest === undefined) return undefined
  const isAllOfOne =
    equalities(filter).every(([column]) => column === 'user_id' || column === 'username') &&
    places.every(({ userId }) => userId === latest.userId)
  return isAllOfOne ? { userId: latest.userId, range: [earliest.range[0], latest.range[1]] } : undefined
}

/** The ids of matching rows, of each place no more than the latest `most`. */
const idsAt = (executor: Executor, filter: LogFilter, places: readonly Place[], most: number): RawBuilder<number> => {
  const idsIn = isPostgres(executor) ? idsOnPostgres : idsOnSqlite
  const kinds = [
    places.filter(({ userId }) => userId !== undefined),
    places.filter(({ userId }) => userId === undefined),
  ]
  return sql.join(
    kinds.filter((some) => some.length > 0).map((some) => idsIn(filter, some, most)),
    sql` union all `,
  )
}

/**
 * Each place is read along an index from its latest row on, however many places there are: as parts of one statement
 * they would cost more to plan than to read.
 */
const idsOnPostgres = (filter: LogFilter, places: readonly Place[], most: number): RawBuilder<number> => {
  const [firsts, lasts, users] = columnsOf(filter, places)
  return sql`
    select found.id
    from unnest(${firsts}::bigint[], ${lasts}::bigint[], ${users}::bigint[]) as place (first_id, last_id, user_id)
    cross join lateral (
      select id from logs where id between place.first_id and place.last_id
        and ${conditionsOf(filter, places, sql`place.user_id`)}
      order by id desc limit ${sql.lit(most)}
    ) as found`
}

/** The same without a lateral join, which SQLite does not have. */
const idsOnSqlite = (filter: LogFilter, places: readonly Place[], most: number): RawBuilder<number> => {
  const [firsts, lasts, users] = columnsOf(filter, places)
  const rows = JSON.stringify(firsts.map((first, index) => [first, lasts[index], users[index]]))
  return sql`
    select found.id
    from json_each(${rows}) as place cross join logs as found
    where found.id in (
      select id from logs where id between place.value ->> 0 and place.value ->> 1
        and ${conditionsOf(filter, places, sql`place.value ->> 2`)}
      order by id desc limit ${sql.lit(most)}
    )`
}

const columnsOf = (filter: LogFilter, places: readonly Place[]): [number[], number[], number[]] => {
  const ids = places.map(({ range }) => idsBetween(filter, range))
  return [ids.map(([first]) => first), ids.map(([, last]) => last), places.map(({ userId = 0 }) => userId)]
}

const conditionsOf = (filter: LogFilter, places: readonly Place[], user: RawBuilder<unknown>): RawBuilder<unknown> => {
  const equal = equalities(filter).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const own = places[0]?.userId === undefined ? [] : [sql`user_id = ${user}`]
  return sql.join([sql`true`, ...own, ...equal], sql` and `)
}
