import { useQuery } from '@tanstack/react-query'
import { users } from '#contract/users.ts'
import { pageQueryOf } from '../../lib/query.ts'
import { useShownRows } from '../../lib/shown-rows.ts'
import { useTableState } from '../../lib/table-state.ts'
import { usersSearch } from './users-search.ts'

/** The page of users that the address asks for: of the list, or of what is searched for. */
export const useUsers = () => {
  const table = useTableState(usersSearch)
  const { keyword = '', group = '' } = table.search
  const page = { p: table.page, page_size: table.size }
  const isSearch = keyword !== '' || group !== ''
  const select = useShownRows(users.list)
  const list = useQuery({ ...pageQueryOf(users.list, { query: page }), select, enabled: !isSearch })
  const found = useQuery({
    ...pageQueryOf(users.search, { query: { ...page, keyword, group } }),
    select,
    enabled: isSearch,
  })
  return { table, query: isSearch ? found : list }
}
