import { choice, listSearch, text } from '../../lib/list-filters.ts'

export const redemptionFilters = {
  keyword: text('searchKeyword'),
  status: choice('filterStatus', { 1: 'statusUnused', 2: 'statusDisabled', 3: 'statusUsed' }),
}

export const redemptionsSearch = listSearch(redemptionFilters)
