import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type RowActions, useActions } from '../../lib/actions.ts'
import type { FileColumn } from '../../lib/csv.ts'
import { filtersFor } from '../../lib/filter-values.ts'
import { useFormat } from '../../lib/format.ts'
import { type Area, useLanguage, useText, type WordKey, wordOf } from '../../lib/i18n.ts'
import type { Filters } from '../../lib/list-filters.ts'
import { secondsQuery, shownRange, type TimeRange } from '../../lib/list-range.ts'
import { leavesOf, type Page } from '../../lib/list-rows.ts'
import { type ListState, useListState } from '../../lib/list-state.ts'
import { usePageQuery } from '../../lib/page-query.ts'
import { refresh } from '../../lib/query.ts'
import { serverSeconds } from '../../lib/server-time.ts'
import { isAdmin, useUser } from '../../lib/session.ts'
import { useShownRows } from '../../lib/shown-rows.ts'
import { type Column, ordersOf } from '../column.ts'
import { useLastPage } from '../pager.tsx'
import type { ListDefinition, ListedRow } from './list-definition.ts'
import { type ListSelection, useListSelection } from './list-selection.ts'

/** A page of a list, or why there is none yet. */
type ListQuery<Row> = {
  data: Page<Row> | undefined
  isFetching: boolean
  error: unknown
  refetch(): unknown
}

/** A column as whoever looks sees it. */
export type ShownColumn<Row> = Column<Row> & {
  filterBy?: (row: Row) => Readonly<Record<string, string | readonly string[] | undefined>>
  /** The same in a file. */
  inFile: readonly FileColumn<Row>[]
}

/** A list that is open: its state, its page, its columns, what is selected and what can be done. */
export type OpenList<Row, F extends Filters> = {
  /** Those that whoever looks is offered. */
  filters: F
  state: ListState<F>
  /** The time it is narrowed to, where it is. */
  range: TimeRange | undefined
  /** What it is asked for, whatever page and order: for sums and files of the same rows. */
  wish: Record<string, unknown>
  /** How it is laid out. */
  mode: Readonly<Record<string, boolean>>
  query: ListQuery<Row>
  columns: readonly ShownColumn<Row>[]
  selection: ListSelection<Row>
  actions: RowActions<Row>
  /** How many have come since, where it is followed. */
  newRows: number
  /** The rows that are selected; those of other pages are asked for. */
  selectedRows(): Promise<readonly Row[]>
  /** All that match, in the order that is shown, up to `most`. */
  matchingRows(most: number): Promise<readonly Row[]>
  /** Those that a row stands for. */
  rowsBelow(row: Row): Promise<readonly Row[]>
}

type OpenOptions = {
  /** How the list is laid out, as query and address call it. What is selected ends with it. */
  mode?: Readonly<Record<string, boolean>>
}

export const useList = <Row extends ListedRow, A extends Area, F extends Filters<WordKey<A>>, Tools>(
  list: ListDefinition<Row, A, F, Tools>,
  tools: Tools,
  { mode = noMode }: OpenOptions = {},
): OpenList<Row, F> => {
  const t = useText(list.area)
  const format = useFormat()
  const admin = isAdmin(useUser())
  const filters = useMemo(() => filtersFor(list.filters, admin), [list, admin])
  const columns = useMemo(
    () =>
      list.columns
        .filter((column) => admin || column.for === undefined)
        .map(({ plain, plainParts, sorts, ...column }): ShownColumn<Row> => {
          const parts = plainParts ?? (plain ? [{ label: column.label, plain }] : [])
          return {
            ...column,
            label: wordOf(t, column.label),
            ...(sorts && { sorts: sorts.map(({ sort, label }) => ({ sort, label: wordOf(t, label) })) }),
            inFile: parts.map(({ label, plain }) => ({
              label: wordOf(t, label),
              plain: (row) => plain(row, t, format),
            })),
          }
        }),
    [list, admin, t, format],
  )
  const orders = useMemo(() => columns.flatMap(ordersOf), [columns])
  const state = useListState(filters, orders)
  const [openedAt, setOpenedAt] = useState(serverSeconds)
  const rangeAt = (now: number) =>
    list.range && state.lone === undefined ? shownRange(list.range.usual, state.range, now) : undefined
  const wishAt = (now: number) => {
    const range = rangeAt(now)
    const ranged = range && (list.range?.query ?? secondsQuery)(range)
    return { ...mode, ...ranged, ...(list.query?.(state.filters) ?? state.filters) }
  }
  const range = rangeAt(openedAt)
  const wish = wishAt(openedAt)
  const order = state.sort && { sort: state.sort.id, direction: state.sort.direction }
  const isFollowed = state.isLive && state.page === 1
  const source = admin ? list.rows : (list.ownRows ?? list.rows)
  const select = useShownRows(source.endpoint)
  const page = source.page({ p: state.page, page_size: state.size, ...order, ...wish })
  const query = usePageQuery({
    ...page,
    // What the server says in a row comes in the reader's language.
    queryKey: [...page.queryKey, useLanguage()],
    placeholderData: (previous: Page<Row> | undefined) => previous,
    refetchInterval: ({ state: { data } }) => {
      if (list.isUnderWay !== undefined && data?.items.some(list.isUnderWay)) return soonMs
      return list.live === 'shown' && isFollowed ? liveMs : false
    },
    select,
  })
  const latest = useQuery({
    queryKey: [...page.queryKey, 'count'],
    queryFn: () => source.count(wishAt(serverSeconds())),
    enabled: list.live === 'told' && isFollowed && query.data !== undefined,
    refetchInterval: liveMs,
  })
  const selection = useListSelection<Row>(`${state.filterKey} ${JSON.stringify(mode)}`)
  const actions = useActions({ area: list.area, actions: list.actions, rowName: list.rowName }, tools)
  const rowsBelow = (row: Row) => source.all(list.below?.(row) ?? {})
  const isPastEnd = useLastPage(state, query.isPlaceholderData ? undefined : query.data?.total)
  return {
    filters,
    state,
    range,
    wish,
    mode,
    query: {
      data: isPastEnd ? undefined : query.data,
      isFetching: query.isFetching,
      error: query.error,
      refetch: () => {
        setOpenedAt(serverSeconds())
        return refresh(source.endpoint)
      },
    },
    columns,
    selection,
    actions,
    newRows: Math.max(0, (latest.data ?? 0) - (query.data?.total ?? 0)),
    rowsBelow,
    matchingRows: (most) => source.all({ ...order, ...wish }, most),
    selectedRows: async () => {
      const { chosen } = selection
      if (chosen.of === 'rows') {
        // As they are now, where they are shown; those that have not come are asked for.
        const parents = new Set([...chosen.rows].flatMap(([id, row]) => (row.id === id ? [] : [row])))
        const found = await Promise.all([...parents].map(rowsBelow))
        const shown = new Map(
          [...found.flat(), ...(query.data?.items ?? []).flatMap(leavesOf)].map((row) => [row.id, row]),
        )
        return [...chosen.rows].flatMap(([id, row]) => shown.get(id) ?? (row.id === id ? row : []))
      }
      return (await source.all({ ...order, ...wish })).filter(({ id }) => !chosen.except.has(id))
    },
  }
}

const noMode: Readonly<Record<string, boolean>> = {}

const soonMs = 1000
const liveMs = 5000
