import * as z from 'zod/mini'
import { choice, listSearch, number, text } from '../../lib/list-filters.ts'
import { choiceParameter } from '../../lib/search-parameters.ts'

export const redemptionFilters = {
  keyword: text('searchKeyword'),
  status: choice('filterStatus', { 1: 'statusUnused', 2: 'statusDisabled', 3: 'statusUsed' }),
  /** The codes that were made together. */
  batch: number('filterBatch', { more: true }),
}

/** `layout` narrows nothing. */
export const redemptionsSearch = z.extend(listSearch(redemptionFilters), {
  layout: choiceParameter(['codes', 'batches']),
})

export const batchFilters = { keyword: text('searchKeyword') }
