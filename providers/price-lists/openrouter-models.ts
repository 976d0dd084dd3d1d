import { isObject } from '#protocols/json/json.ts'
import { offerOf, type PriceListReader, withoutMaker } from './price-offer.ts'

/** A list of models behind their makers' names, with what a token costs. */
export const openrouterModels: PriceListReader = {
  format: 'OpenRouter',
  read: (list) => {
    const models = isObject(list) && Array.isArray(list.data) ? list.data.filter(isObject) : []
    if (!models.some(({ pricing }) => isObject(pricing) && 'prompt' in pricing)) return undefined
    return models.map(({ id, pricing }) => {
      if (typeof id !== 'string' || !isObject(pricing)) return undefined
      const { model, maker } = withoutMaker(id)
      const amounts = {
        input: pricing.prompt,
        output: pricing.completion,
        cacheRead: pricing.input_cache_read,
        cacheWrite: pricing.input_cache_write,
        perCall: pricing.request,
      }
      return offerOf(model, maker, amounts, 1)
    })
  },
}
