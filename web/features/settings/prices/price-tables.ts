import { formatOption, parseOption } from '#contract/option-text.ts'

export const priceOptions = ['ModelPrice', 'ModelRatio', 'CompletionRatio', 'CacheRatio'] as const
export type PriceOption = (typeof priceOptions)[number]
export type PriceTexts = Readonly<Record<PriceOption, string>>

type Amounts = Readonly<Record<string, number>>
/** The three options that together price the models. */
export type PriceTables = Readonly<Record<PriceOption, Amounts>>

/** What one model costs: a price per request, or ratios. Without a cache ratio the one that is set stays. */
export type ModelPrices = {
  price: number | undefined
  ratio: number | undefined
  completionRatio: number | undefined
  cacheRatio?: number | undefined
}
export type PriceRow = ModelPrices & { name: string }

/** Reads the options' texts; answers which of them cannot be read. */
export const readTables = (
  texts: PriceTexts,
): { ok: true; tables: PriceTables } | { ok: false; option: PriceOption } => {
  const [price, ratio, completionRatio, cacheRatio] = [
    parseOption('ModelPrice', texts.ModelPrice),
    parseOption('ModelRatio', texts.ModelRatio),
    parseOption('CompletionRatio', texts.CompletionRatio),
    parseOption('CacheRatio', texts.CacheRatio),
  ]
  if (!price.ok) return { ok: false, option: 'ModelPrice' }
  if (!ratio.ok) return { ok: false, option: 'ModelRatio' }
  if (!completionRatio.ok) return { ok: false, option: 'CompletionRatio' }
  if (!cacheRatio.ok) return { ok: false, option: 'CacheRatio' }
  return {
    ok: true,
    tables: {
      ModelPrice: price.value,
      ModelRatio: ratio.value,
      CompletionRatio: completionRatio.value,
      CacheRatio: cacheRatio.value,
    },
  }
}

export const writeTables = (tables: PriceTables): PriceTexts => ({
  ModelPrice: formatOption('ModelPrice', tables.ModelPrice),
  ModelRatio: formatOption('ModelRatio', tables.ModelRatio),
  CompletionRatio: formatOption('CompletionRatio', tables.CompletionRatio),
  CacheRatio: formatOption('CacheRatio', tables.CacheRatio),
})

/** What makes a price by itself: a share of a cached token is none. */
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
})

export const isNamed = (tables: PriceTables, name: string): boolean =>
  pricing.some((option) => Object.hasOwn(tables[option], name))

/** Gives a model exactly these prices; what is undefined is taken out, and a cache ratio that is not named stays. */
export const setPrices = (tables: PriceTables, name: string, prices: ModelPrices): PriceTables => ({
  ModelPrice: withEntry(tables.ModelPrice, name, prices.price),
  ModelRatio: withEntry(tables.ModelRatio, name, prices.ratio),
  CompletionRatio: withEntry(tables.CompletionRatio, name, prices.completionRatio),
  CacheRatio: 'cacheRatio' in prices ? withEntry(tables.CacheRatio, name, prices.cacheRatio) : tables.CacheRatio,
})

export const removeModel = (tables: PriceTables, name: string): PriceTables =>
  setPrices(tables, name, { price: undefined, ratio: undefined, completionRatio: undefined })

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
