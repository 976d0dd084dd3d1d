import { pricingName } from '#contract/default-ratio-rules.ts'
import type { ChannelPool } from './channel-pool.ts'
import type { Options } from './options.ts'

/** The models of enabled channels that nothing prices, under the names that a price would have to be given to. */
export const unsetModels = (options: Options, pool: ChannelPool): string[] => {
  const [prices, ratios] = [options.get('ModelPrice'), options.get('ModelRatio')]
  const isPriced = (name: string) => Object.hasOwn(prices, name) || Object.hasOwn(ratios, name)
  const unset = new Set<string>()
  for (const channel of pool.ids().map(pool.find)) {
    if (!channel?.enabled) continue
    for (const model of channel.models) {
      // A prefix tells channels apart; what is behind it is priced, unless the whole name is.
      const name = pricingName(model.slice(channel.modelPrefix.length))
      if (!isPriced(name) && !isPriced(pricingName(model))) unset.add(name)
    }
  }
  return [...unset].sort()
}
