import { ApplicationError } from '#contract/errors.ts'
import type { RequestOutline } from '#protocols/protocol.ts'
import { usageOf } from '#protocols/usage.ts'
import type { Hold } from '../domain/accounts.ts'
import type { Domain } from '../domain/domain.ts'
import type { ModelPrice } from '../domain/prices.ts'
import { priceWeighed, type WeighedCard } from '../domain/pricing.ts'
import type { Caller } from './authenticate.ts'
import type { Call } from './call.ts'

/** After this long without a database, calls that would have to be charged later are no longer begun. */
const longestOutageMs = 60_000

export type Admission = { price: ModelPrice; hold: Hold; stretch: Stretch }

/** How much output a hold covers, and by how much it grows when a stream goes on. */
export type Stretch = { tokens: number; amount: number }

/** Refuses the call, or sets aside what it will probably cost: never both. */
export const admit = async (domain: Domain, caller: Caller, call: Call): Promise<Admission> => {
  const { outline } = call
  if (caller.models !== undefined && !caller.models.has(outline.model)) {
    throw new ApplicationError('model_forbidden', { model: outline.model })
  }
  if (caller.pinnedChannel === undefined && domain.pool.candidates(caller.group, outline.model).length === 0) {
    throw new ApplicationError('channel_none', { model: outline.model, group: caller.group })
  }
  const price = findPrice(domain, caller, outline.model)
  if (domain.settlements.outageMs() > longestOutageMs) throw new ApplicationError('storage_unavailable')
  const wish = estimateHold(price.weighed, outline, domain.options.get('PreConsumedQuota'))
  const hold = await domain.ledger.hold({ userId: caller.userId, tokenId: caller.tokenId, ...wish })
  return { price, hold, stretch: wish.stretch }
}

const findPrice = (domain: Domain, caller: Caller, model: string): ModelPrice => {
  const price =
    domain.prices.find(model, caller) ?? domain.prices.find(domain.pool.bareName(caller.group, model), caller)
  if (price === undefined) throw new ApplicationError('model_unpriced', { model })
  return price
}

/**
 * The prompt is counted carefully high, so the least a call needs is taken as half of it, with all the output the
 * client may have if that is sure to be charged at once.
 */
const estimateHold = (card: WeighedCard, outline: RequestOutline, usualOutput: number) => {
  const maximum = outline.maximumOutput
  const first = outline.stream && maximum !== undefined ? Math.min(maximum, usualOutput) : (maximum ?? usualOutput)
  const sure = outline.stream ? 1 : (maximum ?? 1)
  const cost = (input: number, output: number) =>
    priceWeighed(card, usageOf({ input, output: output * outline.choices }))
  return {
    amount: cost(outline.promptEstimate, first),
    least: cost(Math.ceil(outline.promptEstimate / 2), sure),
    stretch: { tokens: first * outline.choices, amount: cost(0, usualOutput) },
  }
}
