import { choiceParameter, tableSearch, textParameter } from '../../lib/search-parameters.ts'

export const billingKinds = ['usage', 'call'] as const

export const pricingSearch = tableSearch({
  /** Whose prices are shown. */
  group: textParameter,
  owner: textParameter,
  billing: choiceParameter(billingKinds),
})
