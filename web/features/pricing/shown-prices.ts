import type { PricedModel } from '#contract/models.ts'
import type { PriceUnit } from './model-price.ts'

/** Which prices are shown, and how to see those of another group. */
export type ShownPrices = {
  group: string
  ratios: Readonly<Record<string, number>>
  unit: PriceUnit
  /** Whether whoever looks may call what nobody priced. */
  acceptsUnpriced: boolean
  onShowGroup(group: string): void
}

type Availability = 'available' | 'availableUnpriced' | 'notInGroup' | 'notPriced'

/** Whether the model can be called in the group that is shown, and why not. */
export const availabilityOf = (
  model: PricedModel,
  { group, acceptsUnpriced }: Pick<ShownPrices, 'group' | 'acceptsUnpriced'>,
): Availability => {
  if (!model.enable_groups.includes(group)) return 'notInGroup'
  if (model.priced) return 'available'
  return acceptsUnpriced ? 'availableUnpriced' : 'notPriced'
}

export const isAvailable = (availability: Availability): boolean => availability.startsWith('available')

/** What the group that is shown pays. */
export const shownRatio = ({ group, ratios }: Pick<ShownPrices, 'group' | 'ratios'>): number => ratios[group] ?? 1

/** Whether the price of the model means anything to whoever looks. */
export const hasPrice = (model: PricedModel, { acceptsUnpriced }: Pick<ShownPrices, 'acceptsUnpriced'>): boolean =>
  model.priced || acceptsUnpriced
