import type { Usage } from '#protocols/usage.ts'
import { type Decimal, multiply, parseDecimal, roundHalfAwayFromZero } from '../lib/decimal.ts'

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
}

/** 500000 quota is one dollar; ratio 1 is one quota per token. */
export const quotaPerDollar = 500_000

/** The one pricing function: what `usage` costs by `card`, in whole quota. */
export const priceUsage = (card: PriceCard, usage: Usage): number => priceWeighed(weigh(card), usage)

/** A card worked out into one weight per usage class, all at the same scale. */
export type WeighedCard = {
  perCall: bigint
  classes: readonly (readonly [keyof Usage, bigint])[]
  scale: number
  free: boolean
}

export const weigh = (card: PriceCard): WeighedCard => {
  const group = parseDecimal(card.groupRatio)
  if (card.modelPrice !== undefined) {
    const price = multiply(multiply(parseDecimal(card.modelPrice), parseDecimal(quotaPerDollar)), group)
    return { perCall: price.units, classes: [], scale: price.scale, free: price.units === 0n }
  }
  const base = multiply(parseDecimal(card.modelRatio), group)
  const weights = Object.entries(ratiosOf(card)).map(
    ([name, ratios]) =>
      [name, ratios.reduce((product, ratio) => multiply(product, parseDecimal(ratio)), base)] as const,
  )
  const scale = Math.max(...weights.map(([, weight]) => weight.scale))
  return {
    perCall: 0n,
    // seam: Object.entries forgets that the names are those of the classes
    classes: weights.map(([name, weight]) => [name as keyof Usage, rescale(weight, scale)] as const),
    scale,
    free: base.units === 0n,
  }
}

export const priceWeighed = (card: WeighedCard, usage: Usage): number => {
  let sum = card.perCall
  let tokens = 0
  for (const [name, weight] of card.classes) {
    const count = usage[name]
    if (count === 0) continue
    tokens += count
    sum += BigInt(count) * weight
  }
  if (card.perCall === 0n && tokens === 0) return 0
  const rounded = roundHalfAwayFromZero({ units: sum, scale: card.scale })
  // Whoever used something that is not free pays at least one unit.
  const quota = rounded === 0n && !card.free ? 1n : rounded
  if (quota > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('a charge is larger than quota can be')
  return Number(quota)
}

const ratiosOf = (card: PriceCard): Record<keyof Usage, readonly number[]> => ({
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

const rescale = (decimal: Decimal, scale: number): bigint => decimal.units * 10n ** BigInt(scale - decimal.scale)
