import { weigh } from '#pricing/price.ts'
import type { Domain } from '../domain/domain.ts'
import { type ModelPrice, type PriceAsker, timesPrice } from '../domain/money/prices.ts'
import type { Owed } from '../domain/tasks/owed-answer.ts'

type Live = Pick<Domain, 'pool' | 'prices'>

/**
 * A model's price by the name it is asked for, or else by its name without the prefix of its channels. Whoever goes on
 * without a price pays the usual ratio only where neither name has one.
 */
export const priceOf = (domain: Live, asker: PriceAsker, model: string): ModelPrice | undefined => {
  const price = usualPrice(domain, asker, model)
  return price && timesPrice(price, asker.priceTimes ?? 1)
}

const usualPrice = ({ prices, pool }: Live, asker: PriceAsker, model: string): ModelPrice | undefined => {
  const price = prices.find(model, asker)
  if (price?.isUsual === false) return price
  const bareName = pool.bareName(asker.group, model)
  return bareName === model ? price : (prices.find(bareName, asker) ?? price)
}

/** What is left to pay of an answer that was made in the background: where the call is paid, its tools. */
export const priceOfOwed = (domain: Live, owed: Owed): ModelPrice | undefined => {
  const usual = priceOf(domain, owed, owed.model)
  const price = usual && timesPrice(usual, owed.times ?? 1)
  if (price === undefined || !(owed.isCallPaid ?? price.card.modelPrice !== undefined)) return price
  const card = { ...price.card, modelPrice: 0 }
  return { ...price, card, weighed: weigh(card) }
}
