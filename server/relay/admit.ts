import { ApplicationError } from '#contract/errors.ts'
import type { RequestOutline } from '#protocols/protocol.ts'
import { usageOf } from '#protocols/usage.ts'
import type { Hold } from '../domain/accounts.ts'
import type { Domain } from '../domain/domain.ts'
import type { ModelPrice } from '../domain/prices.ts'
import { picturePrice, priceWeighed, type WeighedCard, weigh } from '../domain/pricing.ts'
import type { Caller } from './authenticate.ts'
import type { Call } from './call.ts'
import { priceOf } from './price-of.ts'

/** After this long without a database, calls that would have to be charged later are no longer begun. */
const longestOutageMs = 60_000

export type Admission = {
  price: ModelPrice
  /** Set where the price is by the piece for want of better, and the upstream may tell tokens yet. */
  priceByTokens: ModelPrice | undefined
  hold: Hold
  /** Output tokens that the hold pays for. */
  coveredOutput: number
  /** By how much the hold grows when a stream goes on. */
  stretch: { tokens: number; amount: number }
}

/**
 * Refuses the call, or sets aside what it will probably cost: never both. Answers without a promise where nothing has to
 * be waited for.
 */
export const admit = (domain: Domain, caller: Caller, call: Call): Admission | Promise<Admission> => {
  const { outline } = call
  if (caller.models !== undefined && !caller.models.has(outline.model)) {
    throw new ApplicationError('model_forbidden', { model: outline.model })
  }
  if (caller.pinnedChannel === undefined && domain.pool.candidates(caller.group, outline.model).length === 0) {
    throw new ApplicationError('channel_none', { model: outline.model, group: caller.group })
  }
  const found = findPrice(domain, caller, outline.model)
  const price = outline.knownUsage !== undefined && outline.knownUsage.calls > 0 ? byThePiece(found) : found
  if (domain.settlements.outageMs() > longestOutageMs) throw new ApplicationError('storage_unavailable')
  const wish = estimateHold(price.weighed, outline, domain.options.get('PreConsumedQuota'))
  const { amount, least, leastBeside } = wish
  const admission = (hold: Hold): Admission => ({
    price,
    priceByTokens: price === found ? undefined : found,
    hold,
    coveredOutput: wish.coveredBy(hold.amount),
    stretch: wish.stretch,
  })
  const wanted = { userId: caller.userId, tokenId: caller.tokenId, amount, least, leastBeside }
  const held = domain.ledger.holdNow(wanted)
  return held === undefined ? domain.ledger.hold(wanted).then(admission) : admission(held)
}

const byThePiece = (price: ModelPrice): ModelPrice => {
  const card = picturePrice(price.card)
  return card === price.card ? price : { ...price, card, weighed: weigh(card) }
}

const findPrice = (domain: Domain, caller: Caller, model: string): ModelPrice => {
  const price = priceOf(domain, caller, model)
  if (price === undefined) throw new ApplicationError('model_unpriced', { model })
  return price
}

/**
 * The prompt is counted high, so the least a call needs is taken with the least it can be where nothing else is under
 * way, and with all the output the client may have where that comes at once. Each tool that is offered may be called.
 */
const estimateHold = (card: WeighedCard, outline: RequestOutline, usualOutput: number) => {
  const { choices, knownUsage, maximumOutput, offeredTools, promptEstimate } = outline
  if (knownUsage !== undefined) return holdExactly(priceWeighed(card, knownUsage))
  const usual = Math.max(1, usualOutput)
  const first = outline.stream ? Math.min(maximumOutput ?? usual, usual) : (maximumOutput ?? usual)
  const sure = outline.stream ? 1 : (maximumOutput ?? 1)
  const cost = (input: number, output: number) =>
    priceWeighed(card, usageOf({ input, output: output * choices, tools: offeredTools }))
  const amount = cost(promptEstimate, first)
  const leastPrompt = leastPromptEstimate(outline)
  const stretchAmount = priceWeighed(card, usageOf({ output: usual * choices }))
  return {
    amount,
    least: cost(leastPrompt, sure),
    leastBeside: cost(promptEstimate, sure),
    stretch: { tokens: usual * choices, amount: stretchAmount },
    coveredBy: (held: number): number => {
      if (held >= amount) return first * choices
      return Math.max(0, Math.floor(((held - cost(leastPrompt, 0)) * usual * choices) / stretchAmount))
    },
  }
}

const holdExactly = (amount: number) => ({
  amount,
  least: amount,
  leastBeside: amount,
  stretch: { tokens: 1, amount: 0 },
  coveredBy: () => 0,
})

/** The prompt is estimated high; this is as little as it can well be. */
export const leastPromptEstimate = (outline: RequestOutline): number => Math.ceil(outline.promptEstimate / 2)
