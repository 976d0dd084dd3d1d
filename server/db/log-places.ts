import { sql } from 'kysely'
import type { Executor } from './database.ts'
import { hoursOfDay, partsPerHour, secondsPerHour, secondsPerPart } from './hours.ts'
import { type LogFilter, matches, type TimeRange, timeRange } from './log-filter.ts'
import type { Span, Usage } from './usage-spans.ts'

/** Where rows lie that match a filter: between two seconds, and when it is known, among those of one user. */
export type Place = { userId: number | undefined; range: TimeRange }

/** How many rows match in an hour, and where in it they can lie, latest first. */
export type HourPlaces = { hour: number; count: number; places: readonly Place[] }

/** The parts of an hour that rows are in, as bits, by whose rows they are. */
type Parts = Map<number | undefined, bigint>

/**
 * The hours of these spans, latest first, with the places in them that can have rows: only those parts of an hour, or
 * only those users' parts. So a page of rows that are rare among many costs little more than one of common rows.
 */
export const findPlaces = async (
  executor: Executor,
  filter: LogFilter,
  { users, spans }: Usage,
): Promise<HourPlaces[]> => {
  const hours = users === undefined ? spans.map(partsOfEverybody) : await partsOfUsers(executor, filter, users, spans)
  return hours.map(({ hour, count, parts }) => ({ hour, count, places: placesIn(filter, hour, count, parts) }))
}

type HourParts = { hour: number; count: number; parts: Parts }

/** Everybody's spans are hours, which say by themselves where their rows are. */
const partsOfEverybody = ({ start, logged, bits }: Span): HourParts => ({
  hour: start,
  count: logged,
  parts: new Map([[undefined, BigInt(bits)]]),
})

const partsOfUsers = async (
  executor: Executor,
  filter: LogFilter,
  users: readonly number[],
  spans: readonly Span[],
): Promise<HourParts[]> => {
  const hours = spans.flatMap(({ start, seconds, bits }) =>
    seconds === secondsPerHour ? [start] : hoursOfDay(start).filter((_hour, index) => (bits >> index) & 1),
  )
  if (users.length === 0 || hours.length === 0) return []
  const rows = await executor
    .selectFrom('usage_hours')
    .select((eb) => [
      'hour',
      'user_id as userId',
      eb.fn.sum<number>('logged').as('count'),
      sql<number>`bit_or(parts)`.as('parts'),
    ])
    .where('hour', 'in', hours)
    .where('user_id', 'in', users)
    .where((eb) => eb.and(matches(eb, filter)))
    .groupBy(['hour', 'user_id'])
    .orderBy('hour', 'desc')
    .execute()
  // Of an hour that the range cuts, the span knows how many rows are within.
  const counted = new Map(spans.map(({ start, seconds, logged }) => [seconds === secondsPerHour ? start : -1, logged]))
  return [...Map.groupBy(rows, ({ hour }) => hour)].map(([hour, ofHour]) => ({
    hour,
    count: counted.get(hour) ?? ofHour.reduce((sum, { count }) => sum + count, 0),
    parts: new Map(ofHour.map(({ userId, parts }) => [userId, BigInt(parts)])),
  }))
}

/** With as many rows an hour is worth reading as a whole. */
const dense = 4 * partsPerHour

/** Each place is a part of a statement: with more of them it is better to read what others wrote as well. */
const mostPlaces = 20

const placesIn = (filter: LogFilter, hour: number, count: number, parts: Parts): Place[] => {
  const ofEach = [...parts].flatMap(([userId, bits]) => rangesOf(hour, bits, count).map((range) => ({ userId, range })))
  const all = [...parts.values()].reduce((all, bits) => all | bits, 0n)
  const places =
    ofEach.length <= mostPlaces ? ofEach : rangesOf(hour, all, count).map((range) => ({ userId: undefined, range }))
  const [first, last] = timeRange(filter)
  return places.flatMap(({ userId, range: [start, end] }): Place[] => {
    const range: TimeRange = [Math.max(start, first), Math.min(end, last)]
    return range[0] > range[1] ? [] : [{ userId, range }]
  })
}

/** Parts with one between them are taken together. */
const rangesOf = (hour: number, bits: bigint, count: number): TimeRange[] => {
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
