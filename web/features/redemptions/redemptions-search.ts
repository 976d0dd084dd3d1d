import * as z from 'zod/mini'
import { asked, choice, listSearch, text } from '../../lib/list-filters.ts'
import { choiceParameter, digitsParameter } from '../../lib/search-parameters.ts'

export const redemptionFilters = {
  keyword: text('searchKeyword', { short: 'searchKeywordShort' }),
  status: choice('filterStatus', {
    1: 'statusUnused',
    expired: 'statusExpired',
    2: 'statusDisabled',
    3: 'statusUsed',
  }),
  /** The codes that were made together. */
  batch: { ...asked('filterBatch', { more: true }), schema: digitsParameter },
}

/** `layout` narrows nothing. */
export const redemptionsSearch = z.extend(listSearch(redemptionFilters), {
  layout: choiceParameter(['codes', 'batches']),
})

export const batchFilters = { keyword: text('searchKeyword', { short: 'searchKeywordShort' }) }
