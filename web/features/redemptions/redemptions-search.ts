import { listSearch, text } from '../../lib/list-filters.ts'

export const redemptionFilters = { keyword: text('searchKeyword') }

export const redemptionsSearch = listSearch(redemptionFilters)
