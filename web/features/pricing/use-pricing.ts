import type { QueryFunctionContext } from '@tanstack/react-query'
import type { Language } from '#contract/languages.ts'
import { models, type PricedModel, type PricingTables } from '#contract/models.ts'
import type { User } from '#contract/user.ts'
import { callWhole } from '../../lib/api.ts'
import { useLanguage } from '../../lib/i18n.ts'
import { usePageQuery } from '../../lib/page-query.ts'
import { useUser } from '../../lib/session.ts'

export type Pricing = PricingTables & { models: readonly PricedModel[] }

/** The prices as this user, or anybody, gets them. */
export const pricingQuery = (user: User | null, language: Language) => ({
  queryKey: ['pricing', user?.id, user?.group, language],
  queryFn: async ({ signal }: QueryFunctionContext): Promise<Pricing> => {
    const { data, beside } = await callWhole(models.pricing, {}, { signal })
    return { ...beside, models: data }
  },
})

export const usePricing = () => usePageQuery(pricingQuery(useUser(), useLanguage()))

/** The group whose prices are shown: the one in the address, else the own, else the one everybody begins in. */
export const shownGroup = (ratios: Readonly<Record<string, number>>, wanted: string | undefined, own: string) =>
  [wanted, own, 'default'].find((name) => name !== undefined && Object.hasOwn(ratios, name)) ??
  Object.keys(ratios)[0] ??
  'default'
