import { logTypes } from '#contract/log-types.ts'
import type { ToppedUp } from '#contract/logs.ts'
import type { Executor } from '../database.ts'
import { secondsPerDay, secondsPerHour } from '../log-time.ts'
import { hourAfter, hoursIn, type LogFilter } from './log-filter.ts'
import { type Period, readUsage } from './usage-periods.ts'

type Range = Required<Pick<LogFilter, 'username' | 'start_timestamp' | 'end_timestamp'>>

/**
 * How often and by how much accounts were topped up in the hours that begin in the range, and in as long a time before.
 * What was deleted from the log counts on.
 */
export const readToppedUp = async (executor: Executor, { username, ...range }: Range): Promise<ToppedUp> => {
  const { start_timestamp: first, end_timestamp: end } = hoursIn(range)
  const after = hourAfter(end)
  const within = async (from: number, until: number) => {
    const filter = { type: logTypes.recharge, username, start_timestamp: from, end_timestamp: until - 1 }
    return (await readUsage(executor, filter)).periods
  }
  const before = Math.max(0, 2 * first - after)
  const [now, earlier] = await Promise.all([within(first, after), first === 0 ? [] : within(before, first)])
  return { ...sumOf(now), over: sumsOver(now, first, end + 1), before: sumOf(earlier) }
}

const sumOf = (periods: readonly Period[]) =>
  periods.reduce((sum, { quota, count }) => ({ quota: sum.quota + quota, count: sum.count + count }), nothing)

const nothing = { quota: 0, count: 0 }

/** More than that are no shape to look at: a year by the day. */
const mostSteps = 366

/** What came in in each whole day of UTC, or where none is whole in each whole hour; nothing of a time without bounds. */
const sumsOver = (periods: readonly Period[], first: number, end: number): number[] => {
  const day = wholeSteps(secondsPerDay, first, end)
  const { step, start, count } = day.count > 0 ? day : wholeSteps(secondsPerHour, first, end)
  if (count > mostSteps) return []
  const sums = Array.from({ length: Math.max(0, count) }, () => 0)
  for (const period of periods) {
    const place = Math.floor((period.start - start) / step)
    const sum = sums[place]
    if (sum !== undefined) sums[place] = sum + period.quota
  }
  return sums
}

const wholeSteps = (step: number, first: number, end: number) => {
  const start = Math.ceil(first / step) * step
  return { step, start, count: Math.floor((end - start) / step) }
}
