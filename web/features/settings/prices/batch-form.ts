import { readAmount, readPriceAmount } from './amount-text.ts'
import { type ModelPrices, type PriceTables, priceRow, setPrices } from './price-tables.ts'

export const batchModes = ['price', 'ratio', 'completionRatio', 'bothRatios'] as const
type BatchMode = (typeof batchModes)[number]

/** What is typed into the dialog for several models; `completionRatio` counts only where both ratios are set. */
export type BatchForm = { mode: BatchMode; value: string; completionRatio: string }

export type BatchFault = 'batchBothMissing' | 'batchValueMissing' | 'batchInvalid' | 'amountRange' | 'priceZero'

type Given = Partial<ModelPrices>

export const readBatchForm = (form: BatchForm): { ok: true; given: Given } | { ok: false; fault: BatchFault } => {
  const both = form.mode === 'bothRatios'
  const texts = both ? [form.value, form.completionRatio] : [form.value]
  if (texts.some((text) => text.trim() === '')) {
    return { ok: false, fault: both ? 'batchBothMissing' : 'batchValueMissing' }
  }
  const [value, completion] = texts.map(form.mode === 'price' ? readPriceAmount : readAmount)
  const wrong = [value, completion].find((amount) => amount?.ok === false)
  if (wrong?.ok === false) return { ok: false, fault: wrong.fault === 'numberRequired' ? 'batchInvalid' : wrong.fault }
  if (!value?.ok) return { ok: false, fault: 'batchInvalid' }
  if (completion?.ok) return { ok: true, given: { ratio: value.amount, completionRatio: completion.amount } }
  return { ok: true, given: { [form.mode]: value.amount } }
}

/** Sets the same for all these models. A price takes the place of ratios, and a ratio that of a price. */
export const applyBatch = (tables: PriceTables, names: readonly string[], given: Given): PriceTables =>
  names.reduce((all, name) => setPrices(all, name, { ...rest(priceRow(all, name), given), ...given }), tables)

const rest = ({ price, ratio, completionRatio }: ModelPrices, given: Given): ModelPrices => {
  if (given.price !== undefined) return { price, ratio: undefined, completionRatio: undefined }
  return { price: given.ratio === undefined ? price : undefined, ratio, completionRatio }
}
