import {
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'

/** It is never waited for whether it is to be asked. */
type PageQuery<Data, Shown, Key extends QueryKey> = Omit<UseQueryOptions<Data, Error, Shown, Key>, 'enabled'>

/**
 * `useQuery` for what a page is about: it is asked for while the page is being drawn and not once it stands, so that its
 * answer is on its way meanwhile. What is asked next on a page that stands waits until it says that it is asked.
 */
export const usePageQuery = <Data, Shown = Data, Key extends QueryKey = QueryKey>(
  options: PageQuery<Data, Shown, Key>,
): UseQueryResult<Shown> => {
  const client = useQueryClient()
  useState(() => {
    const { queryKey, queryFn, retry } = options
    if (client.getQueryState(queryKey) !== undefined || typeof queryFn !== 'function') return
    void client.prefetchQuery({ queryKey, queryFn, ...(retry === undefined ? {} : { retry }) })
  })
  return useQuery(options)
}
