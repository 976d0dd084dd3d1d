import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import type { Endpoint, EndpointData } from '#contract/endpoint.ts'
import { ApiError, type CallArguments, call } from './api.ts'
import { copyText } from './clipboard.ts'
import { commonText } from './i18n.ts'
import { notify, type ToastAction } from './notify.ts'
import { openOption } from './option-door.ts'
import { readRows } from './pending-changes.ts'

/**
 * Server data lives here. Mutations show their error as a toast unless they carry `meta: { quiet: true }` (forms that
 * show it themselves). A query's first error is shown in its place by the page; later ones as a toast.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Also when the browser says that it is offline: what waits for the network without a word is done long after
    // somebody gave it up, and a server on the same machine or network is reached all the same.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      retry: (count, error) =>
        count < 1 && error instanceof ApiError && (error.kind === 'network' || error.status === 503),
    },
  },
  queryCache: new QueryCache({
    onError: (error, { state, meta }) => {
      if (state.data === undefined || (meta === tellsRefusal && isRefused(error))) return
      notifyFailure(error, commonText('refreshFailed'))
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      if (mutation.meta?.quiet !== true) notifyFailure(error)
    },
  }),
})

/** The `meta` of a query whose page itself says that what it shows is gone, or no longer for whoever looks. */
export const tellsRefusal = { tellsRefusal: true }

/** It was understood, and there is no such thing, or not for whoever asks. */
export const isRefused = (error: unknown): boolean => error instanceof ApiError && error.kind === 'refused'

/** `what` went wrong stands before the reason. */
export const notifyFailure = (error: unknown, what?: string): void => {
  if (error instanceof ApiError && error.status === 401) return
  const reason = error instanceof Error ? error.message : String(error)
  notify.error(
    what === undefined ? reason : `${what}\n${reason}`,
    error instanceof ApiError ? nextOf(error) : undefined,
  )
}

/** What can be done about it: the setting that it waits for, or the id by which the server's log tells of it. */
const nextOf = ({ option, requestId }: ApiError): ToastAction | undefined => {
  if (option !== undefined) return { label: commonText('openSetting'), run: () => openOption(option) }
  return requestId === undefined
    ? undefined
    : { label: commonText('copyRequestId'), run: () => void copyText(requestId) }
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
  await refreshResources(endpoints.map(resourceOf))
}

/** The same with whatever else the endpoint says it touches. */
export const refreshAfter = async (endpoint: Endpoint): Promise<void> => {
  const resources = [resourceOf(endpoint), ...(endpoint.touches ?? [])]
  await refreshResources(resources)
}

/** Whatever was changed, the list of changes may tell of it. Its endpoint is not asked: the first load does without it. */
const listOfChanges = 'audit'

const refreshResources = async (resources: readonly string[]): Promise<void> => {
  const stale = new Set([...resources, listOfChanges])
  await Promise.all([...stale].map((resource) => queryClient.invalidateQueries({ queryKey: [resource] })))
}

const sourceOf = <E extends Endpoint>(endpoint: E, ...[request]: CallArguments<E>) => ({
  queryKey: [resourceOf(endpoint), nameOf(endpoint), request ?? {}],
  queryFn: ({ signal }: { signal: AbortSignal }) => {
    const rest = [request, { signal }] as unknown as CallArguments<E> // seam: the arguments as they came, plus the signal
    return readRows(resourceOf(endpoint), () => call(endpoint, ...rest))
  },
})

/**
 * One record, asked for now: where it is refused, lists that still show it are asked again, and where reading it is told
 * of, so is what tells.
 */
export const readRecord = async <E extends Endpoint>(
  endpoint: E,
  ...rest: CallArguments<E>
): Promise<EndpointData<E>> => {
  try {
    const row = await call(endpoint, ...rest)
    if (endpoint.touches !== undefined) void refreshResources(endpoint.touches)
    return row
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'refused') void refreshOthers(endpoint)
    throw error
  }
}

/** Not what the endpoint itself answered: asked again, it would only be refused again. */
const refreshOthers = (endpoint: Endpoint): Promise<void> =>
  queryClient.invalidateQueries({
    queryKey: [resourceOf(endpoint)],
    predicate: ({ queryKey }) => queryKey[1] !== nameOf(endpoint),
  })

const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/** What its answers are kept under. */
export const resourceOf = (endpoint: Endpoint): string => endpoint.path.split('/')[2] ?? endpoint.path
