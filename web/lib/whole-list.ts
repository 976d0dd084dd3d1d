import type { QueryFunction, QueryKey } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ListQuery, PageSource } from './list-rows.ts'
import { inOrder, type Orders } from './local-order.ts'
import { queryClient } from './query.ts'
import type { Sort } from './table-state.ts'

/** A list that comes whole, of which what is asked for is found and ordered here. */
export const wholeOf = <Whole, Row>(
  endpoint: Endpoint,
  whole: () => { queryKey: QueryKey; queryFn: QueryFunction<Whole> },
  find: (whole: Whole, query: ListQuery) => readonly Row[],
  orders: Orders<Row>,
): PageSource<Row> => {
  const all = async (query: ListQuery) => [
    ...inOrder(find(await queryClient.fetchQuery(whole()), query), orders, sortIn(query)),
  ]
  return {
    ...{ endpoint, all },
    count: async (query) => (await all(query)).length,
    page: (query) => ({
      queryKey: [...whole().queryKey, query],
      queryFn: async () => {
        const rows = await all(query)
        const [page, size] = [Number(query.p), Number(query.page_size)]
        return { items: rows.slice((page - 1) * size, page * size), total: rows.length }
      },
    }),
  }
}

const sortIn = ({ sort, direction }: ListQuery): Sort | undefined =>
  typeof sort === 'string' ? { id: sort, direction: direction === 'desc' ? 'desc' : 'asc' } : undefined
