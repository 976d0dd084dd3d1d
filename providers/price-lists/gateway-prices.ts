import { multiply, parseDecimal, toNumber } from '#pricing/decimal.ts'
import { isObject } from '#protocols/json/json.ts'
import { offerOf, type PriceListReader } from './price-offer.ts'

const by = 'gateway'

/** What ratio 1 costs: dollars for a million tokens. */
const dollarsPerRatio = 2

type Ratios = { ratio: unknown; completion: unknown; cache: unknown; cacheWrite: unknown; perCall: unknown }

/** What another gateway of this family asks, told as `/api/pricing` tells it: model by model. */
export const gatewayPricing: PriceListReader = {
  format: '/api/pricing',
  read: (list) => {
    const models = isObject(list) && Array.isArray(list.data) ? list.data.filter(isObject) : []
    if (!models.some((told) => 'model_ratio' in told && 'model_name' in told)) return undefined
    return models.map((told) => {
      const perCall = told.quota_type === 1 ? told.model_price : undefined
      const [completion, cache] = [told.completion_ratio, told.cache_ratio]
      const [ratio, cacheWrite] = [told.model_ratio, told.cache_creation_ratio]
      return offerOfRatios(String(told.model_name ?? ''), { ratio, completion, cache, cacheWrite, perCall })
    })
  },
}

/** The same, told as `/api/ratio_config` tells it: a table for each ratio. */
export const gatewayRatios: PriceListReader = {
  format: '/api/ratio_config',
  read: (list) => {
    const told = isObject(list) && isObject(list.data) ? list.data : list
    if (!isObject(told) || !isObject(told.model_ratio)) return undefined
    const table = (name: string): Record<string, unknown> => {
      const found = told[name]
      return isObject(found) ? found : {}
    }
    const [ratios, prices] = [table('model_ratio'), table('model_price')]
    const [completions, caches, writes] = ['completion_ratio', 'cache_ratio', 'create_cache_ratio'].map(table)
    return [...new Set([...Object.keys(ratios), ...Object.keys(prices)])].map((model) =>
      offerOfRatios(model, {
        ratio: ratios[model],
        completion: completions?.[model],
        cache: caches?.[model],
        cacheWrite: writes?.[model],
        perCall: prices[model],
      }),
    )
  },
}

const offerOfRatios = (model: string, { ratio, completion, cache, cacheWrite, perCall }: Ratios) => {
  if (perCall !== undefined) return offerOf(model, by, { perCall }, 1_000_000)
  const input = times(ratio, dollarsPerRatio)
  const amounts = {
    output: times(input, completion),
    cacheRead: times(input, cache),
    cacheWrite: times(input, cacheWrite),
  }
  return offerOf(model, by, { input, ...amounts }, 1_000_000)
}

const times = (one: unknown, other: unknown): number | undefined =>
  typeof one === 'number' && typeof other === 'number'
    ? toNumber(multiply(parseDecimal(one), parseDecimal(other)))
    : undefined
