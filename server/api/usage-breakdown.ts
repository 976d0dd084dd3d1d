import type { Language } from '#contract/languages.ts'
import type { UsageBreakdown, UsageShare, UsageSums } from '#contract/logs.ts'
import type { UsageMeasure, UsagePart } from '#contract/usage-parts.ts'
import { markOf } from '#providers/catalogue.ts'
import { providerOf } from '#providers/index.ts'
import { marks } from '#providers/marks.ts'
import { wordsIn } from '#providers/words.ts'
import type { Executor } from '../db/database.ts'
import { type Breakdown, type LogFilter, readBreakdown } from '../db/logs/log-store.ts'
import type { ChannelPool } from '../domain/channels/channel-pool.ts'

export type BreakdownQuery = {
  by: UsagePart
  measure: UsageMeasure
  /** 0: as many as usual. */
  limit: number
  start_timestamp: number
  /** 0: until now. */
  end_timestamp: number
  language: Language
  now: number
}

const usualLength = 10
const longest = 100

/** Who or what costs most; channels by their names, vendors by what their channels add up to. */
export const usageBreakdown = async (
  executor: Executor,
  pool: ChannelPool,
  whose: { username: string } | { user_id: number },
  { by, measure, limit, language, now, ...range }: BreakdownQuery,
): Promise<UsageBreakdown> => {
  const filter: LogFilter = {
    ...whose,
    start_timestamp: range.start_timestamp,
    end_timestamp: range.end_timestamp === 0 ? now : range.end_timestamp,
  }
  const length = limit === 0 ? usualLength : Math.min(longest, limit)
  if (by === 'vendor') {
    const ofChannels = await readBreakdown(executor, filter, { by: 'channel', measure, limit: mostChannels })
    const { items, ...whole } = byVendor(ofChannels, pool, measure, length)
    return { ...whole, items: items.map((item) => ({ ...item, ...vendorOfType(Number(item.key), language) })) }
  }
  const found = await readBreakdown(executor, filter, { by, measure, limit: length })
  if (by === 'model') return { ...found, items: found.items.map((item) => ({ ...item, ...markOfModel(item.key) })) }
  if (by !== 'channel') return found
  return { ...found, items: found.items.map((item) => ({ ...item, name: pool.find(Number(item.key))?.name ?? '' })) }
}

/** No operator has as many: all of them count. */
const mostChannels = 100_000

/** A channel that was deleted since is nobody's. */
export const vendorOf = (channel: string, pool: ChannelPool): string => String(pool.find(Number(channel))?.type ?? 0)

const vendorOfType = (type: number, language: Language): { name: string; mark?: string } => {
  if (type === 0) return { name: '' }
  const { label, name } = providerOf(type)
  return { name: wordsIn(language, label), mark: marks[name] ?? '' }
}

const markOfModel = (model: string): { mark?: string } => (model === '' ? {} : { mark: markOf(model) })

const byVendor = (ofChannels: Breakdown, pool: ChannelPool, measure: UsageMeasure, length: number): UsageBreakdown => {
  const vendors = new Map<string, UsageShare>()
  for (const { key: channel, before, ...sums } of ofChannels.items) {
    const key = vendorOf(channel, pool)
    const known = vendors.get(key)
    vendors.set(key, {
      ...{ key, name: '', username: '' },
      ...added(sums, known),
      before: added(before, known?.before),
    })
  }
  const sorted = [...vendors.values()].sort((one, other) => other[measure] - one[measure])
  return { ...ofChannels, items: sorted.slice(0, length), parts: sorted.length }
}

const added = (one: UsageSums, other: UsageSums | undefined): UsageSums => ({
  quota: one.quota + (other?.quota ?? 0),
  count: one.count + (other?.count ?? 0),
  token_used: one.token_used + (other?.token_used ?? 0),
})
