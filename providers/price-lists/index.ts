import { gatewayPricing, gatewayRatios } from './gateway-prices.ts'
import { litellm } from './litellm.ts'
import { modelsDev } from './models-dev.ts'
import { openrouterModels } from './openrouter-models.ts'
import type { PriceList, PriceListReader, PriceOffer } from './price-offer.ts'

/** Every kind of price list that can be read, one line each. The first that knows a list reads it. */
const readers: readonly PriceListReader[] = [gatewayPricing, gatewayRatios, openrouterModels, litellm, modelsDev]

/** Undefined: of no kind that is known. */
export const readPriceList = (list: unknown): PriceList | undefined => {
  for (const { format, read } of readers) {
    const told = read(list)
    if (told === undefined) continue
    const offers = told.filter((offer): offer is PriceOffer => offer !== undefined)
    return { format, offers, leftOut: told.length - offers.length }
  }
  return undefined
}
