import { useMemo } from 'react'
import type { Log } from '#contract/logs.ts'
import { useText } from '../../lib/i18n.ts'
import { useIsPhone } from '../../lib/media.ts'
import { TablePage } from '../../ui/table-page.tsx'
import { LogCard, LogCardTitle } from './log-card.tsx'
import { useLogColumns } from './log-columns.tsx'
import { LogDetails } from './log-details.tsx'
import { LogExport } from './log-export.tsx'
import { LogFilters, onlyCall } from './log-filters.tsx'
import { LogSummary } from './log-summary.tsx'
import { useLogs } from './use-logs.ts'

export function LogsPage() {
  const t = useText('logs')
  const isPhone = useIsPhone()
  const { table, admin, range, filter, query, sum } = useLogs()
  const { search } = table
  const columns = useLogColumns(admin)
  const phoneColumns = useMemo(
    () => [{ id: 'type', label: t('columnType'), cell: (row: Log) => <LogCardTitle row={row} /> }],
    [t],
  )
  const summary = <LogSummary sum={sum} rows={query.data?.items} />
  return (
    <TablePage
      title={t('logs')}
      table={table}
      query={query}
      columns={isPhone ? phoneColumns : columns}
      rowId={(row) => String(row.id)}
      rowName={(row) => row.model_name || String(row.id)}
      dense
      details={(row) => <LogDetails row={row} admin={admin} />}
      isUnfolded={(row) => row.request_id === search.request_id}
      card={(row) => <LogCard row={row} admin={admin} />}
      search={{ label: t('factRequest'), value: search.request_id, onSearch: (id) => table.filter(onlyCall(id)) }}
      filters={
        <>
          <LogFilters table={table} range={range} admin={admin} onQuery={() => void query.refetch()} />
          {!isPhone && summary}
        </>
      }
      tools={<LogExport filter={filter} admin={admin} disabled={query.data?.total === 0} />}
      summary={isPhone && summary}
      {...(isPhone ? {} : { columnSettings: { key: 'logs-table-columns' } })}
      emptyTitle={t('emptyTitle')}
      emptyHint={t('emptyHint')}
    />
  )
}
