import { queryOptions } from '@tanstack/react-query'
import { models, type PricedModel, type PricingTables } from '#contract/models.ts'
import type { Token } from '#contract/tokens.ts'
import { callWhole } from './api.ts'

export type Prices = PricingTables & { models: readonly PricedModel[] }

/** What every model costs a user, and in which groups it can be called. */
export const pricesQuery = (userId: number | undefined, ownGroup: string) =>
  queryOptions<Prices>({
    queryKey: ['pricing', 'callable', userId, ownGroup],
    queryFn: async ({ signal }) => {
      const { data, beside } = await callWhole(models.pricing, {}, { signal })
      return { ...beside, models: data }
    },
  })

type Limits = Pick<Token, 'group' | 'model_limits' | 'model_limits_enabled'>
/** Whoever calls: an account in a group, or a token with its limits. */
export type CallingAs = { group: string } | Limits

const chatPath = '/v1/chat/completions'

/** The models that can be talked to, by name. */
export const callableModels = (prices: Prices, calling: CallingAs, ownGroup: string): readonly PricedModel[] => {
  const group = calling.group || ownGroup
  const isLimited = 'model_limits' in calling && calling.model_limits_enabled
  const limits = isLimited ? new Set(calling.model_limits.split(',')) : undefined
  return prices.models
    .filter(
      ({ enable_groups, model_name, priced, supported_endpoint_types: kinds }) =>
        enable_groups.includes(group) &&
        (priced || prices.accepts_unpriced) &&
        (limits?.has(model_name) ?? true) &&
        kinds.some((kind) => prices.supported_endpoint[kind]?.path === chatPath),
    )
    .toSorted((one, other) => one.model_name.localeCompare(other.model_name))
}

/** The model that is tried first where it can be. */
const preferredModel = 'gpt-4o-mini'

export const firstModel = (names: readonly string[]): string | undefined =>
  names.includes(preferredModel) ? preferredModel : names[0]
