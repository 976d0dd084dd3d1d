import { useText } from '../../lib/i18n.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { batchList } from './batch-list.tsx'

const tools = {}

/** Batches of calls, how far they have come, and what they cost. */
export function BatchesPage() {
  const t = useText('batches')
  return (
    <ListPage
      list={batchList}
      open={useList(batchList, tools)}
      emptyTitle={t('emptyTitle')}
      emptyHint={t('emptyHint')}
    />
  )
}
