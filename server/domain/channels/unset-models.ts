import { pricingName } from '#contract/default-ratio-rules.ts'
import type { Options } from '../options.ts'
import type { ChannelPool } from './channel-pool.ts'

/** The models of enabled channels that nothing prices, under the names that a price would have to be given to. */
export const unsetModels = (options: Options, pool: ChannelPool): string[] => {
  const unset = new Set<string>()
  for (const channel of pool.ids().map(pool.find)) {
    if (!channel?.enabled) continue
    for (const model of channel.models) {
      // A prefix tells channels apart; what is behind it is priced, unless the whole name is.
      const bareName = model.slice(channel.modelPrefix.length)
      if (!isPriced(options, bareName) && !isPriced(options, model)) unset.add(pricingName(bareName))
    }
  }
  return [...unset].sort()
}

/** Whether somebody has said what the model costs. */
export const isPriced = (options: Options, model: string): boolean => {
  const name = pricingName(model)
  return Object.hasOwn(options.get('ModelPrice'), name) || Object.hasOwn(options.get('ModelRatio'), name)
}
