import type * as z from 'zod/mini'
import type { channelColumns } from '#contract/channel-fields.ts'
import { costOf, type WeighedCosts, weighCosts } from '#pricing/costs.ts'
import type { Usage } from '#pricing/usage.ts'

/** The costs of a channel by the names of its models, worked out once. */
export type ChannelCosts = ReadonlyMap<string, WeighedCosts>

/** The name for all models that have no entry of their own. */
const anyModel = '*'

export const weighChannelCosts = (
  stored: z.output<typeof channelColumns.costs.read> | undefined,
): ChannelCosts | undefined => {
  const entries = Object.entries(stored ?? {})
  return entries.length === 0 ? undefined : new Map(entries.map(([model, costs]) => [model, weighCosts(costs)]))
}

type Names = { upstream: string; asked: string }

/** What a call cost the operator, in quota; undefined where nothing was said of its model. */
export const costOfCall = (costs: ChannelCosts, { upstream, asked }: Names, usage: Usage): number | undefined => {
  const own = costs.get(upstream) ?? costs.get(asked) ?? costs.get(anyModel)
  return own && costOf(own, usage)
}
