import type { PricedModel, PricingTables } from '#contract/models.ts'
import { findModels, type ModelWish } from './model-finding.ts'
import { type Pricing, shownGroup } from './use-pricing.ts'

/** A model, and how it stands in the group whose prices are shown. */
export type ShownModel = PricedModel & {
  /** Its name. */
  id: string
  group: string
  ratios: Readonly<Record<string, number>>
  endpoints: PricingTables['supported_endpoint']
  availability: Availability
  /** Whether its price means anything to whoever looks. */
  hasPrice: boolean
}

type Availability = 'available' | 'availableUnpriced' | 'notInGroup' | 'notPriced'

export const shownModels = (
  { models, group_ratio: ratios, supported_endpoint: endpoints, accepts_unpriced: acceptsUnpriced }: Pricing,
  wish: ModelWish & { group?: string | undefined },
  ownGroup: string,
): ShownModel[] => {
  const group = shownGroup(ratios, wish.group, ownGroup)
  return findModels(models, wish).map((model) => ({
    ...{ ...model, id: model.model_name, group, ratios, endpoints },
    availability: availabilityOf(model, group, acceptsUnpriced),
    hasPrice: model.priced || acceptsUnpriced,
  }))
}

/** Whether the model can be called in the group, and why not. */
const availabilityOf = (model: PricedModel, group: string, acceptsUnpriced: boolean): Availability => {
  if (!model.enable_groups.includes(group)) return 'notInGroup'
  if (model.priced) return 'available'
  return acceptsUnpriced ? 'availableUnpriced' : 'notPriced'
}

export const isAvailable = ({ availability }: ShownModel): boolean => availability.startsWith('available')

/** What the group that is shown pays. */
export const shownRatio = ({ group, ratios }: ShownModel): number => ratios[group] ?? 1
