import { choice, listSearch, text } from '../../lib/list-filters.ts'
import { digitsParameter } from '../../lib/search-parameters.ts'

export const redemptionFilters = {
  keyword: text('searchKeyword'),
  status: choice('filterStatus', { 1: 'statusUnused', 2: 'statusDisabled', 3: 'statusUsed' }),
  /** The codes that were made together. */
  batch: { ...text('filterBatch', { more: true }), schema: digitsParameter },
}

export const redemptionsSearch = listSearch(redemptionFilters)

export const batchFilters = { keyword: text('searchKeyword') }
