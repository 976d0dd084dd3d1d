import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { type RowActions, useActions } from '../../lib/actions.ts'
import { type Area, useText, type WordKey, wordOf } from '../../lib/i18n.ts'
import type { Filters } from '../../lib/list-filters.ts'
import type { Page } from '../../lib/list-rows.ts'
import { type ListState, useListState } from '../../lib/list-state.ts'
import { useShownRows } from '../../lib/shown-rows.ts'
import type { Column } from '../column.ts'
import type { ListDefinition, ListedRow } from './list-definition.ts'
import { type ListSelection, useListSelection } from './list-selection.ts'

/** A page of a list, or why there is none yet. */
type ListQuery<Row> = {
  data: Page<Row> | undefined
  isFetching: boolean
  error: unknown
  refetch(): unknown
}

/** A list that is open: its state, its page, its columns, what is selected and what can be done. */
export type OpenList<Row, F extends Filters> = {
  state: ListState<F>
  query: ListQuery<Row>
  columns: readonly Column<Row>[]
  selection: ListSelection<Row>
  actions: RowActions<Row>
  /** The rows that are selected; those of other pages are asked for. */
  selectedRows(): Promise<readonly Row[]>
}

type OpenOptions = {
  /** What the query has besides the filters, such as how the list is laid out. What is selected ends with it. */
  mode?: Record<string, unknown>
}

export const useList = <Row extends ListedRow, A extends Area, F extends Filters<WordKey<A>>, Tools>(
  list: ListDefinition<Row, A, F, Tools>,
  tools: Tools,
  { mode }: OpenOptions = {},
): OpenList<Row, F> => {
  const t = useText(list.area)
  const orders = useMemo(() => list.columns.flatMap(({ sort }) => sort ?? []), [list])
  const state = useListState(list.filters, orders)
  const wish = { ...mode, ...(list.query?.(state.filters) ?? state.filters) }
  const order = state.sort && { sort: state.sort.id, direction: state.sort.direction }
  const select = useShownRows(list.rows.endpoint)
  const query = useQuery({
    ...list.rows.page({ p: state.page, page_size: state.size, ...order, ...wish }),
    placeholderData: (previous: Page<Row> | undefined) => previous,
    select,
  })
  const columns = useMemo(
    () => list.columns.map((column): Column<Row> => ({ ...column, label: wordOf(t, column.label) })),
    [list, t],
  )
  const selection = useListSelection<Row>(`${state.filterKey} ${JSON.stringify(mode)}`)
  const actions = useActions({ area: list.area, actions: list.actions, rowName: list.rowName }, tools)
  const isPastEnd = useLastPage(state, query.isPlaceholderData ? undefined : query.data)
  return {
    state,
    query: isPastEnd ? { ...query, data: undefined } : query,
    columns,
    selection,
    actions,
    selectedRows: async () => {
      const { chosen } = selection
      if (chosen.of === 'rows') {
        // As they are now, where they are shown.
        const shown = new Map(query.data?.items.map((row) => [row.id, row]))
        return [...chosen.rows.values()].map((row) => shown.get(row.id) ?? row)
      }
      return (await list.rows.all({ ...order, ...wish })).filter(({ id }) => !chosen.except.has(id))
    },
  }
}

/** A page behind the end goes to the last one: its rows went away, or a link is old. */
const useLastPage = <F extends Filters>(
  { page, size, setPage }: ListState<F>,
  data: Page<unknown> | undefined,
): boolean => {
  const last = data && Math.max(1, Math.ceil(data.total / size))
  const isPastEnd = last !== undefined && page > last
  useEffect(() => {
    if (isPastEnd) setPage(last, true)
  }, [isPastEnd, last, setPage])
  return isPastEnd
}
