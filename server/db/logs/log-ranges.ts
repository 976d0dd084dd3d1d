import { sql } from 'kysely'
import type { Executor } from '../database.ts'
import { oneOf } from '../engine-sql.ts'
import { hoursOfDay, partsPerHour, secondsPerHour, secondsPerPart } from '../log-time.ts'
import { type LogFilter, matches, type TimeRange, timeRange } from './log-filter.ts'
import { ofUsers } from './usage-names.ts'
import type { MatchingUsage, Period } from './usage-periods.ts'
import { totalOf } from './usage-totals.ts'

/** Where rows lie that match a filter: between two seconds, and when it is known, among those of one user. */
export type RowRange = { userId: number | undefined; range: TimeRange }

/** How many rows match in an hour, and the parts of it that they are in, as bits. */
export type Hour = { hour: number; count: number; parts: bigint }

/** Where in an hour rows can lie, latest first. */
export type HourRanges = { hour: number; ranges: readonly RowRange[] }

/** The hours of these periods that have rows, latest first. */
export const findHours = async (
  executor: Executor,
  filter: LogFilter,
  { users, periods }: MatchingUsage,
): Promise<Hour[]> => {
  const single = periods.filter((period) => !isDay(period))
  const ofDays = periods.filter(isDay).flatMap(hoursOf)
  const found =
    users === undefined
      ? await hoursOfEverybody(executor, filter, ofDays)
      : await hoursOfUsers(executor, filter, users, ofDays)
  return [...single.map(({ start, logged, bits }) => ({ hour: start, count: logged, parts: bits })), ...found]
    .map(({ hour, count, parts }) => ({ hour, count, parts: BigInt(parts) }))
    .sort((one, other) => other.hour - one.hour)
}

const isDay = ({ seconds }: Period): boolean => seconds > secondsPerHour

/** The hours of a day in which it has rows. */
const hoursOf = ({ start, bits }: Period): number[] => hoursOfDay(start).filter((_hour, index) => (bits >> index) & 1)

const hoursOfEverybody = async (executor: Executor, filter: LogFilter, hours: readonly number[]) => {
  const total = totalOf(filter)
  if (total === undefined || hours.length === 0) return []
  return executor
    .selectFrom('usage_totals')
    .select(['hour', 'logged as count', 'parts'])
    .where('kind', '=', total.kind)
    .where('value', '=', total.value)
    .where(oneOf(executor, 'hour', hours))
    .execute()
}

const hoursOfUsers = async (
  executor: Executor,
  filter: LogFilter,
  users: readonly number[],
  hours: readonly number[],
) => {
  if (users.length === 0 || hours.length === 0) return []
  return partsIn(executor, filter, users, hours).select('hour').groupBy('hour').execute()
}

const partsIn = (executor: Executor, filter: LogFilter, users: readonly number[], hours: readonly number[]) =>
  executor
    .selectFrom('usage_hours')
    .select((eb) => [eb.fn.sum<number>('logged').as('count'), sql<number>`bit_or(parts)`.as('parts')])
    .where(oneOf(executor, 'hour', hours))
    .where(ofUsers(executor, users))
    .where((eb) => eb.and(matches(eb, filter)))

/**
 * The ranges of these hours that can have rows: only those parts of an hour, or only those users' parts. So a page of
 * rows that are rare among many costs little more than one of common rows.
 */
export const findRanges = async (
  executor: Executor,
  filter: LogFilter,
  users: readonly number[] | undefined,
  hours: readonly Hour[],
): Promise<HourRanges[]> => {
  const byHour = await partsByUser(executor, filter, users ?? [], hours)
  const userId = users?.length === 1 ? users[0] : undefined
  return hours.map((hour) => {
    const ofEach = byHour.get(hour.hour) ?? [{ userId, parts: hour.parts }]
    return { hour: hour.hour, ranges: rangesIn(filter, hour, ofEach) }
  })
}

type Parts = readonly { userId: number | undefined; parts: bigint }[]

const partsByUser = async (
  executor: Executor,
  filter: LogFilter,
  users: readonly number[],
  hours: readonly Hour[],
): Promise<Map<number, Parts>> => {
  if (users.length < 2) return new Map()
  const sparse = hours.filter(({ count }) => count < dense).map(({ hour }) => hour)
  if (sparse.length === 0) return new Map()
  const rows = await partsIn(executor, filter, users, sparse)
    .select(['hour', 'user_id as userId'])
    .groupBy(['hour', 'user_id'])
    .execute()
  const byHour = Map.groupBy(rows, ({ hour }) => hour)
  return new Map(
    [...byHour].map(([hour, own]) => [hour, own.map(({ userId, parts }) => ({ userId, parts: BigInt(parts) }))]),
  )
}

/** With as many rows an hour is worth reading as a whole. */
const dense = 4 * partsPerHour

/** With more of them it is better to read what others wrote as well. */
const mostRanges = 40

const rangesIn = (filter: LogFilter, { hour, count, parts }: Hour, byUser: Parts): RowRange[] => {
  const ofEach = byUser.flatMap(({ userId, parts }) => timesOf(hour, parts, count).map((range) => ({ userId, range })))
  const ranges =
    ofEach.length <= mostRanges ? ofEach : timesOf(hour, parts, count).map((range) => ({ userId: undefined, range }))
  const [first, last] = timeRange(filter)
  return ranges.flatMap(({ userId, range: [start, end] }): RowRange[] => {
    const range: TimeRange = [Math.max(start, first), Math.min(end, last)]
    return range[0] > range[1] ? [] : [{ userId, range }]
  })
}

/** Parts with one between them are taken together. */
const timesOf = (hour: number, bits: bigint, count: number): TimeRange[] => {
  if (count >= dense) return [[hour, hour + secondsPerHour - 1]]
  const ranges: TimeRange[] = []
  for (let part = partsPerHour - 1; part >= 0; part -= 1) {
    if (((bits >> BigInt(part)) & 1n) === 0n) continue
    const start = hour + part * secondsPerPart
    const end = start + secondsPerPart - 1
    const later = ranges.at(-1)
    if (later !== undefined && later[0] - end <= secondsPerPart + 1) ranges[ranges.length - 1] = [start, later[1]]
    else ranges.push([start, end])
  }
  return ranges
}
