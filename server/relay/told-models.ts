import { decimalText, multiply, parseDecimal } from '#pricing/decimal.ts'
import { type PriceCard, quotaPerDollar } from '#pricing/price-card.ts'
import type { TellsModels, ToldPrice } from '#protocols/told-model.ts'
import { factsOf } from '#providers/models/index.ts'
import type { Domain } from '../domain/domain.ts'
import type { Caller } from './authenticate.ts'
import { priceOf } from './price-of.ts'

type Live = Pick<Domain, 'pool' | 'prices'>

/** What lists tell of each model: what is publicly known of it, and what it costs this caller. */
export const toldModels =
  (domain: Live, caller: Caller): TellsModels =>
  (model) => {
    const facts = factsOf(model) ?? factsOf(domain.pool.bareName(caller.group, model))
    const card = priceOf(domain, caller, model)?.card
    return {
      context: facts?.context,
      output: facts?.output,
      takes: facts?.takes,
      gives: facts && (facts.gives ?? ['text']),
      able: facts?.able,
      price: card && priceByCard(card),
    }
  }

/** For prompts of the usual length. */
const priceByCard = (card: PriceCard): ToldPrice => {
  const { modelPrice, modelRatio, groupRatio, completionRatio, cacheRatio, cacheCreationRatio } = card
  if (modelPrice !== undefined) return { ...free, request: dollars(modelPrice, groupRatio) }
  const perToken = (ratio: number) => dollars(modelRatio, groupRatio, ratio, 1 / quotaPerDollar)
  return {
    ...free,
    prompt: perToken(1),
    completion: perToken(completionRatio),
    cacheRead: perToken(cacheRatio),
    cacheWrite: perToken(cacheCreationRatio),
  }
}

const free: ToldPrice = { prompt: '0', completion: '0', request: '0', cacheRead: '0', cacheWrite: '0' }

/** Ratios may be quotients without a last digit: ten digits that count are more than anybody reads. */
const dollars = (...factors: readonly number[]): string => {
  const exact = factors.map((factor) => parseDecimal(factor)).reduce(multiply)
  return decimalText(exact, 10)
}
