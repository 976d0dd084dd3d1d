import { Search } from 'lucide-react'
import { useText } from '../../lib/i18n.ts'
import { knownOf, mapKnown } from '../../lib/known.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { LogExport } from './log-export.tsx'
import { logList } from './log-list.tsx'
import { LogSummary } from './log-summary.tsx'

const noTools = {}

export function LogsPage() {
  const t = useText('logs')
  const open = useList(logList, noTools)
  const { query, wish } = open
  const page = knownOf({ ...query, isError: query.error !== null })
  return (
    <ListPage
      list={logList}
      open={open}
      tools={
        <>
          <IconButton tone="framed" label={t('query')} icon={<Search />} onClick={() => query.refetch()} />
          <LogExport wish={wish} disabled={query.data?.total === 0} />
        </>
      }
      summary={<LogSummary wish={wish} rows={mapKnown(page, ({ items }) => items)} />}
      emptyTitle={t('emptyTitle')}
      emptyHint={t('emptyHint')}
    />
  )
}
