import { redirect } from '@tanstack/react-router'
import * as z from 'zod/mini'
import type { OptionTab } from '#contract/options.ts'
import { choiceParameter, presenceParameter, tableParameters, textParameter } from '../../lib/search-parameters.ts'

export const settingTabs = [
  'operation',
  'ratelimit',
  'models',
  'system',
  'other',
] as const satisfies readonly OptionTab[]
export type SettingTab = (typeof settingTabs)[number]

/** The option that is led to. */
export const optionSearch = z.object({ option: textParameter })

/** Which tab is open, and what is searched for. */
export const settingsSearch = z.extend(optionSearch, {
  /** The last two are those of addresses that were kept: they have pages of their own. */
  tab: choiceParameter([...settingTabs, 'prices', 'groups']),
  keyword: textParameter,
})

/** The views of the model prices, the tables before what is written by hand. */
export const priceViews = ['editor', 'unset', 'lists', 'ratios'] as const
export type PriceView = (typeof priceViews)[number]

/** Which of the prices are looked at. */
export const priceSearch = z.extend(optionSearch, {
  view: choiceParameter(priceViews),
  model: textParameter,
  served: presenceParameter,
  conflicts: presenceParameter,
  /** Those of cached input, pictures and sound, which have no room beside the others. */
  kinds: presenceParameter,
  page: tableParameters.page,
  sort: tableParameters.sort,
  direction: tableParameters.direction,
})

/** Each view of the prices begins on its first page and in its own order. */
export const firstPage = { page: undefined, sort: undefined, direction: undefined }

type Entered = { cause: 'preload' | 'enter' | 'stay'; location: { search: object } }
type OldSearch = { tab?: string; prices?: string; keyword?: string }

/**
 * Prices and groups were tabs of the settings: addresses of them that were kept lead to their own pages, as do the ways
 * to one of their options. Whoever types such a name into the search is not taken away.
 */
export const leadToOwnPages = async ({ cause, location }: Entered): Promise<void> => {
  const { tab, prices, keyword, ...rest }: OldSearch = location.search
  if (keyword === undefined) {
    if (tab === 'groups') throw redirect({ to: '/group', search: rest, replace: true })
    // seam: the schema of the page reads it
    const search = { ...rest, view: prices } as object
    if (tab === 'prices' || prices !== undefined) throw redirect({ to: '/price', search, replace: true })
  } else if (cause !== 'stay') {
    const { ownPlaceOf } = await import('./option-layout.ts')
    const place = ownPlaceOf(keyword)
    if (place) throw redirect({ ...place, replace: true })
  }
}
