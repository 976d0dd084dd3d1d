import * as z from 'zod/mini'
import type { OptionTab } from '#contract/options.ts'
import { choiceParameter, presenceParameter, tableParameters, textParameter } from '../../lib/search-parameters.ts'

export const settingTabs = [
  'operation',
  'prices',
  'groups',
  'ratelimit',
  'models',
  'system',
  'other',
] as const satisfies readonly OptionTab[]

/** The views of the model prices, the tables before what is written by hand. */
export const priceViews = ['editor', 'unset', 'lists', 'ratios'] as const
export type PriceView = (typeof priceViews)[number]

/** Which of the prices are looked at. */
const priceSearch = {
  model: textParameter,
  served: presenceParameter,
  conflicts: presenceParameter,
  /** Those of cached input, pictures and sound, which have no room beside the others. */
  kinds: presenceParameter,
  page: tableParameters.page,
  sort: tableParameters.sort,
  direction: tableParameters.direction,
}

/** Each view of the prices begins on its first page and in its own order. */
export const firstPage = { page: undefined, sort: undefined, direction: undefined }

/** What other tabs know nothing of. */
export const noPriceSearch = {
  ...{ prices: undefined, model: undefined, served: undefined, conflicts: undefined, kinds: undefined },
  ...firstPage,
}

/** Which tab and view are open, and what is searched for. */
export const settingsSearch = z.object({
  ...priceSearch,
  tab: choiceParameter(settingTabs),
  prices: choiceParameter(priceViews),
  keyword: textParameter,
  /** The one that is led to. */
  option: textParameter,
})
export type SettingsSearch = z.output<typeof settingsSearch>
