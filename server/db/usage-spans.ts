import { sql } from 'kysely'
import type { Executor } from './database.ts'
import { dayOf, hourOf, hoursOfDay, secondsPerDay, secondsPerHour } from './hours.ts'
import { type LogFilter, matches, type TimeRange, timeRange } from './log-filter.ts'
import { matching } from './log-rows.ts'
import { inOpenHours, type OpenSums, outsideOpenHours, readOpenSums } from './open-sums.ts'
import { usersOf } from './usage-names.ts'
import { totalOf } from './usage-totals.ts'

/** What was added up of an hour or of a whole day. */
export type Span = {
  start: number
  seconds: number
  /** How many log rows it has. */
  logged: number
  quota: number
  /** The parts of the hour, or the hours of the day, that have log rows, a bit each. */
  bits: number
}

export type Usage = {
  /** Whose rows can match; undefined: anybody's. Their spans are days where they can be, everybody's are hours. */
  users: readonly number[] | undefined
  /** Latest first. Of hours that the range cuts, what lies in it. */
  spans: readonly Span[]
}

/** Everything that rows which match add up to, in few spans: old days of a user, old hours of everybody, recent hours. */
export const readUsage = async (executor: Executor, filter: LogFilter): Promise<Usage> => {
  const open = await readOpenSums(executor)
  const users = await usersOf(executor, filter, open)
  const whole =
    users === undefined
      ? await hoursOfEverybody(executor, filter, open)
      : [
          ...(await daysOfUsers(executor, filter, users, open)),
          ...(await hoursOfUsers(executor, filter, users, singleHours(filter, open))),
        ]
  const spans: Span[] = []
  for (const span of whole.sort((one, other) => other.start - one.start)) {
    spans.push(isCut(span, filter) ? await countRows(executor, filter, users, span) : span)
  }
  return { users, spans }
}

/** Days never are, two hours at most. */
const isCut = ({ start, seconds }: Span, filter: LogFilter): boolean => {
  const [first, last] = timeRange(filter)
  return start < first || start + seconds - 1 > last
}

const countRows = async (
  executor: Executor,
  filter: LogFilter,
  users: readonly number[] | undefined,
  span: Span,
): Promise<Span> => {
  const [first, last] = timeRange(filter)
  const range: TimeRange = [Math.max(first, span.start), Math.min(last, span.start + span.seconds - 1)]
  const [userId = 0, another] = users ?? []
  const sums = await matching(executor, another === undefined ? { ...filter, userId } : filter, range)
    .select((eb) => [eb.fn.countAll<number>().as('logged'), eb.fn.sum<number | null>('quota').as('quota')])
    .executeTakeFirstOrThrow()
  return { ...span, logged: sums.logged, quota: sums.quota ?? 0 }
}

const hoursOfEverybody = async (executor: Executor, filter: LogFilter, open: OpenSums): Promise<Span[]> => {
  const total = totalOf(filter)
  if (total === undefined) return []
  const [start, end] = timeRange(filter)
  const addedUp = executor
    .selectFrom('usage_totals')
    .select(['hour as start', sql.lit(secondsPerHour).as('seconds'), 'logged', 'quota', 'parts as bits'])
    .where('kind', '=', total.kind)
    .where('value', '=', total.value)
    .where('hour', '>=', hourOf(start))
    .where('hour', '<=', end)
    .where((eb) => outsideOpenHours(eb, open))
  const single = hourlySums(executor, filter)
    .where('hour', '>=', hourOf(start))
    .where('hour', '<=', end)
    .where((eb) => inOpenHours(eb, open))
  return addedUp.unionAll(single).execute()
}

const daysOfUsers = async (
  executor: Executor,
  filter: LogFilter,
  users: readonly number[],
  open: OpenSums,
): Promise<Span[]> => {
  if (users.length === 0) return []
  const [start, end] = timeRange(filter)
  return executor
    .selectFrom('usage_days')
    .select((eb) => [
      'day as start',
      sql.lit(secondsPerDay).as('seconds'),
      eb.fn.sum<number>('logged').as('logged'),
      eb.fn.sum<number>('quota').as('quota'),
      sql<number>`bit_or(hours)`.as('bits'),
    ])
    .where('user_id', 'in', users)
    .where('day', '>=', start)
    .where('day', '<=', end - secondsPerDay + 1)
    .where((eb) => (open.days.size === 0 ? eb.lit(true) : eb('day', 'not in', [...open.days])))
    .where((eb) => eb.and(matches(eb, filter)))
    .groupBy('day')
    .execute()
}

/** The hours of days that are open, and of those that the range cuts. */
const singleHours = (filter: LogFilter, { days }: OpenSums): number[] => {
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
): Promise<Span[]> => {
  if (users.length === 0) return []
  const spans: Span[] = []
  for (let done = 0; done < hours.length; done += mostNamed) {
    const sums = hourlySums(executor, filter)
      .where('user_id', 'in', users)
      .where('hour', 'in', hours.slice(done, done + mostNamed))
    spans.push(...(await sums.execute()))
  }
  return spans
}

/** Each of them is looked up by itself. */
const mostNamed = 1000

const hourlySums = (executor: Executor, filter: LogFilter) =>
  executor
    .selectFrom('usage_hours')
    .select((eb) => [
      'hour as start',
      sql.lit(secondsPerHour).as('seconds'),
      eb.fn.sum<number>('logged').as('logged'),
      eb.fn.sum<number>('quota').as('quota'),
      sql<number>`bit_or(parts)`.as('bits'),
    ])
    .where((eb) => eb.and(matches(eb, filter)))
    .groupBy('hour')
