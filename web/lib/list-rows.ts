import type { UseQueryOptions } from '@tanstack/react-query'
import type { Endpoint, EndpointData } from '#contract/endpoint.ts'
import { type CallArguments, call } from './api.ts'
import { readRows } from './pending-changes.ts'
import { endpointQuery, readRecord, resourceOf } from './query.ts'

export type Page<Row> = { items: readonly Row[]; total: number }
export type ListQuery = Record<string, unknown>

/** Where the pages of a list come from. */
export type PageSource<Row> = {
  endpoint: Endpoint
  page: (query: ListQuery) => Pick<UseQueryOptions<Page<Row>>, 'queryKey' | 'queryFn'>
  /** How many rows the query finds. */
  count: (query: ListQuery) => Promise<number>
  /** Every row that the query finds, whatever page is shown, up to `most`. */
  all: (query: ListQuery, most?: number) => Promise<Row[]>
}

/** Rows are known by an id: the number that the server gave them, or a name. */
export type RowId = number | string
/** A row that stands for several: the ids of all of them, and those that came with it. */
export type ParentRow<Row> = { ids: readonly number[]; children: readonly Row[] }

export const isParent = <Row extends object>(row: Row): row is Row & ParentRow<Row> => 'children' in row

/** The row with those below it. */
export const withBelow = <Row extends object>(row: Row): readonly Row[] =>
  isParent(row) ? [row, ...row.children] : [row]

/** The row, or those that came with it. */
export const leavesOf = <Row extends object>(row: Row): readonly Row[] => (isParent(row) ? row.children : [row])

type RowOf<E extends Endpoint> = EndpointData<E> extends { items: readonly (infer Row)[] } ? Row : never

/** More are not chosen at once: each hundred of them is a call. */
export const mostMatching = 5000
const largestPage = 100

/**
 * `rows: pagesOf(tokens.list)`: what the address asks for goes into the query under the names of the endpoint. `as`
 * gives an id to rows that have none, or words to those that the server has none for.
 */
export const pagesOf = <E extends Endpoint, Row = RowOf<E>>(
  endpoint: E,
  as: (row: RowOf<E>) => Row | Promise<Row> = (row) => row as unknown as Row, // seam: without it they are the endpoint's own
): PageSource<Row> => {
  const ask = async (query: ListQuery, signal?: AbortSignal): Promise<Page<Row>> => {
    // seam: the query is made of filters that carry the endpoint's names, and the server checks it
    const given = [{ query }, signal && { signal }] as unknown as CallArguments<E>
    // seam: an endpoint of a list answers with a page
    const { items, total } = (await call(endpoint, ...given)) as unknown as Page<RowOf<E>>
    return { items: await Promise.all(items.map(as)), total }
  }
  return {
    endpoint,
    page: (query) => ({
      queryKey: [resourceOf(endpoint), `${endpoint.method} ${endpoint.path}`, query],
      queryFn: ({ signal }) => readRows(resourceOf(endpoint), () => ask(query, signal)),
    }),
    count: async (query) => (await ask({ ...query, p: 1, page_size: 1 })).total,
    all: async (query, most = mostMatching) => {
      const rows: Row[] = []
      for (let p = 1; rows.length < most; p += 1) {
        const { items, total } = await ask({ ...query, p, page_size: largestPage })
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
  /** Asks for it now, for what is done with it once. */
  read: (id: RowId) => Promise<Row>
}

/** `recordOf(tokens.read)`: an endpoint that answers one row by its id, and what else it is asked. */
export const recordOf = <E extends Endpoint>(
  endpoint: E,
  query: Readonly<Record<string, string>> = {},
): RecordSource<EndpointData<E>> => {
  const requestOf = (id: RowId) => ({ params: { id: String(id) }, ...(Object.keys(query).length > 0 && { query }) })
  const ask = (id: RowId, signal?: AbortSignal) =>
    // seam: an endpoint of one record takes its id
    readRecord(endpoint, ...([requestOf(id), signal && { signal }] as unknown as CallArguments<E>))
  return {
    endpoint,
    one: (id) => ({
      // seam: as above
      queryKey: endpointQuery(endpoint, ...([requestOf(id)] as unknown as CallArguments<E>)).queryKey,
      queryFn: ({ signal }) => readRows(resourceOf(endpoint), () => ask(id, signal)),
    }),
    read: (id) => ask(id),
  }
}
