import { asked, listSearch, text } from '../../lib/list-filters.ts'

export const userFilters = { keyword: text('searchKeyword'), group: asked('filterGroup') }

export const usersSearch = listSearch(userFilters)
