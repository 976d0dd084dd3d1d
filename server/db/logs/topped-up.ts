import { logTypes } from '#contract/log-types.ts'
import type { ToppedUp } from '#contract/logs.ts'
import type { Executor } from '../database.ts'
import { hourAfter, hoursIn, type LogFilter } from './log-filter.ts'
import { readUsage } from './usage-periods.ts'

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
    const { periods } = await readUsage(executor, filter)
    return periods.reduce((sum, { quota, count }) => ({ quota: sum.quota + quota, count: sum.count + count }), nothing)
  }
  const before = Math.max(0, 2 * first - after)
  const [now, earlier] = await Promise.all([within(first, after), first === 0 ? nothing : within(before, first)])
  return { ...now, before: earlier }
}

const nothing = { quota: 0, count: 0 }
