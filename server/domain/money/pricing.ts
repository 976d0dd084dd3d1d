import type { ToolCalls, ToolKind, Usage } from '#protocols/counting/usage.ts'
import { add, type Decimal, isZero, multiply, parseDecimal, roundHalfAwayFromZero } from '../../lib/decimal.ts'

/** Everything a charge depends on. A log row keeps it, so that the charge can be worked out again. */
export type PriceCard = {
  /** A fixed price per call in dollars; undefined: by tokens. */
  modelPrice: number | undefined
  modelRatio: number
  completionRatio: number
  cacheRatio: number
  cacheCreationRatio: number
  cacheCreationHourRatio: number
  audioRatio: number
  audioCompletionRatio: number
  imageRatio: number
  imageCompletionRatio: number
  groupRatio: number
  /** How many times the usual price this is, for a service that costs more or less; the ratios have it in them already. */
  serviceRatio?: number
  /** What the upstream's own tools cost, in dollars for a thousand calls; those that are not named are free. */
  toolPrices: Readonly<Partial<Record<ToolKind, number>>>
}

/** 500000 quota is one dollar; ratio 1 is one quota per token. */
const quotaPerDollar = 500_000

/** The one pricing function: what `usage` costs by `card`, in whole quota. */
export const priceUsage = (card: PriceCard, usage: Usage): number => priceWeighed(weigh(card), usage)

type TokenClass = Exclude<keyof Usage, 'calls' | 'tools'>

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
}

export const weigh = (card: PriceCard): WeighedCard => {
  const group = parseDecimal(card.groupRatio)
  if (card.modelPrice !== undefined) {
    const price = multiply(multiply(parseDecimal(card.modelPrice), parseDecimal(quotaPerDollar)), group)
    const perCall = roundHalfAwayFromZero(price)
    const free = price.units === 0n
    return {
      perCall: atLeastOne(perCall, free),
      exactCall: price,
      classes: [],
      plain: weightless,
      scale: 1n,
      digits: 0,
      plainScale: 1,
      free,
      card,
    }
  }
  const base = multiply(parseDecimal(card.modelRatio), group)
  const weights = Object.entries(ratiosOf(card)).map(
    ([name, ratios]) =>
      [name, ratios.reduce((product, ratio) => multiply(product, parseDecimal(ratio)), base)] as const,
  )
  const digits = Math.max(...weights.map(([, weight]) => weight.scale))
  const scale = 10n ** BigInt(digits)
  const classes = weights.map(([name, decimal]) => {
    const weight = decimal.units * 10n ** BigInt(digits - decimal.scale)
    // seam: Object.entries forgets that the names are those of the classes
    return { name: name as TokenClass, weight }
  })
  const plain = { ...weightless }
  for (const { name, weight } of classes) plain[name] = Number(weight)
  return {
    perCall: 0n,
    exactCall: { units: 0n, scale: 0 },
    classes,
    plain,
    scale,
    digits,
    plainScale: Number(scale),
    free: base.units === 0n,
    card,
  }
}

export const priceWeighed = (card: WeighedCard, usage: Usage): number => {
  if (usage.tools !== undefined) return priceWithTools(card, usage, usage.tools)
  if (card.classes.length === 0) return safeQuota(priceCalls(card, usage.calls))
  if (sumPlainly(onlyCounted, usage) === 0) return 0
  const sum = sumPlainly(card.plain, usage)
  // Twice the sum is rounded below: up to here no step can have lost a digit.
  const exact = sum < largestExact && card.plainScale < largestExact
  const quota = exact ? divideRounded(sum, card.plainScale) : safeQuota(sumExactly(card, usage))
  return quota === 0 && !card.free ? 1 : quota
}

/** Tools cost beside whatever else the call costs; the sum is rounded once. */
const priceWithTools = (weighed: WeighedCard, usage: Usage, tools: ToolCalls): number => {
  const byCall = weighed.classes.length === 0
  const own = byCall
    ? multiply(weighed.exactCall, parseDecimal(usage.calls === 0 ? 1 : usage.calls))
    : { units: exactSum(weighed, usage), scale: weighed.digits }
  const fees = feesOf(weighed.card, tools)
  const used = byCall || sumPlainly(onlyCounted, usage) > 0
  const free = (weighed.free || !used) && isZero(fees)
  return safeQuota(atLeastOne(roundHalfAwayFromZero(add(own, fees)), free))
}

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

/** Written out: it is called several times a call, and looking names up one by one takes ten times as long. */
const sumPlainly = (weights: Readonly<Record<TokenClass, number>>, usage: Usage): number =>
  usage.input * weights.input +
  usage.cacheRead * weights.cacheRead +
  usage.cacheWrite * weights.cacheWrite +
  usage.cacheWriteHour * weights.cacheWriteHour +
  usage.output * weights.output +
  usage.reasoning * weights.reasoning +
  usage.audioInput * weights.audioInput +
  usage.audioOutput * weights.audioOutput +
  usage.imageInput * weights.imageInput +
  usage.imageOutput * weights.imageOutput

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

const sameForAll = (weight: number): Record<TokenClass, number> => ({
  input: weight,
  cacheRead: weight,
  cacheWrite: weight,
  cacheWriteHour: weight,
  output: weight,
  reasoning: weight,
  audioInput: weight,
  audioOutput: weight,
  imageInput: weight,
  imageOutput: weight,
})
const weightless = sameForAll(0)
const onlyCounted = sameForAll(1)

const ratiosOf = (card: PriceCard): Record<TokenClass, readonly number[]> => ({
  input: [],
  cacheRead: [card.cacheRatio],
  cacheWrite: [card.cacheCreationRatio],
  cacheWriteHour: [card.cacheCreationHourRatio],
  output: [card.completionRatio],
  reasoning: [card.completionRatio],
  audioInput: [card.audioRatio],
  audioOutput: [card.audioRatio, card.audioCompletionRatio],
  imageInput: [card.imageRatio],
  imageOutput: [card.imageCompletionRatio],
})

/** What a picture costs where the operator set only a ratio: a ratio of 16 is four cents. */
export const picturePrice = (card: PriceCard): PriceCard =>
  card.modelPrice === undefined
    ? { ...card, modelPrice: Number((dollarsOfRatio * card.modelRatio).toPrecision(12)) }
    : card

const dollarsOfRatio = 0.0025
