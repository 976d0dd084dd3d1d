import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { tokens } from '#contract/tokens.ts'
import { pageQueryOf } from '../../lib/query.ts'
import { useShownRows } from '../../lib/shown-rows.ts'
import { useTableState } from '../../lib/table-state.ts'
import { tokensSearch } from './tokens-search.ts'

/** The page of tokens that is shown: from the list, or from the search. */
export const useTokens = () => {
  const address = useTableState(tokensSearch)
  // A key that is looked for stays out of the address, which browsers remember.
  const [key, setKey] = useState('')
  const table = {
    ...address,
    isFiltered: address.isFiltered || key !== '',
    clear: () => {
      setKey('')
      address.clear()
    },
  }
  const searchKey = (text: string) => {
    setKey(text)
    address.setPage(1)
  }

  const { keyword = '' } = address.search
  const isSearch = keyword !== '' || key !== ''
  const select = useShownRows(tokens.list)
  const page = { p: address.page, page_size: address.size }
  const list = useQuery({ ...pageQueryOf(tokens.list, { query: page }), select, enabled: !isSearch })
  const found = useQuery({
    ...pageQueryOf(tokens.search, { query: { ...page, keyword, token: key } }),
    select,
    enabled: isSearch,
  })
  return { table, key, searchKey, query: isSearch ? found : list }
}
