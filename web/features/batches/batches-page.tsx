import { useText } from '../../lib/i18n.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { choicesOf } from '../../ui/list/work-cells.tsx'
import { batchStatuses } from './batch-cells.tsx'
import { batchList } from './batch-list.tsx'

const tools = {}

/** Batches of calls, how far they have come, and what they cost. */
export function BatchesPage() {
  const t = useText('batches')
  const open = useList(batchList, tools)
  return (
    <ListPage
      list={batchList}
      open={open}
      choices={{ status: choicesOf(batchStatuses, t, open.state.filters.status) }}
      emptyTitle={t('emptyTitle')}
      emptyHint={t('emptyHint')}
    />
  )
}
