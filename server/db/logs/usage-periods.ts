import { type FunctionModule, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Executor } from '../database.ts'
import { oneOf } from '../engine-sql.ts'
import { dayOf, hourOf, hoursOfDay, secondsPerDay, secondsPerHour } from '../log-time.ts'
import type { Tables } from '../schema.ts'
import { canMatch, type LogFilter, matches, matching, type TimeRange, timeRange } from './log-filter.ts'
import { inOpenHours, type OpenPeriods, outsideOpenHours, readOpenPeriods } from './open-hours.ts'
import { ofUsers, ownersOf } from './usage-names.ts'
import { totalOf } from './usage-totals.ts'

/** What was added up of an hour or of a whole day. */
export type Period = {
  start: number
  seconds: number
  /** How many log rows it has. */
  logged: number
  /** How many rows it ever had, also where they were deleted since; of an hour that the range cuts, those it has. */
  count: number
  quota: number
  promptTokens: number
  completionTokens: number
  /** The parts of the hour, or the hours of the day, that have log rows, a bit each. */
  bits: number
}

export type MatchingUsage = {
  /** Whose rows can match; undefined when it can be anybody's. */
  users: readonly number[] | undefined
  /** Latest first. Of hours that the range cuts, what lies in it. */
  periods: readonly Period[]
}

/** Everything that rows which match add up to, in few periods: old days, recent hours. */
export const readUsage = async (executor: Executor, filter: LogFilter): Promise<MatchingUsage> => {
  if (!canMatch(filter)) return { users: [], periods: [] }
  const open = await readOpenPeriods(executor)
  const users = await ownersOf(executor, filter, open)
  const whole =
    users === undefined
      ? await periodsOfEverybody(executor, filter, open)
      : [
          ...(await daysOfUsers(executor, filter, users, open)),
          ...(await hoursOfUsers(executor, filter, users, singleHours(filter, open))),
        ]
  const [first, last] = timeRange(filter)
  const periods: Period[] = []
  for (const period of whole.sort((one, other) => other.start - one.start)) {
    // Days never are cut by the range, two hours at most.
    const isCut = period.start < first || period.start + period.seconds - 1 > last
    periods.push(isCut ? await countRows(executor, filter, users, period) : period)
  }
  return { users, periods }
}

const countRows = async (
  executor: Executor,
  filter: LogFilter,
  users: readonly number[] | undefined,
  period: Period,
): Promise<Period> => {
  const [first, last] = timeRange(filter)
  const range: TimeRange = [Math.max(first, period.start), Math.min(last, period.start + period.seconds - 1)]
  const [userId = 0, another] = users ?? []
  const counted = await matching(executor, another === undefined ? { ...filter, user_id: userId } : filter, range)
    .select((eb) => [
      eb.fn.countAll<number>().as('logged'),
      eb.fn.sum<number | null>('quota').as('quota'),
      eb.fn.sum<number | null>('prompt_tokens').as('promptTokens'),
      eb.fn.sum<number | null>('completion_tokens').as('completionTokens'),
    ])
    .executeTakeFirstOrThrow()
  return {
    ...period,
    logged: counted.logged,
    count: counted.logged,
    quota: counted.quota ?? 0,
    promptTokens: counted.promptTokens ?? 0,
    completionTokens: counted.completionTokens ?? 0,
  }
}

const periodsOfEverybody = async (executor: Executor, filter: LogFilter, open: OpenPeriods): Promise<Period[]> => {
  const [start, end] = timeRange(filter)
  const single = hourlySums(executor, filter).where('hour', '>=', hourOf(start)).where('hour', '<=', end)
  const total = totalOf(filter)
  // Nothing was added up by this: every hour is read. What the console asks for never comes to that.
  if (total === undefined) return single.execute()
  // Of days that are over the engine adds up the hours: a season has too many of them for the event loop.
  const isWhole = isOfWholeDay(executor, filter, open)
  const hours = sql<number>`case when logged > 0 then cast(1 as bigint) << ${hourOfDay} else 0 end`
  const closed = executor
    .selectFrom('usage_totals')
    .select((eb) => [
      sql<number>`case when ${isWhole} then ${startOfDay} else hour end`.as('start'),
      sql<number>`case when ${isWhole} then ${sql.lit(secondsPerDay)} else ${sql.lit(secondsPerHour)} end`.as(
        'seconds',
      ),
      ...sums(eb.fn),
      sql<number>`sum(case when ${isWhole} then ${hours} else parts end)`.as('bits'),
    ])
    .where('kind', '=', total.kind)
    .where('value', '=', total.value)
    .where('hour', '>=', hourOf(start))
    .where('hour', '<=', end)
    .where(outsideOpenHours(executor, open))
    .groupBy(['start', 'seconds'])
  return closed.unionAll(single.where(inOpenHours(executor, open))).execute()
}

const startOfDay = sql<number>`hour - hour % ${sql.lit(secondsPerDay)}`
const hourOfDay = sql<number>`cast(hour % ${sql.lit(secondsPerDay)} / ${sql.lit(secondsPerHour)} as integer)`

/** Whether an hour is of a day that is over, all of it in the range. */
const isOfWholeDay = (executor: Executor, filter: LogFilter, { days }: OpenPeriods): RawBuilder<SqlBool> => {
  const [start, end] = timeRange(filter)
  const from = Math.ceil(start / secondsPerDay) * secondsPerDay
  return sql`hour >= ${from} and hour < ${dayOf(end + 1)} and not ${oneOf(executor, startOfDay, [...days])}`
}

const daysOfUsers = async (
  executor: Executor,
  filter: LogFilter,
  users: readonly number[],
  open: OpenPeriods,
): Promise<Period[]> => {
  return executor
    .selectFrom('usage_days')
    .select((eb) => [
      'day as start',
      sql.lit(secondsPerDay).as('seconds'),
      ...sums(eb.fn),
      sql<number>`bit_or(hours)`.as('bits'),
    ])
    .where(oneOf(executor, 'user_id', users))
    .where(wholeDays(executor, filter, open))
    .where((eb) => eb.and(matches(eb, filter)))
    .groupBy('day')
    .execute()
}

/** Days that are over, all of them in the range. */
export const wholeDays = (executor: Executor, filter: LogFilter, { days }: OpenPeriods): RawBuilder<SqlBool> => {
  const [start, end] = timeRange(filter)
  return sql`day >= ${start} and day <= ${end - secondsPerDay + 1} and not ${oneOf(executor, 'day', [...days])}`
}

/** The hours of the other days, as far as they are in the range. */
export const singleHours = (filter: LogFilter, { days }: OpenPeriods): number[] => {
  const [start, end] = timeRange(filter)
  const cut = [start, end + 1].filter((second) => second !== dayOf(second)).map(dayOf)
  return [...new Set([...days, ...cut])]
    .flatMap(hoursOfDay)
    .filter((hour) => hour + secondsPerHour > start && hour <= end)
}

const hoursOfUsers = async (
  executor: Executor,
  filter: LogFilter,
  users: readonly number[],
  hours: readonly number[],
): Promise<Period[]> =>
  hourlySums(executor, filter)
    .where(ofUsers(executor, users))
    .where(oneOf(executor, 'hour', hours))
    .execute()

const sums = <Table extends 'usage_hours' | 'usage_days' | 'usage_totals'>({ sum }: FunctionModule<Tables, Table>) => [
  sum<number>('logged').as('logged'),
  sum<number>('count').as('count'),
  sum<number>('quota').as('quota'),
  sum<number>('prompt_tokens').as('promptTokens'),
  sum<number>('completion_tokens').as('completionTokens'),
]

const hourlySums = (executor: Executor, filter: LogFilter) =>
  executor
    .selectFrom('usage_hours')
    .select((eb) => [
      'hour as start',
      sql.lit(secondsPerHour).as('seconds'),
      ...sums(eb.fn),
      sql<number>`bit_or(parts)`.as('bits'),
    ])
    .where((eb) => eb.and(matches(eb, filter)))
    .groupBy('hour')
