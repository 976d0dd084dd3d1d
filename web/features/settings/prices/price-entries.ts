import { formOf } from '../../../lib/record-form.ts'
import { type PriceForm, priceFaults } from './price-form.ts'
import { priceKinds } from './price-kinds.ts'

export const priceNames = [
  'name',
  'mode',
  'entry',
  'price',
  'ratio',
  'completionRatio',
  'input',
  'output',
  ...priceKinds,
] as const satisfies readonly (keyof PriceForm)[]

type PriceValues = Record<keyof PriceForm, string>

export const asPriceForm = ({ mode, entry, ...values }: PriceValues): PriceForm => ({
  ...values,
  mode: mode === 'request' ? 'request' : 'token',
  entry: entry === 'price' ? 'price' : 'ratio',
})

/** What is asked of one model: what is wrong with it depends on which of its fields count. */
export const priceEntries = (start: PriceForm, isTaken: (name: string) => boolean) =>
  formOf<never, PriceForm, 'settings'>()(
    {
      name: { control: 'text', label: 'modelName', start: start.name },
      mode: { control: 'choice', label: 'pricingMode', start: start.mode },
      entry: { control: 'choice', label: 'entryMode', start: start.entry },
      price: { control: 'text', label: 'fieldPrice', start: start.price },
      ratio: { control: 'text', label: 'fieldRatio', start: start.ratio },
      completionRatio: { control: 'text', label: 'fieldCompletion', start: start.completionRatio },
      input: { control: 'text', label: 'fieldInput', start: start.input },
      output: { control: 'text', label: 'fieldOutput', start: start.output },
      cacheRead: { control: 'text', label: 'kind.cacheRead', start: start.cacheRead },
      cacheWrite: { control: 'text', label: 'kind.cacheWrite', start: start.cacheWrite },
      image: { control: 'text', label: 'kind.image', start: start.image },
      audio: { control: 'text', label: 'kind.audio', start: start.audio },
      audioOutput: { control: 'text', label: 'kind.audioOutput', start: start.audioOutput },
    },
    (values, t) => {
      const faults = Object.entries(priceFaults(asPriceForm(values), isTaken))
      return Object.fromEntries(faults.map(([field, fault]) => [field, t(fault)]))
    },
  )
