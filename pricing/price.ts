import { add, type Decimal, isZero, multiply, parseDecimal, roundHalfAwayFromZero } from './decimal.ts'
import { type PriceCard, type PriceStep, quotaPerDollar } from './price-card.ts'
import { type Ratio, type TokenClass, tokenClassRows } from './token-classes.ts'
import { inputTokens, sumWeighed, type ToolCalls, type ToolKind, type Usage, usageOf } from './usage.ts'

/** The one pricing function: what `usage` costs by `card`, in whole quota. */
export const priceUsage = (card: PriceCard, usage: Usage): number => priceWeighed(weigh(card), usage)

/**
 * A card worked out into one whole-number weight per usage class; `scale` is how many of them make one quota. Plain
 * numbers do while they stay exact, which is nearly always; beyond that the same is done with big ones.
 */
export type WeighedCard = {
  perCall: bigint
  /** The fixed price before it was rounded: several calls are rounded once. */
  exactCall: Decimal
  classes: readonly { name: TokenClass; weight: bigint }[]
  /** The same weights by name. */
  plain: Readonly<Record<TokenClass, number>>
  scale: bigint
  /** The digits of the scale. */
  digits: number
  plainScale: number
  free: boolean
  card: PriceCard
  /** The same card for long prompts, from the longest to the shortest. */
  steps: readonly { above: number; weighed: WeighedCard }[]
}

export const weigh = (card: PriceCard): WeighedCard => ({
  ...weighAt(card, undefined),
  steps: stepsOf(card)
    .map((step) => ({ above: step.above, weighed: weighAt(card, step) }))
    .reverse(),
})

const stepsOf = ({ modelPrice, steps = [] }: PriceCard): readonly PriceStep[] => (modelPrice === undefined ? steps : [])

/** The step that a prompt of so many tokens falls in; undefined: the usual price. */
export const stepOf = (card: PriceCard, promptTokens: number): PriceStep | undefined =>
  stepsOf(card).findLast(({ above }) => promptTokens > above)

/** What counts for a prompt of so many tokens, however the rest of the call turns out. */
export const weighedFor = (card: WeighedCard, promptTokens: number): WeighedCard =>
  card.steps.find(({ above }) => promptTokens > above)?.weighed ?? card

const weighAt = (card: PriceCard, step: PriceStep | undefined): WeighedCard => {
  const group = parseDecimal(card.groupRatio)
  if (card.modelPrice !== undefined) {
    const price = multiply(multiply(parseDecimal(card.modelPrice), parseDecimal(quotaPerDollar)), group)
    return weighedByCall(price, { card, free: price.units === 0n })
  }
  const base = multiply(parseDecimal(card.modelRatio), group)
  const bases = step && {
    input: multiply(base, parseDecimal(step.input)),
    output: multiply(base, parseDecimal(step.output)),
  }
  const weights = tokenClassRows.map(({ name, side, ratios }) => ({
    name,
    weight: timesRatios(bases?.[side] ?? base, card, ratios),
  }))
  return weighedByToken(weights, { card, free: base.units === 0n })
}

/** `free`: it may come to nothing whatever was used. */
type Kept = Pick<WeighedCard, 'card' | 'free'>

/** What a call costs, in quota. */
export const weighedByCall = (price: Decimal, { card, free }: Kept): WeighedCard => ({
  perCall: atLeastOne(roundHalfAwayFromZero(price), free),
  exactCall: price,
  classes: [],
  plain: sameForAll(0),
  scale: 1n,
  digits: 0,
  plainScale: 1,
  free,
  card,
  steps: [],
})

/** What a token of each class costs, in quota. */
export const weighedByToken = (
  weights: readonly { name: TokenClass; weight: Decimal }[],
  { card, free }: Kept,
): WeighedCard => {
  const digits = Math.max(...weights.map(({ weight }) => weight.scale))
  const scale = 10n ** BigInt(digits)
  const classes = weights.map(({ name, weight }) => ({
    name,
    weight: weight.units * 10n ** BigInt(digits - weight.scale),
  }))
  const plain = sameForAll(0)
  for (const { name, weight } of classes) plain[name] = Number(weight)
  return {
    perCall: 0n,
    exactCall: { units: 0n, scale: 0 },
    classes,
    plain,
    scale,
    digits,
    plainScale: Number(scale),
    free,
    card,
    steps: [],
  }
}

const timesRatios = (base: Decimal, card: PriceCard, ratios: readonly Ratio[]): Decimal =>
  ratios.reduce((product, ratio) => multiply(product, parseDecimal(card[ratio])), base)

export const priceWeighed = (stepped: WeighedCard, usage: Usage): number => {
  const card = stepped.steps.length === 0 ? stepped : weighedFor(stepped, inputTokens(usage))
  if (usage.tools !== undefined) return priceWithTools(card, usage, usage.tools)
  if (card.classes.length === 0) return safeQuota(priceCalls(card, usage.calls))
  if (sumWeighed(onlyCounted, usage) === 0) return 0
  const sum = sumWeighed(card.plain, usage)
  // Twice the sum is rounded below: up to here no step can have lost a digit.
  const exact = sum < largestExact && card.plainScale < largestExact
  const quota = exact ? divideRounded(sum, card.plainScale) : safeQuota(sumExactly(card, usage))
  return quota === 0 && !card.free ? 1 : quota
}

/** Tools cost beside whatever else the call costs; the sum is rounded once. */
const priceWithTools = (weighed: WeighedCard, usage: Usage, tools: ToolCalls): number => {
  const fees = feesOf(weighed.card, tools)
  const used = weighed.classes.length === 0 || sumWeighed(onlyCounted, usage) > 0
  const free = (weighed.free || !used) && isZero(fees)
  return safeQuota(atLeastOne(roundHalfAwayFromZero(add(exactPrice(weighed, usage), fees)), free))
}

/** What several cards come to for one usage, without tools and least units; the sum is rounded once. */
export const priceTogether = (cards: readonly WeighedCard[], usage: Usage): number =>
  safeQuota(roundHalfAwayFromZero(cards.map((card) => exactPrice(card, usage)).reduce(add)))

const exactPrice = (weighed: WeighedCard, usage: Usage): Decimal =>
  weighed.classes.length === 0
    ? multiply(weighed.exactCall, parseDecimal(usage.calls === 0 ? 1 : usage.calls))
    : { units: exactSum(weighed, usage), scale: weighed.digits }

const feesOf = ({ toolPrices, groupRatio }: PriceCard, tools: ToolCalls): Decimal => {
  let fees: Decimal = { units: 0n, scale: 0 }
  for (const { tool, calls } of toolLines(tools)) {
    fees = add(fees, multiply(parseDecimal(toolPrices[tool] ?? 0), parseDecimal(calls)))
  }
  return multiply(multiply(fees, parseDecimal(quotaPerDollar / 1000)), parseDecimal(groupRatio))
}

/** The calls of tools one by one, as a log row lists them. */
export const toolLines = (tools: ToolCalls): { tool: ToolKind; calls: number }[] =>
  // seam: Object.entries forgets that the names are those of tools
  Object.entries(tools).map(([tool, calls]) => ({ tool: tool as ToolKind, calls }))

const priceCalls = ({ perCall, exactCall, free }: WeighedCard, calls: number): bigint => {
  if (calls === 0 || calls === 1) return perCall
  return atLeastOne(roundHalfAwayFromZero(multiply(exactCall, parseDecimal(calls))), free)
}

/** Whoever used something that is not free pays at least one unit. */
const atLeastOne = (quota: bigint, free: boolean): bigint => (quota === 0n && !free ? 1n : quota)

const largestExact = 2 ** 52

const divideRounded = (sum: number, scale: number): number => {
  const rest = sum % scale
  return (sum - rest) / scale + (2 * rest >= scale ? 1 : 0)
}

const sumExactly = (card: WeighedCard, usage: Usage): bigint =>
  (2n * exactSum(card, usage) + card.scale) / (2n * card.scale)

const exactSum = ({ classes }: WeighedCard, usage: Usage): bigint => {
  let sum = 0n
  for (const { name, weight } of classes) sum += BigInt(usage[name]) * weight
  return sum
}

const safeQuota = (quota: bigint): number => {
  if (quota > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('a charge is larger than quota can be')
  return Number(quota)
}

const sameForAll = (weight: number): Record<TokenClass, number> => {
  const weights: Record<TokenClass, number> = usageOf({})
  for (const { name } of tokenClassRows) weights[name] = weight
  return weights
}
const onlyCounted = sameForAll(1)
