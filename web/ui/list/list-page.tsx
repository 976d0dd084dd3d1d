import { PanelRight } from 'lucide-react'
import { useState } from 'react'
import type { Offer } from '../../lib/actions.ts'
import { useFormat } from '../../lib/format.ts'
import { type Area, useText, type WordKey } from '../../lib/i18n.ts'
import type { Known } from '../../lib/known.ts'
import type { Filters } from '../../lib/list-filters.ts'
import { isParent, type RowId, withBelow } from '../../lib/list-rows.ts'
import { useIsPhone } from '../../lib/media.ts'
import { tableLook } from '../../lib/preferences.ts'
import type { Sort } from '../../lib/table-state.ts'
import { Overlay } from '../overlay.tsx'
import { TablePage, type TablePageProps } from '../table-page.tsx'
import { FilterControls } from './filter-controls.tsx'
import { ListBulk } from './list-bulk.tsx'
import type { ListDefinition, ListedRow } from './list-definition.ts'
import { ListNews } from './list-live.tsx'
import { menuOf, parted } from './list-menu.ts'
import { ListPeekOverlay } from './list-peek-overlay.tsx'
import { ListRangeFilter } from './list-range-filter.tsx'
import { ListTools } from './list-tools.tsx'
import { useRowKeys } from './row-keys.ts'
import type { OpenList } from './use-list.ts'
import { useOnlyThis } from './use-only-this.tsx'
import { ViewRow } from './view-row.ts'

type Choice = { value: string; label: string; hint?: string }
type Empty = `empty${'Title' | 'Hint' | 'Action'}`
type Slots = 'actions' | 'notice' | 'description' | 'tools' | 'ownTools' | 'summary' | Empty

type ListPageProps<Row, A extends Area, F extends Filters<WordKey<A>>, Tools> = Pick<TablePageProps<Row>, Slots> & {
  list: ListDefinition<Row, A, F, Tools>
  /** From `useList`. */
  open: OpenList<Row, F>
  /** Of the filters whose choices come with the page. */
  choices?: Partial<Record<keyof F, Known<readonly Choice[]>>>
  /** The order of rows while none of a column is chosen, where a column has it; its head ends it too. */
  usualSort?: { sort: Sort; end(): void } | undefined
}

/** The page of a list, drawn from its definition; what else stands on it is given. */
export function ListPage<Row extends ListedRow, A extends Area, F extends Filters<WordKey<A>>, Tools>(
  props: ListPageProps<Row, A, F, Tools>,
) {
  const { list, open, choices = {}, tools, usualSort, ...slots } = props
  const { state, query, selection, actions, filters, range } = open
  const [viewed, setViewed] = useState<RowId>()
  const close = () => setViewed(undefined)
  const t = useText()
  const words = useText(list.area)
  const lists = useText('lists')
  const format = useFormat()
  const rowName = (row: Row) => list.rowName(row, words, format)
  const settings = { key: `${list.title}-table-columns`, hidden: list.hidden ?? [] }
  const kept = tableLook(settings.key, { ...settings, dense: list.dense ?? false })
  const rows = (query.data?.items ?? []).flatMap(withBelow)
  const canSelect = Object.values(list.actions).some(({ many }) => many)
  const hasMenu = Object.values(list.actions).some(({ many }) => many !== 'only')
  const only = useOnlyThis(list.area, open, choices)
  const offers = (row: Row): readonly Offer[] => actions.ofRow(row, () => selection.forget(row))
  const isPhone = useIsPhone()
  // A name that leads to no page of its own looks into nothing, and a card cannot be clicked: so the menu does.
  const lookEntry = (row: Row) =>
    canLook(row) && (isPhone || !list.peek?.page)
      ? [{ label: lists('lookKey'), icon: <PanelRight />, onSelect: () => look(row) }]
      : []
  const menu = (row: Row) => parted([lookEntry(row), menuOf(offers(row)), only.menu?.(row) ?? []])
  const pageOf = (row: Row) => list.peek?.page?.(row)
  const canLook = (row: Row) => list.peek !== undefined && (!list.peek.page || pageOf(row) !== undefined)
  const look = ({ id }: Pick<Row, 'id'>) => state.setPeek(String(id))
  const lookable = rows.filter(canLook)
  useRowKeys({ rows, offers, ...(canSelect ? { selection } : {}), ...(list.peek ? { canLook, look } : {}) })
  const total = query.data?.total ?? 0

  const viewedRow = rows.find(({ id }) => id === viewed)
  return (
    <ViewRow value={list.viewer ? setViewed : (id) => look({ id })}>
      <TablePage
        {...slots}
        title={t(list.title)}
        table={state}
        query={query}
        columns={only.columns}
        rowId={({ id }) => String(id)}
        rowName={rowName}
        sort={state.sort ?? usualSort?.sort}
        onSort={(sort) => {
          if (sort === undefined && state.sort === undefined) usualSort?.end()
          else state.setSort(sort)
        }}
        dense={list.dense ?? false}
        {...(hasMenu || only.menu || (isPhone && list.peek) ? { menu } : {})}
        hasMenu={(row) => menu(row).length > 0}
        {...(list.isMuted ? { isMuted: list.isMuted } : {})}
        {...(list.card ? { card: list.card } : {})}
        {...(list.details ? { details: list.details } : {})}
        {...(list.below ? { subRows: (row: Row) => (isParent(row) ? row.children : undefined) } : {})}
        isUnfolded={(row) => list.isUnfolded?.(row, state.filters) ?? false}
        {...(list.peek ? { record: { look, canLook, page: pageOf } } : {})}
        {...(canSelect
          ? {
              selection: pageSelection(open),
              selectedCount: selection.count(total),
              selectedElsewhere: query.data ? selection.elsewhere(query.data.items, total) : 0,
            }
          : {})}
        filters={
          <FilterControls
            area={list.area}
            filters={filters}
            state={state}
            choices={choices}
            range={range && list.range && <ListRangeFilter state={state} usual={list.range.usual} range={range} />}
          />
        }
        news={list.live && <ListNews open={open} />}
        tools={
          <>
            {tools}
            <ListTools list={list} open={open} look={kept} choices={choices} />
          </>
        }
        bulk={<ListBulk open={open} />}
        columnSettings={settings}
      />
      {list.peek && <ListPeekOverlay list={list} open={open} rows={lookable} rowName={rowName} offers={offers} />}
      {list.viewer && <Overlay onClose={close}>{viewedRow && list.viewer(viewedRow, rows, close)}</Overlay>}
    </ViewRow>
  )
}

/** What of the selection the table shows: the rows of this page. */
const pageSelection = <Row extends ListedRow, F extends Filters>({ query, selection }: OpenList<Row, F>) => {
  const rows = (query.data?.items ?? []).flatMap(withBelow)
  const choose = (ids: readonly string[], isChosen: boolean) =>
    selection.choose(
      rows.filter(({ id }) => ids.includes(String(id))),
      isChosen,
    )
  return {
    ids: new Set(rows.flatMap((row) => (selection.has(row) ? [String(row.id)] : []))),
    toggle: (id: string, isChosen: boolean) => choose([id], isChosen),
    toggleAll: choose,
    clear: selection.clear,
  }
}
