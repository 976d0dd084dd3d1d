import { asked, choice, listSearch, text } from '../../lib/list-filters.ts'

export const userFilters = {
  keyword: text('searchKeyword', { short: 'searchKeywordShort' }),
  group: asked('filterGroup'),
  role: choice('columnRole', { 1: 'roleOrdinary', 10: 'roleAdmin', 100: 'roleRoot' }),
  status: choice('columnStatus', { active: 'statusActive', banned: 'statusBanned', deleted: 'statusDeleted' }),
}

export const usersSearch = listSearch(userFilters)
