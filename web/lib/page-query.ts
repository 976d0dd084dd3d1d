import {
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  usePrefetchQuery,
  useQuery,
} from '@tanstack/react-query'

/** It is never waited for whether it is to be asked. */
type PageQuery<Data, Shown, Key extends QueryKey> = Omit<UseQueryOptions<Data, Error, Shown, Key>, 'enabled'>

/**
 * `useQuery` for what a page is about: it is asked for while the page is being drawn and not once it stands, so that its
 * answer is on its way meanwhile.
 */
export const usePageQuery = <Data, Shown = Data, Key extends QueryKey = QueryKey>(
  options: PageQuery<Data, Shown, Key>,
): UseQueryResult<Shown> => {
  const { queryKey, queryFn, retry } = options
  usePrefetchQuery<Data, Error, Data, Data, Key>({
    queryKey,
    ...(typeof queryFn === 'function' ? { queryFn } : {}),
    ...(retry === undefined ? {} : { retry }),
  })
  return useQuery(options)
}
