import { type PricedModel, quotaTypes } from '#contract/models.ts'
import { nearestFirst } from '../../lib/name-search.ts'
import { type CapabilityWish, isCapable } from './capabilities.ts'
import type { BillingKind } from './pricing-search.ts'

export type ModelWish = CapabilityWish & {
  keyword?: string | undefined
  owner?: string | undefined
  billing?: BillingKind | undefined
}

/** The models that fit. A search forgives missing signs and other orders: `gpt4o` and `4o gpt` find `gpt-4o`. */
export const findModels = (
  models: readonly PricedModel[],
  { keyword = '', owner, billing, ...wish }: ModelWish,
): readonly PricedModel[] => {
  const kind = billing === 'call' ? quotaTypes.perCall : quotaTypes.byUsage
  const fitting = models.filter(
    (model) =>
      (owner === undefined || model.owner_by === owner) &&
      (billing === undefined || model.quota_type === kind) &&
      isCapable(model, wish),
  )
  const words = keyword.split(/\s+/).map(bare).filter(Boolean)
  if (words.length === 0) return fitting
  const exact = fitting.filter(({ model_name: name }) => words.every((word) => bare(name).includes(word)))
  const found =
    exact.length > 0 ? exact : fitting.filter(({ model_name: name }) => words.every((word) => hasInOrder(name, word)))
  return nearestFirst(found, keyword, ({ model_name: name }) => name)
}

export const ownersOf = (models: readonly PricedModel[]): readonly string[] =>
  [...new Set(models.map(({ owner_by: owner }) => owner))].filter((owner) => owner !== '').sort()

/** Letters and digits of any script. */
const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Whether all letters of the word come in this order, whatever is between them. */
const hasInOrder = (name: string, word: string): boolean => {
  let place = 0
  const text = bare(name)
  for (const letter of word) {
    place = text.indexOf(letter, place) + 1
    if (place === 0) return false
  }
  return true
}
