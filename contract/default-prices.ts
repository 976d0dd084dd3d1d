import { catalogueRows } from './default-catalogue-prices.ts'
import { priceRows, ratioRows } from './default-price-rows.ts'
import { defaultCacheRatio } from './default-ratio-rules.ts'

type Ratios = { ratio: number; completion: number; cache: number }

/**
 * The quotient nearest to the true one: both sides become whole numbers first, because 0.6 / 0.15 is not quite 4 and
 * a third has no last digit. Its error is far below one unit of quota for any number of tokens that can be counted.
 */
export const quotient = (dividend: number, divisor: number): number =>
  Math.round(dividend * 1_000_000) / Math.round(divisor * 1_000_000)

const priced: readonly (readonly [string, Ratios])[] = [...priceRows, ...catalogueRows].flatMap(
  ([input, output, cached, models]) => {
    const free = input === 0
    const ratios = {
      ratio: quotient(input, 2),
      completion: free ? 1 : quotient(output, input),
      cache: free ? 1 : quotient(cached, input),
    }
    return models.split(' ').map((model) => [model, ratios] as const)
  },
)

const rated: readonly (readonly [string, Ratios])[] = ratioRows.flatMap(([ratio, completion, models]) =>
  models.split(' ').map((model) => [model, { ratio, completion, cache: 1 }] as const),
)

const known = [...priced, ...rated]

/** Ratio 1 is 2 dollars per million input tokens, which is one quota per token. */
export const defaultModelRatios: Readonly<Record<string, number>> = Object.fromEntries(
  known.map(([model, { ratio }]) => [model, ratio]),
)

/** The price of output against that of input. */
export const defaultCompletionRatios: Readonly<Record<string, number>> = Object.fromEntries(
  known.map(([model, { completion }]) => [model, completion]),
)

/** The price of input read from a cache against that of fresh input, where it differs or a rule would make it differ. */
export const defaultCacheRatios: Readonly<Record<string, number>> = Object.fromEntries(
  known
    .filter(([model, { cache }]) => cache !== 1 || defaultCacheRatio(model) !== 1)
    .map(([model, { cache }]) => [model, cache]),
)
