import * as z from 'zod/mini'
import type { OptionTab } from '#contract/options.ts'
import { choiceParameter, presenceParameter, textParameter } from '../../lib/search-parameters.ts'

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
const priceSearch = { model: textParameter, served: presenceParameter, conflicts: presenceParameter }

/** What other tabs know nothing of. */
export const noPriceSearch = { prices: undefined, model: undefined, served: undefined, conflicts: undefined }

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
