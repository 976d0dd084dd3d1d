import type { Executor } from './database.ts'
import { equalities, type LogFilter, matchingLogs, type TimeRange } from './log-filter.ts'
import type { HourPlaces, Place } from './log-places.ts'
import type { LogRow } from './schema.ts'

export const matching = (executor: Executor, filter: LogFilter, range: TimeRange) =>
  executor.selectFrom('logs').where((eb) => matchingLogs(eb, filter, range))

/** Rows that match in these hours, latest first, without the first `skip`, which are of the first hour. */
export const readRows = async (
  executor: Executor,
  filter: LogFilter,
  hours: readonly HourPlaces[],
  { skip, limit }: { skip: number; limit: number },
): Promise<LogRow[]> => {
  const rows: LogRow[] = []
  let offset = skip
  for (const places of inRounds(filter, hours)) {
    rows.push(...(await rowsAt(executor, filter, places, { offset, limit: limit - rows.length })))
    if (rows.length === limit) break
    // The first hour is in the first round as a whole.
    offset = 0
  }
  return rows
}

/** Several hours at once, as long as their places make no statement that is too long. */
const inRounds = (filter: LogFilter, hours: readonly HourPlaces[]): Place[][] => {
  const together = placeOfOneUser(filter, hours)
  if (together !== undefined) return [[together]]
  const rounds: Place[][] = []
  for (const { places } of hours) {
    const round = rounds.at(-1)
    if (round !== undefined && round.length + places.length <= mostAtOnce) round.push(...places)
    else rounds.push([...places])
  }
  return rounds
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

const mostAtOnce = 100

/** A part of the statement for each place, so that each reads along an index, latest row first. */
const rowsAt = (
  executor: Executor,
  filter: LogFilter,
  places: readonly Place[],
  { offset, limit }: { offset: number; limit: number },
): Promise<LogRow[]> => {
  const [first, ...more] = places.map(({ userId, range }) => {
    const ofUser = userId === undefined ? filter : { ...filter, userId }
    const rows = matching(executor, ofUser, range)
      .selectAll()
      .orderBy('id', 'desc')
      .limit(offset + limit)
    return executor.selectFrom(rows.as('rows')).selectAll()
  })
  if (first === undefined) return Promise.resolve([])
  return more
    .reduce((all, rows) => all.unionAll(rows), first)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}
