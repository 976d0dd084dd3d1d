import { defaultCacheRatio, defaultCompletionRatio } from '#contract/default-ratio-rules.ts'
import type { PriceOffer } from '#contract/price-lists.ts'
import {
  completionRatioOf,
  inputPriceOf,
  outputPriceOf,
  quotientOf,
  ratioOfInputPrice,
} from '#pricing/price-conversions.ts'
import { type ModelPrices, type PriceTables, priceRow, setPrices } from './price-tables.ts'

/** A list of prices that was read, and where it came from. */
export type ReadList = { name: string; format: string; leftOut: number; offers: readonly PriceOffer[] }

/** What a model costs: dollars for a million tokens of each kind, or for a call. */
export type Costs = {
  input?: number | undefined
  output?: number | undefined
  cacheRead?: number | undefined
  perCall?: number | undefined
}

/** What a list asks for a model, and by how much that would change what it costs at the least and at the most. */
export type Asked = {
  list: string
  offer: PriceOffer
  costs: Costs
  change: { least: number; most: number } | undefined
}

export type PriceDifference = { model: string; now: Costs | undefined; asked: readonly Asked[] }

/**
 * What the lists ask otherwise than it is set, model by model: of those that have a price, and of those in `unset`.
 * What most of them ask stands first.
 */
export const priceDifferences = (
  tables: PriceTables,
  lists: readonly ReadList[],
  unset: readonly string[],
): readonly PriceDifference[] => {
  const asked = new Map<string, { list: string; offer: PriceOffer }[]>()
  for (const { name, offers } of lists) {
    for (const offer of offers) {
      const known = asked.get(offer.model)
      if (known === undefined) asked.set(offer.model, [{ list: name, offer }])
      else known.push({ list: name, offer })
    }
  }
  const named = [...new Set([...Object.keys(tables.ModelRatio), ...Object.keys(tables.ModelPrice), ...unset])]
  return named.flatMap((model) => {
    const now = costsNow(tables, model)
    const told = (asked.get(model) ?? []).map(({ list, offer }) => {
      const costs = costsAsked(offer)
      return { list, offer, costs, change: changeOf(now, costs) }
    })
    const [first, ...others] = mostAskedFirst(told)
    return first === undefined || !differs(now, first.costs) ? [] : [{ model, now, asked: [first, ...others] }]
  })
}

/** Sets what is asked; what the offer does not tell stays as it is. */
export const withOffer = (tables: PriceTables, { model, ...offer }: PriceOffer): PriceTables => {
  if (offer.perCall !== undefined) {
    return setPrices(tables, model, { price: Number(offer.perCall), ratio: undefined, completionRatio: undefined })
  }
  const input = Number(offer.input)
  const prices: ModelPrices = {
    price: undefined,
    ratio: ratioOfInputPrice(input),
    completionRatio:
      offer.output === undefined
        ? priceRow(tables, model).completionRatio
        : completionRatioOf(input, Number(offer.output)),
    ...(offer.cacheRead !== undefined && { kinds: { cacheRead: quotientOf(Number(offer.cacheRead), input) } }),
  }
  return setPrices(tables, model, prices)
}

const costsNow = (tables: PriceTables, model: string): Costs | undefined => {
  const { price, ratio, completionRatio, kinds } = priceRow(tables, model)
  if (price !== undefined) return { perCall: price }
  if (ratio === undefined) return undefined
  return {
    input: inputPriceOf(ratio),
    output: outputPriceOf(ratio, completionRatio ?? defaultCompletionRatio(model)),
    cacheRead: outputPriceOf(ratio, kinds.cacheRead ?? defaultCacheRatio(model)),
  }
}

const costsAsked = ({ input, output, cacheRead, perCall }: PriceOffer): Costs =>
  perCall === undefined
    ? { input: read(input), output: read(output), cacheRead: read(cacheRead) }
    : { perCall: Number(perCall) }

const read = (amount: string | undefined) => (amount === undefined ? undefined : Number(amount))

const kinds = ['input', 'output', 'cacheRead', 'perCall'] as const

const differs = (now: Costs | undefined, asked: Costs): boolean =>
  now === undefined ||
  kinds.some((kind) => {
    const [before, after] = [now[kind], asked[kind]]
    // A price for a call beside one for tokens is a difference; what the offer does not tell is none.
    return after !== undefined && (before === undefined || !isSame(before, after))
  })

const isSame = (one: number, other: number): boolean => Math.abs(one - other) <= 1e-9 * Math.max(one, other)

/** How usage is made of its kinds is not known: what it would cost lies between these. */
const changeOf = (now: Costs | undefined, asked: Costs): Asked['change'] => {
  const factors = kinds.flatMap((kind) => {
    const [before, after] = [now?.[kind], asked[kind]]
    return before === undefined || before === 0 ? [] : after === undefined ? [] : [after / before]
  })
  const stays = kinds.some((kind) => now?.[kind] !== undefined && asked[kind] === undefined)
  if (factors.length === 0) return undefined
  const all = stays ? [...factors, 1] : factors
  return { least: Math.min(...all) - 1, most: Math.max(...all) - 1 }
}

const mostAskedFirst = (asked: readonly Asked[]): readonly Asked[] => {
  const key = ({ costs }: Asked) => kinds.map((kind) => costs[kind] ?? '').join()
  const counts = new Map<string, number>()
  for (const each of asked) counts.set(key(each), (counts.get(key(each)) ?? 0) + 1)
  return asked.toSorted((one, other) => (counts.get(key(other)) ?? 0) - (counts.get(key(one)) ?? 0))
}
