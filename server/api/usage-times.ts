import type { UsageBreakdown, UsageTimes } from '#contract/logs.ts'
import type { UsagePart } from '#contract/usage-parts.ts'
import type { Executor } from '../db/database.ts'
import { addedLatencies, type LatencyCounts, latencyPercentile, noLatencies } from '../db/latency-buckets.ts'
import { type LogFilter, readLatencies } from '../db/logs/log-store.ts'
import type { ChannelPool } from '../domain/channels/channel-pool.ts'
import { vendorOf } from './usage-breakdown.ts'

type Range = Pick<LogFilter, 'start_timestamp' | 'end_timestamp'>

/** How long the calls of each part took, and of all; of users, their tokens and groups it is not counted. */
export const withTimes = async (
  executor: Executor,
  pool: ChannelPool,
  found: UsageBreakdown,
  by: UsagePart,
  range: Range,
): Promise<UsageBreakdown> => {
  if (by !== 'model' && by !== 'channel' && by !== 'vendor') return found
  const keys = found.items.map(({ key }) => key)
  const { ofKeys, whole } =
    by === 'vendor' ? await readLatencies(executor, range, 'channel') : await readLatencies(executor, range, by, keys)
  const counts = by === 'vendor' ? byVendor(ofKeys, pool) : ofKeys
  return {
    ...found,
    items: found.items.map((item) => ({ ...item, ...timesOf(counts.get(item.key)) })),
    total: { ...found.total, ...timesOf(whole) },
  }
}

/** How long the calls through a channel took. */
export const timesOfChannel = async (executor: Executor, channel: number, range: Range): Promise<UsageTimes> =>
  timesOf((await readLatencies(executor, { ...range, channel }, 'channel')).whole)

const timesOf = (counts: LatencyCounts = noLatencies): UsageTimes => ({
  p50_ms: latencyPercentile(counts, 50),
  p95_ms: latencyPercentile(counts, 95),
})

const byVendor = (ofChannels: ReadonlyMap<string, LatencyCounts>, pool: ChannelPool) => {
  const vendors = new Map<string, LatencyCounts>()
  for (const [channel, counts] of ofChannels) {
    const vendor = vendorOf(channel, pool)
    vendors.set(vendor, addedLatencies(vendors.get(vendor) ?? noLatencies, counts))
  }
  return vendors
}
