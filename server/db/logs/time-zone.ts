import { hoursOfDay, secondsPerDay, secondsPerHour } from '../log-time.ts'
import type { TimeRange } from './log-filter.ts'

/**
 * How days that begin at another hour are made of days of UTC: a day of UTC is put where most of its hours belong, and
 * its other hours are taken out of it and put where they belong. In seconds from its start.
 */
export type TimeZone = {
  /** An hour that belongs where the day is put. */
  place: number
  /** From when until when its hours belong to another day. */
  from: number
  until: number
}

/** Put where its middle is, it lies on the day that most of its hours belong to, whatever zone the days are of. */
export const utc: TimeZone = { place: secondsPerDay / 2, from: secondsPerDay, until: secondsPerDay }

/** For days that begin so many seconds before those of UTC, or after them when it is negative. */
export const timeZoneOf = (ahead: number): TimeZone => {
  const shift = ((ahead % secondsPerDay) + secondsPerDay) % secondsPerDay
  return shift <= secondsPerDay / 2
    ? { place: 0, from: secondsPerDay - shift, until: secondsPerDay }
    : { place: secondsPerDay - secondsPerHour, from: 0, until: secondsPerDay - shift }
}

/** The hours that belong to another day, of all days in the range but these. */
export const movingHours = ([start, end]: TimeRange, { from, until }: TimeZone, but: ReadonlySet<number>): number[] => {
  const hours: number[] = []
  if (from === until) return hours
  for (
    let day = Math.ceil(start / secondsPerDay) * secondsPerDay;
    day + secondsPerDay - 1 <= end;
    day += secondsPerDay
  ) {
    if (!but.has(day)) hours.push(...hoursOfDay(day).slice(from / secondsPerHour, until / secondsPerHour))
  }
  return hours
}
