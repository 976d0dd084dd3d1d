import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { redemptions } from '#contract/redemptions.ts'
import { endpointQuery, pageQueryOf } from '../../lib/query.ts'
import { useShownRows } from '../../lib/shown-rows.ts'
import { useTableState } from '../../lib/table-state.ts'
import { redemptionsSearch } from './redemptions-search.ts'

/** The page of codes that is shown: from the list, or from the search. */
export const useRedemptions = () => {
  const table = useTableState(redemptionsSearch)
  const { keyword = '' } = table.search
  const page = { p: table.page, page_size: table.size }
  const select = useShownRows(redemptions.list)
  const list = useQuery({ ...pageQueryOf(redemptions.list, { query: page }), select, enabled: keyword === '' })
  const found = useQuery({
    ...endpointQuery(redemptions.search, { query: { ...page, keyword } }),
    select,
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  })
  return { table, query: keyword === '' ? list : found }
}
