import { listSearch, text } from '../../lib/list-filters.ts'

export const tokenFilters = {
  keyword: text('searchName'),
  // A key that is looked for stays out of the address.
  token: text('searchKey', { kept: false }),
}

export const tokensSearch = listSearch(tokenFilters)
