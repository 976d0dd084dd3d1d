import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { channels } from '#contract/channels.ts'
import { endpointQuery, pageQueryOf } from '../../lib/query.ts'
import type { TableState } from '../../lib/table-state.ts'
import type { channelsSearch } from './channels-search.ts'

/** The page of channels that is shown: from the list, or from the search, which answers with all it found. */
export const useChannels = (table: TableState<z.output<typeof channelsSearch>>, isIdSort: boolean) => {
  const { keyword = '', model = '', group = '' } = table.search
  const isSearch = keyword !== '' || model !== '' || group !== ''
  const id_sort = isIdSort ? 'true' : 'false'
  const list = useQuery({
    ...pageQueryOf(channels.list, { query: { p: table.page, page_size: table.size, id_sort } }),
    enabled: !isSearch,
  })
  const found = useQuery({
    ...endpointQuery(channels.search, { query: { keyword, model, group, id_sort } }),
    enabled: isSearch,
    placeholderData: keepPreviousData,
  })
  if (!isSearch) return list
  const first = (table.page - 1) * table.size
  return {
    ...found,
    data: found.data && { items: found.data.slice(first, first + table.size), total: found.data.length },
  }
}
