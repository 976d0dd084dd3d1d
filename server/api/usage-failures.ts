import type { UsageBreakdown } from '#contract/logs.ts'
import type { Executor } from '../db/database.ts'
import { failuresOfUsers } from '../db/failed-calls.ts'
import type { ChartRange } from './usage-points.ts'

/**
 * How many calls of each user came to nothing. By what else use is told, failed calls are in no sum: their rows go after
 * some days, and in a flood one row stands for others of its user, whatever model and channel those were of.
 */
export const withFailures = async (
  executor: Executor,
  found: UsageBreakdown,
  { start_timestamp: start, end_timestamp: end }: ChartRange,
  now: number,
): Promise<UsageBreakdown> => {
  const users = found.items.map(({ key }) => Number(key))
  const counts = await failuresOfUsers(executor, users, { start, end: end === 0 ? now : end })
  return { ...found, items: found.items.map((item) => ({ ...item, failed: counts.get(Number(item.key)) ?? 0 })) }
}
