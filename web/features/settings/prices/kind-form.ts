import { defaultAudioRatio } from '#contract/default-ratio-rules.ts'
import { inputPriceOf, outputPriceOf, quotientOf } from '#pricing/price-conversions.ts'
import { type AmountFault, amountOf, amountText, readAmount } from './amount-text.ts'
import { type KindRatios, kindsOf, type PriceKind, priceKinds } from './price-kinds.ts'

/** What is typed for the kinds of tokens: ratios, or dollars for a million of them. Empty: none of its own. */
export type KindForm = Readonly<Record<PriceKind, string>>

export const noKinds: KindForm = kindsOf(() => '')

export const kindFormOf = (ratios: KindRatios): KindForm => kindsOf((kind) => amountText(ratios[kind]))

/** What they come to as prices beside an input of this ratio; empty where a number is missing. */
export const kindPricesOf = (name: string, ratio: number | undefined, form: KindForm): KindForm => {
  const audio = amountOf(form.audio) ?? defaultAudioRatio(name.trim())
  return kindsOf((kind) => {
    const times = amountOf(form[kind])
    if (ratio === undefined || times === undefined) return ''
    return String(outputPriceOf(ratio, kind === 'audioOutput' ? audio * times : times))
  })
}

/** What prices come to as ratios beside an input of this price; of nothing nothing is a multiple. */
export const kindRatiosOf = (name: string, input: number | undefined, form: KindForm): KindForm => {
  const audioPrice = amountOf(form.audio)
  return kindsOf((kind) => {
    const amount = amountOf(form[kind])
    if (!input || amount === undefined) return ''
    const audio = audioPrice ?? input * defaultAudioRatio(name.trim())
    const base = kind === 'audioOutput' ? audio : input
    return base === 0 ? '' : String(quotientOf(amount, base))
  })
}

/** The ratios as they are typed, or the first kind that is wrong. */
export const readKinds = (form: KindForm): { kinds: KindRatios } | { field: PriceKind; fault: AmountFault } => {
  for (const field of priceKinds) {
    const read = readAmount(form[field])
    if (form[field].trim() !== '' && !read.ok) return { field, fault: read.fault }
  }
  return { kinds: kindsOf((kind) => amountOf(form[kind])) }
}

/** The same of prices beside an input of this ratio. */
export const readKindPrices = (name: string, ratio: number, form: KindForm): ReturnType<typeof readKinds> => {
  const read = readKinds(form)
  return 'fault' in read ? read : readKinds(kindRatiosOf(name, inputPriceOf(ratio), form))
}
