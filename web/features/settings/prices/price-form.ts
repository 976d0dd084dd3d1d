import { parseOption } from '#contract/option-text.ts'
import { completionRatioOf, inputPriceOf, outputPriceOf, ratioOfInputPrice } from '#pricing/price-conversions.ts'
import { type AmountFault, amountText, readAmount, readPriceAmount } from './amount-text.ts'
import {
  type KindForm,
  kindFormOf,
  kindPricesOf,
  kindRatiosOf,
  noKinds,
  readKindPrices,
  readKinds,
} from './kind-form.ts'
import type { PriceKind } from './price-kinds.ts'
import { noPrices, type PriceRow } from './price-tables.ts'

export type PricingMode = 'token' | 'request'
export type EntryMode = 'ratio' | 'price'

/** What is typed into the dialog of one model. */
export type PriceForm = {
  name: string
  mode: PricingMode
  entry: EntryMode
  /** Dollars per request. */
  price: string
  ratio: string
  completionRatio: string
  /** Dollars per million tokens. */
  input: string
  output: string
} & KindForm

export type PriceField = 'name' | 'price' | 'ratio' | 'completionRatio' | 'input' | 'output' | PriceKind
type NameFault = 'modelNameRequired' | 'modelNameTaken' | 'modelNameRefused'
export type PriceFaults = Partial<Record<PriceField, AmountFault | NameFault>>

export type ReadPriceForm = { ok: true; name: string; prices: typeof noPrices } | { ok: false; faults: PriceFaults }

export const newPriceForm = (name = ''): PriceForm => ({
  name,
  mode: 'token',
  entry: 'ratio',
  price: '',
  ratio: '',
  completionRatio: '',
  input: '',
  output: '',
  ...noKinds,
})

export const priceFormOf = (row: PriceRow): PriceForm => ({
  ...newPriceForm(row.name),
  mode: row.price === undefined ? 'token' : 'request',
  price: amountText(row.price),
  ...(row.price === undefined
    ? { ratio: amountText(row.ratio), completionRatio: amountText(row.completionRatio), ...kindFormOf(row.kinds) }
    : {}),
})

/** Per request has no ratios, per token no price. */
export const withMode = (form: PriceForm, mode: PricingMode): PriceForm =>
  mode === 'request'
    ? { ...form, mode, ratio: '', completionRatio: '', input: '', output: '', ...noKinds }
    : { ...form, mode, price: '' }

/** Goes on in the other way of saying the same. */
export const withEntry = (form: PriceForm, entry: EntryMode): PriceForm => {
  if (entry === form.entry) return form
  return entry === 'price' ? { ...form, entry, ...pricesOf(form) } : { ...form, entry, ...ratiosOf(form) }
}

type FormPrices = Pick<PriceForm, 'input' | 'output' | PriceKind>
type FormRatios = Pick<PriceForm, 'ratio' | 'completionRatio' | PriceKind>

/** What the ratios come to as prices per million tokens; empty where a number is missing. */
export const pricesOf = (form: PriceForm): FormPrices => {
  const [ratio, completionRatio] = [readAmount(form.ratio), readAmount(form.completionRatio)]
  return {
    input: ratio.ok ? String(inputPriceOf(ratio.amount)) : '',
    output: ratio.ok && completionRatio.ok ? String(outputPriceOf(ratio.amount, completionRatio.amount)) : '',
    ...kindPricesOf(form.name, ratio.ok ? ratio.amount : undefined, form),
  }
}

/** What the prices come to as ratios; nothing can be divided by an input that costs nothing. */
export const ratiosOf = (form: PriceForm): FormRatios => {
  const [input, output] = [readAmount(form.input), readAmount(form.output)]
  if (!input.ok || input.amount === 0) return { ratio: input.ok ? '0' : '', completionRatio: '', ...noKinds }
  return {
    ratio: String(ratioOfInputPrice(input.amount)),
    completionRatio: output.ok ? String(completionRatioOf(input.amount, output.amount)) : '',
    ...kindRatiosOf(form.name, input.amount, form),
  }
}

/**
 * The prices the form stands for, or what is wrong with the name and with the first price that is. `isTaken` knows the
 * names of other models.
 */
export const readPriceForm = (form: PriceForm, isTaken: (name: string) => boolean): ReadPriceForm => {
  const name = form.name.trim()
  const wrong = nameFault(name, isTaken)
  const read =
    form.mode === 'request' ? readPrice(form) : form.entry === 'price' ? readTokenPrices(form) : readRatios(form)
  const isWrong = 'fault' in read
  if (wrong === undefined && !isWrong) return { ok: true, name, prices: { ...noPrices, ...read } }
  return { ok: false, faults: { ...(wrong && { name: wrong }), ...(isWrong && { [read.field]: read.fault }) } }
}

/** What is to be told of the form, by its fields. */
export const priceFaults = (form: PriceForm, isTaken: (name: string) => boolean): PriceFaults => {
  const read = readPriceForm(form, isTaken)
  return read.ok ? {} : read.faults
}

const nameFault = (name: string, isTaken: (name: string) => boolean): NameFault | undefined => {
  if (name === '') return 'modelNameRequired'
  if (isTaken(name)) return 'modelNameTaken'
  const isKept = parseOption('ModelRatio', JSON.stringify(Object.fromEntries([[name, 1]]))).ok
  return isKept ? undefined : 'modelNameRefused'
}

type ReadFields = Partial<typeof noPrices> | { field: PriceField; fault: AmountFault }

const readPrice = (form: PriceForm): ReadFields => {
  const price = readPriceAmount(form.price)
  return price.ok ? { price: price.amount } : { field: 'price', fault: price.fault }
}

const readRatios = (form: PriceForm): ReadFields => {
  const ratio = readAmount(form.ratio)
  if (!ratio.ok) return { field: 'ratio', fault: ratio.fault }
  const completionRatio = readOptional(form.completionRatio)
  if (!completionRatio.ok) return { field: 'completionRatio', fault: completionRatio.fault }
  const kinds = readKinds(form)
  if ('fault' in kinds) return kinds
  return { ratio: ratio.amount, completionRatio: completionRatio.amount, ...kinds }
}

const readTokenPrices = (form: PriceForm): ReadFields => {
  const input = readPriceAmount(form.input)
  if (!input.ok) return { field: 'input', fault: input.fault }
  const ratio = ratioOfInputPrice(input.amount)
  const output = readOptional(form.output)
  if (!output.ok) return { field: 'output', fault: output.fault }
  const kinds = readKindPrices(form.name, ratio, form)
  if ('fault' in kinds) return kinds
  const completionRatio = output.amount === undefined ? undefined : completionRatioOf(input.amount, output.amount)
  return { ratio, completionRatio, ...kinds }
}

const readOptional = (text: string): ReturnType<typeof readAmount> | { ok: true; amount: undefined } =>
  text.trim() === '' ? { ok: true, amount: undefined } : readAmount(text)
