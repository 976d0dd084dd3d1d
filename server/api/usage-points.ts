import { stepSeconds, type UsageFrame, type UsageStep, zoneChanges } from '#contract/usage-calendar.ts'
import type { Executor } from '../db/database.ts'
import { countFailedCalls } from '../db/failed-calls.ts'
import { secondsPerDay } from '../db/log-time.ts'
import { type ChartOwner, type LogFilter, readChart } from '../db/logs/log-store.ts'
import { writtenAnswer } from './answer-text.ts'
import { timesOfChannel } from './usage-times.ts'

export type ChartRange = { start_timestamp: number; end_timestamp: number }
export type ChartQuery = ChartRange & { default_time: UsageStep; zone: string }

/** `userId` is whose failed calls are counted beside: undefined where there is no such user. */
type Asked = { query: ChartQuery; filter: LogFilter; owner: ChartOwner; userId: number | undefined }

/** The points of a chart, with what they were counted for beside them. */
export const usagePoints = async (executor: Executor, now: number, { query, filter, owner, userId }: Asked) => {
  const frame = frameOf(query, now)
  const { start, end } = frame
  const seconds = stepSeconds[frame.step]
  // A step begins before the range does, and no call is later than now, however far the range goes.
  const changes = zoneChanges(frame.zone, Math.max(start, earliest) - seconds, Math.min(end, now) + seconds)
  const failed = userId === undefined ? 0 : await countFailedCalls(executor, { ...filter, userId, start, end })
  const times = await timesFor(executor, filter)
  const points = await readChart(executor, filter, { seconds, changes }, owner)
  return writtenAnswer(points, { frame, failed, ...times })
}

/** It is counted of everybody, and so no user's; of all channels the dashboard tells it apart by them. */
const timesFor = (executor: Executor, { user_id, username, channel, ...range }: LogFilter) =>
  user_id || username || !channel ? {} : timesOfChannel(executor, channel, range)

/** No call is older: what the clocks of a zone did before is not asked. */
const earliest = Date.UTC(2020, 0) / 1000

/** Longer ranges come by the day at least: by the hour they would be more points than a chart can show. */
const longestByHour = 3 * secondsPerDay

const frameOf = ({ start_timestamp: start, end_timestamp, default_time: wanted, zone }: ChartQuery, now: number) => {
  const end = end_timestamp === 0 ? now : end_timestamp
  const step = end - start > longestByHour && wanted === 'hour' ? 'day' : wanted
  return { start, end, step, zone } satisfies UsageFrame
}
