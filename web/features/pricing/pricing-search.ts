import * as z from 'zod/mini'
import { asked, choice, listSearch, text } from '../../lib/list-filters.ts'
import { textParameter } from '../../lib/search-parameters.ts'
import { capabilityLabels, contextLabels } from './capabilities.ts'

const billingLabels = { usage: 'billing.usage', call: 'billing.call' } as const
export type BillingKind = keyof typeof billingLabels

export const pricingFilters = {
  keyword: text('searchModels'),
  /** Whose prices are shown. */
  group: asked('filterGroup'),
  owner: asked('filterMaker'),
  billing: choice('columnBilling', billingLabels),
  can: choice('filterCan', capabilityLabels, { more: true }),
  context: choice('filterContext', contextLabels, { more: true }),
}

/** With the names of the models that are compared, separated by commas. */
export const pricingSearch = z.extend(listSearch(pricingFilters), { compare: textParameter })
