import type { Ratio } from './token-classes.ts'
import type { ToolKind } from './usage.ts'

/**
 * Where a model costs more for long prompts: the whole call does, once its prompt has more tokens than `above`. What is
 * read costs so many times the usual, and what is written so many times.
 */
export type PriceStep = { above: number; input: number; output: number }

/** Everything a charge depends on. A log row keeps it, so that the charge can be worked out again. */
export type PriceCard = Record<Ratio, number> & {
  /** A fixed price per call in dollars; undefined: by tokens. */
  modelPrice: number | undefined
  modelRatio: number
  groupRatio: number
  /** From the shortest prompts to the longest; a price per call has none. */
  steps?: readonly PriceStep[] | undefined
  /** How many times the usual price this is, for a service that costs more or less; the ratios have it in them already. */
  serviceRatio?: number
  /** What the upstream's own tools cost, in dollars for a thousand calls; those that are not named are free. */
  toolPrices: Readonly<Partial<Record<ToolKind, number>>>
}

/** 500000 quota is one dollar; ratio 1 is one quota per token. */
export const quotaPerDollar = 500_000

/** What a picture costs where the operator set only a ratio: a ratio of 16 is four cents. */
export const picturePrice = (card: PriceCard): PriceCard =>
  card.modelPrice === undefined
    ? { ...card, modelPrice: Number((dollarsOfRatio * card.modelRatio).toPrecision(12)) }
    : card

const dollarsOfRatio = 0.0025
