import { defaultCompletionRatio } from '#contract/default-ratio-rules.ts'
import { type SeenPriceList, seenPriceLists } from '#contract/price-lists.ts'
import { inputPriceOf, outputPriceOf } from '#pricing/price-conversions.ts'
import type { PriceOffer } from '#providers/price-lists/price-offer.ts'
import type { Database } from '../../db/database.ts'
import { claimPriceCheck, findPriceCheck, keepPriceCheck } from '../../db/price-checks.ts'
import { nowSeconds } from '../../lib/clock.ts'
import type { Domain } from '../domain.ts'
import type { PriceLists } from './price-lists.ts'

/** Looks at the operator's lists of prices by the clock and notes what differs; no price is changed by it. */
export type PriceChecks = {
  lookDue: () => Promise<void>
  latest: () => Promise<{ checked_at: number; lists: SeenPriceList[] }>
}

type Parts = {
  domain: Pick<Domain, 'clock' | 'notifications' | 'options'>
  database: Database
  priceLists: PriceLists
}

/** More names than this nobody reads; how many there are is told. */
const mostNamed = 50

export const createPriceChecks = ({ domain, database, priceLists }: Parts): PriceChecks => {
  const { clock, notifications, options } = domain

  const latest = async () => {
    const row = await findPriceCheck(database.query)
    return { checked_at: row?.checked_at ?? 0, lists: row ? seenPriceLists.parse(JSON.parse(row.seen)) : [] }
  }

  const lookAt = async (address: string): Promise<SeenPriceList> => {
    try {
      const models = differingModels({ options }, (await priceLists.at(address)).offers)
      return { address, answered: true, count: models.length, models: models.slice(0, mostNamed) }
    } catch {
      return { address, answered: false, count: 0, models: [] }
    }
  }

  return {
    latest,
    lookDue: async () => {
      const hours = options.get('PriceListCheckHours')
      const addresses = [...new Set(options.get('PriceListAddresses').map((line) => line.trim()))].filter(Boolean)
      if (hours === 0 || addresses.length === 0) return
      const now = nowSeconds(clock)
      if (!(await claimPriceCheck(database.query, { now, due: now - hours * 3600 }))) return
      const before = (await latest()).lists
      const lists: SeenPriceList[] = []
      for (const address of addresses) lists.push(await lookAt(address))
      await keepPriceCheck(database.query, JSON.stringify(lists))
      const known = new Set(before.flatMap(({ models }) => models))
      const fresh = new Set(lists.flatMap(({ models }) => models).filter((model) => !known.has(model)))
      // What was told once is not told again every few hours.
      if (fresh.size > 0) notifications.notifyRoot('price_lists', otherPricesNotice(fresh.size))
    },
  }
}

/** Models with a price here that nobody in the list asks: of several sellers one that agrees is enough. */
const differingModels = ({ options }: Pick<Domain, 'options'>, offers: readonly PriceOffer[]): string[] => {
  const [prices, ratios, completions] = [
    options.get('ModelPrice'),
    options.get('ModelRatio'),
    options.get('CompletionRatio'),
  ]
  const of = (table: Readonly<Record<string, number>>, model: string) =>
    Object.hasOwn(table, model) ? table[model] : undefined
  const agrees = ({ model, input, output, perCall }: PriceOffer): boolean => {
    const [price, ratio = 0] = [of(prices, model), of(ratios, model)]
    if (price !== undefined || perCall !== undefined) return isSame(price, perCall)
    const completion = of(completions, model) ?? defaultCompletionRatio(model)
    return (
      isSame(inputPriceOf(ratio), input) && (output === undefined || isSame(outputPriceOf(ratio, completion), output))
    )
  }
  const isPriced = (model: string) => of(prices, model) !== undefined || of(ratios, model) !== undefined
  return [...Map.groupBy(offers, ({ model }) => model)]
    .filter(([model, asked]) => isPriced(model) && !asked.some(agrees))
    .map(([model]) => model)
    .sort()
}

const isSame = (one: number | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && Math.abs(one - Number(other)) <= 1e-9 * Math.max(one, Number(other))

export const otherPricesNotice = (count: number) => ({
  title: {
    en: 'Lists ask other prices',
    zh: '价格列表有变化',
    ja: '価格リストの価格が異なります',
    fr: 'Des listes demandent d’autres prix',
    ru: 'В прайс-листах другие цены',
    vi: 'Bảng giá bên ngoài có giá khác',
  },
  text: {
    en: `${count} more models are asked other prices for than are set here. Nothing was changed.`,
    zh: `又有 ${count} 个模型的列表价格与此处设置不同。未作任何更改。`,
    ja: `価格リストの価格がここでの設定と異なるモデルが、新たに${count}件あります。何も変更されていません。`,
    fr: `Modèles dont le prix demandé diffère désormais de celui réglé ici : ${count}. Rien n’a été modifié.`,
    ru: `Моделей, цены которых теперь отличаются от заданных здесь: ${count}. Ничего не изменено.`,
    vi: `Có thêm ${count} mô hình có giá khác với giá đặt ở đây. Không có gì thay đổi.`,
  },
  values: [count],
})
