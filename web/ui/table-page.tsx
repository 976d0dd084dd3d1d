import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useHotkey } from '../lib/hotkeys.ts'
import { useText } from '../lib/i18n.ts'
import { useIsPhone } from '../lib/media.ts'
import { tableLook } from '../lib/preferences.ts'
import { useStore } from '../lib/store.ts'
import { type TableState, useAskedPage } from '../lib/table-state.ts'
import { BulkBar } from './bulk-bar.tsx'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { ColumnSettings } from './column-settings.tsx'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { Empty } from './empty.tsx'
import { IconButton } from './icon-button.tsx'
import { PageHeader } from './page-header.tsx'
import { Pager, type PagerProps } from './pager.tsx'
import { TableTools } from './table-tools.tsx'

export type TablePageProps<Row> = Omit<
  DataTableProps<Row>,
  'label' | 'rows' | 'error' | 'fetching' | 'onRetry' | 'empty' | 'hiddenColumns'
> & {
  title: string
  description?: ReactNode
  /** The main action, at the right of the title. */
  actions?: ReactNode
  /** From `useTableState`. */
  table: Pick<
    TableState<unknown>,
    'page' | 'size' | 'isFiltered' | 'setPage' | 'setSize' | 'hidden' | 'setHidden' | 'clear'
  >
  /** A query whose data is a page. */
  query: {
    data: { items: readonly Row[]; total: number } | undefined
    isFetching: boolean
    error: unknown
    refetch(): unknown
  }
  filters?: ReactNode
  /** Right of the filters, before refresh and columns. */
  tools?: ReactNode
  /** More of them than fit beside the filters: all stand below, these at the left. */
  ownTools?: ReactNode
  /** Of rows that have come since. */
  news?: ReactNode
  /** A line of figures between filters and table. */
  summary?: ReactNode
  /** A note above everything. */
  notice?: ReactNode
  /** Local storage key of the hidden columns, and which are hidden at first. */
  columnSettings?: { key: string; hidden?: readonly string[] }
  /** Shown while rows are selected. */
  bulk?: ReactNode
  /** How many that are, where a row stands for several. */
  selectedCount?: number
  /** How many of these are on other pages. */
  selectedElsewhere?: number
  /** For the very first visit: what this list is for, and the action that fills it. */
  emptyTitle?: string
  emptyHint?: ReactNode
  emptyAction?: ReactNode
}

/** The whole anatomy of a list page, from title to pager. Everything else a `DataTable` takes is passed on. */
export function TablePage<Row>(props: TablePageProps<Row>) {
  const t = useText('lists')
  const isPhone = useIsPhone()
  const { title, table, query, selection, columnSettings } = props
  const look = tableLook(columnSettings?.key ?? title, { ...columnSettings, dense: props.dense ?? false })
  useHotkey('r', t('refresh'), () => void query.refetch())
  const keptHidden = useStore(look.hidden)
  const hidden = table.hidden ?? keptHidden
  const hide = (ids: string[]) => {
    look.hidden.set(ids)
    if (table.hidden) table.setHidden(ids)
  }
  const dense = useStore(look.dense)
  const total = query.data?.total
  const pager = total !== undefined && total > 0 && (
    <AskedPager
      className={isPhone ? 'mt-3' : 'border-t px-4 py-2.5'}
      size={table.size}
      total={total}
      onPage={(page) => table.setPage(page)}
      onSize={table.setSize}
    />
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:gap-4">
      <PageHeader
        title={title}
        description={props.description ?? (total === undefined ? '…' : t('total', { count: total }))}
        isLive
        actions={props.actions}
      />
      {props.notice}
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        {props.filters}
        <TableTools
          news={props.news}
          own={props.ownTools}
          refresh={
            <IconButton
              tone="framed"
              label={t('refresh')}
              icon={<RefreshCw className={query.isFetching ? 'animate-spin' : undefined} />}
              onClick={() => query.refetch()}
            />
          }
          columns={
            columnSettings &&
            !(isPhone && props.card) && (
              <ColumnSettings
                columns={props.columns}
                hidden={hidden}
                onChange={hide}
                height={isPhone ? undefined : { dense, onDense: look.dense.set }}
                defaults={columnSettings.hidden ?? []}
              />
            )
          }
        >
          {props.tools}
        </TableTools>
      </div>
      {props.summary}
      <Card className={isPhone ? 'border-0 bg-transparent' : undefined}>
        <DataTable
          {...tableProps(props)}
          label={title}
          rows={query.data?.items}
          error={query.error}
          fetching={query.isFetching}
          onRetry={() => query.refetch()}
          hiddenColumns={columnSettings ? hidden : []}
          dense={columnSettings ? dense : (props.dense ?? false)}
          skeletonRows={Math.min(table.size, 20)}
          empty={<NoRows {...props} />}
        />
        {pager}
      </Card>
      {selection && (
        <BulkBar
          count={props.selectedCount ?? selection.ids.size}
          elsewhere={props.selectedElsewhere ?? 0}
          onClear={selection.clear}
        >
          {props.bulk}
        </BulkBar>
      )}
    </div>
  )
}

/** Tells the page that is asked for at once, so that a second touch goes on from there; the rows follow. */
const AskedPager = (props: Omit<PagerProps, 'page'>) => <Pager {...props} page={useAskedPage()} />

function NoRows<Row>(props: TablePageProps<Row>) {
  const t = useText('lists')
  if (props.table.isFiltered) {
    return (
      <Empty
        kind="match"
        title={t('noMatch')}
        hint={t('noMatchHint')}
        action={<Button onClick={props.table.clear}>{t('clearFilters')}</Button>}
      />
    )
  }
  return (
    <Empty kind="first" title={props.emptyTitle ?? t('nothingYet')} hint={props.emptyHint} action={props.emptyAction} />
  )
}

/** What goes on to the table: the page's own props stay here. */
const tableProps = <Row,>({
  title: _title,
  description: _description,
  actions: _actions,
  table: _table,
  query: _query,
  filters: _filters,
  tools: _tools,
  ownTools: _ownTools,
  news: _news,
  summary: _summary,
  notice: _notice,
  columnSettings: _columnSettings,
  bulk: _bulk,
  selectedCount: _selectedCount,
  emptyTitle: _emptyTitle,
  emptyHint: _emptyHint,
  emptyAction: _emptyAction,
  ...rest
}: TablePageProps<Row>) => rest
