import type { Executor } from './database.ts'
import { equalities, type LogFilter, timeRange } from './log-filter.ts'

export const secondsPerHour = 3600

/** The start of the hour that a second lies in. */
export const hourOf = (second: number): number => second - (second % secondsPerHour)

/** How many log rows calls have written in each hour that the filter touches, latest first. Parts of hours count whole. */
export const countLoggedByHour = async (
  executor: Executor,
  filter: LogFilter,
): Promise<{ hour: number; count: number }[]> =>
  matchingHours(executor, filter)
    .select((eb) => ['hour', eb.fn.sum<number>('logged').as('count')])
    .groupBy('hour')
    .having((eb) => eb(eb.fn.sum<number>('logged'), '>', 0))
    .orderBy('hour', 'desc')
    .execute()

/** What calls have cost in the whole hours of the range. */
export const sumQuotaOfHours = async (
  executor: Executor,
  filter: LogFilter,
  [start, end]: readonly [number, number],
): Promise<number> => {
  const { quota } = await matchingHours(executor, { ...filter, start_timestamp: start, end_timestamp: end })
    .select((eb) => eb.fn.sum<number | null>('quota').as('quota'))
    .executeTakeFirstOrThrow()
  return quota ?? 0
}

const matchingHours = (executor: Executor, filter: LogFilter) => {
  const [start, end] = timeRange(filter)
  return executor
    .selectFrom('usage_hours')
    .where('hour', '>=', hourOf(start))
    .where('hour', '<=', hourOf(end))
    .where((eb) => eb.and(equalities(filter).map(([column, value]) => eb(column, '=', value))))
}
