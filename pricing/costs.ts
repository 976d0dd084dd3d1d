import { type Decimal, multiply, parseDecimal } from './decimal.ts'
import { priceTogether, priceWeighed, type WeighedCard, weighedByCall, weighedByToken } from './price.ts'
import { type PriceCard, quotaPerDollar } from './price-card.ts'
import { type TokenClass, tokenClassRows } from './token-classes.ts'
import type { Usage } from './usage.ts'

/** What a vendor charges the operator: dollars for a million tokens, and for a call. */
export type ModelCosts = {
  input?: number | undefined
  output?: number | undefined
  cache_read?: number | undefined
  cache_write?: number | undefined
  call?: number | undefined
}

/** The same worked out: by tokens, by the call, or both. */
export type WeighedCosts = readonly WeighedCard[]

/**
 * Each class has its own price, where a price card has ratios to the input's, which would have to be divided out and
 * are not always whole. What has no price of its own costs what its side does.
 */
export const weighCosts = (costs: ModelCosts): WeighedCosts => {
  const { input, output, call } = costs
  const byToken =
    input === undefined || output === undefined
      ? []
      : [weighedByToken(tokenWeights({ ...costs, input, output }), asItIs)]
  const byCall =
    call === undefined ? [] : [weighedByCall(multiply(parseDecimal(call), parseDecimal(quotaPerDollar)), asItIs)]
  return [...byToken, ...byCall]
}

/** What `usage` costs the operator, in whole quota. */
export const costOf = (costs: WeighedCosts, usage: Usage): number => {
  const [only, ...others] = costs
  if (only === undefined) return 0
  return others.length === 0 ? priceWeighed(only, usage) : priceTogether(costs, usage)
}

type TokenCosts = ModelCosts & { input: number; output: number }

const tokenWeights = (costs: TokenCosts): { name: TokenClass; weight: Decimal }[] =>
  tokenClassRows.map(({ name, side }) => ({
    name,
    weight: multiply(parseDecimal(costs[memberOf[name] ?? side] ?? costs[side]), quotaPerToken),
  }))

/** A dollar for a million tokens. */
const quotaPerToken = parseDecimal(quotaPerDollar / 1_000_000)

const memberOf: Readonly<Partial<Record<TokenClass, keyof ModelCosts>>> = {
  cacheRead: 'cache_read',
  cacheWrite: 'cache_write',
  cacheWriteHour: 'cache_write',
}

/** Users pay at least one unit; a cost is told as it is. The tools of upstreams are not among the costs. */
const asItIs: { card: PriceCard; free: boolean } = {
  free: true,
  card: {
    modelPrice: undefined,
    modelRatio: 0,
    completionRatio: 0,
    cacheRatio: 0,
    cacheCreationRatio: 0,
    cacheCreationHourRatio: 0,
    audioRatio: 0,
    audioCompletionRatio: 0,
    imageRatio: 0,
    imageCompletionRatio: 0,
    groupRatio: 1,
    toolPrices: {},
  },
}
