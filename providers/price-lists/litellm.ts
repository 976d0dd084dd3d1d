import { isObject } from '#protocols/json/json.ts'
import { offerOf, type PriceListReader, withoutMaker } from './price-offer.ts'

/** Models by their names, some behind who serves them, with what a token costs. */
export const litellm: PriceListReader = {
  format: 'LiteLLM',
  read: (list) => {
    if (!isObject(list)) return undefined
    const models = Object.entries(list).filter(([name]) => name !== 'sample_spec')
    if (!models.some(([, told]) => isObject(told) && 'litellm_provider' in told)) return undefined
    return models.map(([name, told]) => {
      if (!isObject(told)) return undefined
      const { model, maker } = withoutMaker(name)
      const by = typeof told.litellm_provider === 'string' ? told.litellm_provider : maker
      const amounts = {
        input: told.input_cost_per_token,
        output: told.output_cost_per_token,
        cacheRead: told.cache_read_input_token_cost,
        cacheWrite: told.cache_creation_input_token_cost,
        perCall: told.output_cost_per_image,
      }
      return offerOf(model, by, amounts, 1)
    })
  },
}
