import { formatOption, parseOption } from '#contract/option-text.ts'
import { type KindRatios, kindOptions, kindsOf, type PriceKind } from './price-kinds.ts'

export const priceOptions = ['ModelPrice', 'ModelRatio', 'CompletionRatio', ...Object.values(kindOptions)] as const
export type PriceOption = (typeof priceOptions)[number]
export type PriceTexts = Readonly<Record<PriceOption, string>>

type Amounts = Readonly<Record<string, number>>
/** The options that together price the models. */
export type PriceTables = Readonly<Record<PriceOption, Amounts>>

/** What one model costs: a price per request, or ratios. The ratio of a kind that is not named stays as it is set. */
export type ModelPrices = {
  price: number | undefined
  ratio: number | undefined
  completionRatio: number | undefined
  kinds?: Partial<KindRatios>
}
export type PriceRow = ModelPrices & { name: string; kinds: KindRatios }

/** The same asked of each option. */
export const ofEach = <Value>(of: (option: PriceOption) => Value): Record<PriceOption, Value> => ({
  ModelPrice: of('ModelPrice'),
  ModelRatio: of('ModelRatio'),
  CompletionRatio: of('CompletionRatio'),
  CacheRatio: of('CacheRatio'),
  CreateCacheRatio: of('CreateCacheRatio'),
  ImageRatio: of('ImageRatio'),
  AudioRatio: of('AudioRatio'),
  AudioCompletionRatio: of('AudioCompletionRatio'),
})

/** Reads the options' texts; answers which of them cannot be read. */
export const readTables = (
  texts: PriceTexts,
): { ok: true; tables: PriceTables } | { ok: false; option: PriceOption } => {
  const read = ofEach((option) => parseOption(option, texts[option]))
  const broken = priceOptions.find((option) => !read[option].ok)
  if (broken !== undefined) return { ok: false, option: broken }
  return {
    ok: true,
    tables: ofEach((option) => {
      const table = read[option]
      return table.ok ? table.value : {}
    }),
  }
}

export const writeTables = (tables: PriceTables): PriceTexts => ofEach((option) => formatOption(option, tables[option]))

/** What makes a price by itself: a share of a cached token or of a picture is none. */
const pricing = ['ModelPrice', 'ModelRatio', 'CompletionRatio'] as const

/** Every model that any of these tables names, by name. */
export const priceRows = (tables: PriceTables): readonly PriceRow[] => {
  const names = new Set(pricing.flatMap((option) => Object.keys(tables[option])))
  return [...names].sort(byName.compare).map((name) => priceRow(tables, name))
}

export const priceRow = (tables: PriceTables, name: string): PriceRow => ({
  name,
  price: lookUp(tables.ModelPrice, name),
  ratio: lookUp(tables.ModelRatio, name),
  completionRatio: lookUp(tables.CompletionRatio, name),
  kinds: kindsOf((kind) => lookUp(tables[kindOptions[kind]], name)),
})

export const isNamed = (tables: PriceTables, name: string): boolean =>
  pricing.some((option) => Object.hasOwn(tables[option], name))

/** Gives a model exactly these prices; what is undefined is taken out, and the ratio of a kind not named stays. */
export const setPrices = (tables: PriceTables, name: string, { kinds = {}, ...prices }: ModelPrices): PriceTables => {
  const withKind = (kind: PriceKind) => {
    const table = tables[kindOptions[kind]]
    return kind in kinds ? withEntry(table, name, kinds[kind]) : table
  }
  return {
    ModelPrice: withEntry(tables.ModelPrice, name, prices.price),
    ModelRatio: withEntry(tables.ModelRatio, name, prices.ratio),
    CompletionRatio: withEntry(tables.CompletionRatio, name, prices.completionRatio),
    CacheRatio: withKind('cacheRead'),
    CreateCacheRatio: withKind('cacheWrite'),
    ImageRatio: withKind('image'),
    AudioRatio: withKind('audio'),
    AudioCompletionRatio: withKind('audioOutput'),
  }
}

/** Takes out whatever is set for a model, as its row shows it. */
export const removeModel = (tables: PriceTables, name: string): PriceTables => setPrices(tables, name, noPrices)

export const noPrices: ModelPrices & { kinds: KindRatios } = {
  ...{ price: undefined, ratio: undefined, completionRatio: undefined },
  kinds: kindsOf(() => undefined),
}

/** Whether a model has a price and ratios too: then only the price counts. */
export const hasConflict = ({ price, ratio, completionRatio }: ModelPrices): boolean =>
  price !== undefined && (ratio !== undefined || completionRatio !== undefined)

/** The models that cannot be used because nothing says what they cost. */
export const unsetModels = (enabled: readonly string[], tables: PriceTables): readonly string[] =>
  [...new Set(enabled)]
    .filter((name) => !Object.hasOwn(tables.ModelPrice, name) && !Object.hasOwn(tables.ModelRatio, name))
    .sort(byName.compare)

const byName = new Intl.Collator('en', { numeric: true })

const lookUp = (table: Amounts, name: string): number | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

const withEntry = (table: Amounts, name: string, amount: number | undefined): Amounts => {
  if (lookUp(table, name) === amount) return table
  const entries = new Map(Object.entries(table))
  if (amount === undefined) entries.delete(name)
  else entries.set(name, amount)
  return Object.fromEntries(entries)
}
