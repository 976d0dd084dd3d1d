import type { UseQueryOptions } from '@tanstack/react-query'
import type { Endpoint, EndpointData } from '#contract/endpoint.ts'
import { type CallArguments, call } from './api.ts'
import { endpointQuery, pageQueryOf } from './query.ts'

export type Page<Row> = { items: readonly Row[]; total: number }
type ListQuery = Record<string, unknown>

/** Where the pages of a list come from. */
export type PageSource<Row> = {
  endpoint: Endpoint
  page: (query: ListQuery) => Pick<UseQueryOptions<Page<Row>>, 'queryKey' | 'queryFn'>
  /** Every row that the query finds, whatever page is shown. */
  all: (query: ListQuery) => Promise<Row[]>
}

type RowOf<E extends Endpoint> = EndpointData<E> extends { items: readonly (infer Row)[] } ? Row : never

/** More are not chosen at once: each hundred of them is a call. */
export const mostMatching = 5000
const largestPage = 100

/** `rows: pagesOf(tokens.list)`: what the address asks for goes into the query under the names of the endpoint. */
export const pagesOf = <E extends Endpoint>(endpoint: E): PageSource<RowOf<E>> => {
  // seam: the query is made of filters that carry the endpoint's names, and the server checks it
  const argumentsOf = (query: ListQuery) => [{ query }] as unknown as CallArguments<E>
  return {
    endpoint,
    page: (query) =>
      // seam: an endpoint of a list answers with a page
      pageQueryOf(endpoint, ...argumentsOf(query)) as unknown as ReturnType<PageSource<RowOf<E>>['page']>,
    all: async (query) => {
      const rows: RowOf<E>[] = []
      for (let p = 1; rows.length < mostMatching; p += 1) {
        const data = await call(endpoint, ...argumentsOf({ ...query, p, page_size: largestPage }))
        const { items, total } = data as unknown as Page<RowOf<E>> // seam: as above
        rows.push(...items)
        if (items.length === 0 || rows.length >= total) break
      }
      return rows
    },
  }
}

/** Where one record comes from. */
export type RecordSource<Row> = {
  endpoint: Endpoint
  one: (id: string) => Pick<UseQueryOptions<Row>, 'queryKey' | 'queryFn'>
}

/** `recordOf(tokens.read)`: an endpoint that answers one row by its id. */
export const recordOf = <E extends Endpoint>(endpoint: E): RecordSource<EndpointData<E>> => ({
  endpoint,
  one: (id) => {
    // seam: an endpoint of one record takes its id
    const { queryKey, queryFn } = endpointQuery(endpoint, ...([{ params: { id } }] as unknown as CallArguments<E>))
    return { queryKey, queryFn } as Pick<UseQueryOptions<EndpointData<E>>, 'queryKey' | 'queryFn'> // seam: as above
  },
})
