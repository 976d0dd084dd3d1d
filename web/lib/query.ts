import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Endpoint, EndpointData } from '#contract/endpoint.ts'
import { ApiError, type CallArguments, call } from './api.ts'
import { commonText } from './i18n.ts'
import { notify } from './notify.ts'
import {
  changedRow,
  type RowChange,
  readRows,
  type ShownChange,
  showChange,
  usePendingChanges,
} from './pending-changes.ts'

/**
 * Server data lives here. Mutations show their error as a toast unless they carry `meta: { quiet: true }` (forms that
 * show it themselves). A query's first error is shown in its place by the page; later ones as a toast.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      retry: (count, error) =>
        count < 1 && error instanceof ApiError && (error.kind === 'network' || error.status === 503),
    },
  },
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (query.state.data !== undefined) notifyFailure(error, commonText('refreshFailed'))
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      if (mutation.meta?.quiet !== true) notifyFailure(error)
    },
  }),
})

/** `what` went wrong stands before the reason. */
export const notifyFailure = (error: unknown, what?: string): void => {
  if (error instanceof ApiError && error.status === 401) return
  const reason = error instanceof Error ? error.message : String(error)
  notify.error(what === undefined ? reason : `${what}\n${reason}`)
}

/** A query derived from the contract: `useQuery(endpointQuery(tokens.list, { query }))`. */
export const endpointQuery = <E extends Endpoint>(endpoint: E, ...rest: CallArguments<E>) =>
  queryOptions<EndpointData<E>>(sourceOf(endpoint, ...rest))

/** The same for paged lists: the old page stays while the next one loads. */
export const pageQueryOf = <E extends Endpoint>(endpoint: E, ...rest: CallArguments<E>) => ({
  ...endpointQuery(endpoint, ...rest),
  placeholderData: (previous: EndpointData<E> | undefined) => previous,
})

/** After a change: every cached answer of the endpoint's resource is asked again. */
export const refresh = async (...endpoints: Endpoint[]): Promise<void> => {
  await Promise.all(endpoints.map((endpoint) => queryClient.invalidateQueries({ queryKey: [resourceOf(endpoint)] })))
}

/**
 * Shows a change of the rows of a list at once, before the server has answered:
 * `onMutate: () => showAtOnce(users.list, (row) => row.id === id ? { ...row, status } : row)`,
 * `onError: (_, __, shown) => shown?.refuse()`, `onSuccess: (_, __, shown) => shown.accept()`.
 */
export const showAtOnce = <Row>(endpoint: Endpoint, change: (row: Row) => Row): ShownChange =>
  // seam: rows of the endpoint are all that the change is given
  showChange(resourceOf(endpoint), change as RowChange, changeCachedRows)

/** For `select` of a query of rows: with what is shown before the server has told of it. */
export const useShownRows = (endpoint: Endpoint): (<Data>(data: Data) => Data) => {
  const pending = usePendingChanges()
  return useCallback(
    <Data>(data: Data) => withRows(data, (row) => changedRow(row, resourceOf(endpoint), pending)),
    [endpoint, pending],
  )
}

/** The same answer with its rows changed, be it a list or a page of one. */
const withRows = <Data>(data: Data, change: RowChange): Data => {
  // seam: the rows keep their kind
  if (Array.isArray(data)) return data.map(change) as Data
  return isPage(data) ? { ...data, items: data.items.map(change) } : data
}

const changeCachedRows = (resource: string, change: RowChange): void => {
  for (const [key, data] of queryClient.getQueriesData<unknown>({ queryKey: [resource] })) {
    queryClient.setQueryData(key, withRows(data, change))
  }
}

const sourceOf = <E extends Endpoint>(endpoint: E, ...[request]: CallArguments<E>) => ({
  queryKey: [resourceOf(endpoint), `${endpoint.method} ${endpoint.path}`, request ?? {}],
  queryFn: ({ signal }: { signal: AbortSignal }) => {
    const rest = [request, { signal }] as unknown as CallArguments<E> // seam: the arguments as they came, plus the signal
    return readRows(resourceOf(endpoint), () => call(endpoint, ...rest), withRows)
  },
})

const isPage = (data: unknown): data is { items: unknown[] } =>
  typeof data === 'object' && data !== null && 'items' in data && Array.isArray(data.items)

const resourceOf = (endpoint: Endpoint): string => endpoint.path.split('/')[2] ?? endpoint.path
