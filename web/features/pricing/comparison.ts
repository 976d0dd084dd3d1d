import type { Formats } from '../../lib/format.ts'
import { shortTokens } from '../../lib/format-fixed.ts'
import type { Text } from '../../lib/i18n.ts'
import { capabilitiesOf, capabilityLabels } from './capabilities.ts'
import { makerNameOf } from './model-finding.ts'
import { type PriceUnit, priceOf } from './model-price.ts'
import { type ShownModel, shownRatio } from './shown-models.ts'

/** One line of a comparison: what each of the models has of it; undefined is not known. */
export type ComparedLine = {
  id: string
  label: string
  cells: readonly { text: string | undefined; isCheapest: boolean }[]
}

/** As many as fit beside each other. */
export const mostCompared = 4
export const fewestCompared = 2

/** Models side by side, without the lines that none of them has. */
export const compareModels = (
  models: readonly ShownModel[],
  unit: PriceUnit,
  t: Text<'pricing'>,
  format: Formats,
): readonly ComparedLine[] => {
  const told = (id: string, label: string, textOf: (model: ShownModel) => string | undefined): ComparedLine => ({
    ...{ id, label },
    cells: models.map((model) => ({ text: textOf(model), isCheapest: false })),
  })
  const priced = (id: PriceName, label: string): ComparedLine => {
    const prices = models.map((model) => pricesOf(model, unit)[id])
    const cheapest = cheapestOf(prices)
    const textOf = (price: number): string => {
      const amount = format.price(price)
      return id === 'call' ? amount : t('amountPer', { amount, unit: t(`unit.${unit}`) })
    }
    return {
      ...{ id, label },
      cells: prices.map((price) => ({
        text: price === undefined ? undefined : textOf(price),
        isCheapest: price !== undefined && price === cheapest,
      })),
    }
  }
  const lines = [
    told('maker', t('maker'), (model) => makerNameOf(model) || undefined),
    priced('input', t('input')),
    priced('cacheRead', t('cacheRead')),
    priced('output', t('output')),
    priced('call', t('perCall')),
    told('context', t('filterContext'), ({ context_length: tokens }) => tokensText(tokens)),
    told('longest', t('longestOutput'), ({ max_output_tokens: tokens }) => tokensText(tokens)),
    ...(['image', 'file', 'audio', 'video', 'tools', 'reasoning'] as const).map((capability) =>
      told(capability, t(capabilityLabels[capability]), (model) => {
        if (model.context_length === undefined) return undefined
        return t(capabilitiesOf(model).includes(capability) ? 'yes' : 'no')
      }),
    ),
    told('gives', t('gives'), ({ output_modalities: kinds }) => madeText(kinds, t)),
    told('knows', t('knowsUntil'), ({ knows_until: until }) => until),
    told('retires', t('retiresOn'), ({ retires_on: day }) => day),
  ]
  return lines.filter(({ cells }) => cells.some(({ text }) => text !== undefined))
}

type PriceName = 'input' | 'cacheRead' | 'output' | 'call'

/** What whoever looks would pay; nothing where the price means nothing to him. */
const pricesOf = (model: ShownModel, unit: PriceUnit): Partial<Record<PriceName, number>> => {
  if (!model.hasPrice) return {}
  const price = priceOf(model, shownRatio(model), unit)
  return price.kind === 'call' ? { call: price.call } : price
}

/** The lowest of several; where all cost the same none is cheap. */
const cheapestOf = (prices: readonly (number | undefined)[]): number | undefined => {
  const known = prices.filter((price) => price !== undefined)
  const least = Math.min(...known)
  return known.length < 2 || known.every((price) => price === least) ? undefined : least
}

const tokensText = (tokens: number | undefined) => (tokens === undefined ? undefined : shortTokens(tokens))

/** What models make, in the words of the catalogue. */
const madeLabels: ReadonlyMap<string, 'gives.text' | 'gives.image' | 'gives.audio' | 'gives.video'> = new Map([
  ['text', 'gives.text'],
  ['image', 'gives.image'],
  ['audio', 'gives.audio'],
  ['video', 'gives.video'],
])

const madeText = (kinds: readonly string[] | undefined, t: Text<'pricing'>): string | undefined =>
  kinds
    ?.flatMap((kind) => madeLabels.get(kind) ?? [])
    .map((label) => t(label))
    .join(', ')
