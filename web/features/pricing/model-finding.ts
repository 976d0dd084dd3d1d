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

/** Who makes a model, as its readers call it; empty where nobody knows. */
export const makerNameOf = ({ owner_by: owner, owner_name: name = owner }: PricedModel): string => name

/** The makers there are: chosen by the name that is the same in every language, shown by the reader's. */
export const makerChoices = (models: readonly PricedModel[]): readonly { value: string; label: string }[] => {
  const names = new Map(models.map((model) => [model.owner_by, makerNameOf(model)]))
  names.delete('')
  return [...names].map(([value, label]) => ({ value, label })).sort((one, other) => (one.value < other.value ? -1 : 1))
}

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
