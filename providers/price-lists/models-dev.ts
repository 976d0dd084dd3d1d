import { isObject } from '#protocols/json/json.ts'
import { offerOf, type PriceListReader } from './price-offer.ts'

/** Providers by their names, each with its models and what they cost for a million tokens. */
export const modelsDev: PriceListReader = {
  format: 'models.dev',
  read: (list) => {
    if (!isObject(list)) return undefined
    const makers = Object.entries(list).flatMap(([by, told]) =>
      isObject(told) && isObject(told.models) ? [{ by, models: told.models }] : [],
    )
    if (makers.length === 0) return undefined
    return makers.flatMap(({ by, models }) =>
      Object.entries(models).map(([model, told]) => {
        const cost = isObject(told) && isObject(told.cost) ? told.cost : {}
        const amounts = { ...cost, cacheRead: cost.cache_read, cacheWrite: cost.cache_write }
        return offerOf(model, by, amounts, 1_000_000)
      }),
    )
  },
}
