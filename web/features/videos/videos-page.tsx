import { useText } from '../../lib/i18n.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { videoList } from './video-list.tsx'

const tools = {}

/** Films, and how far they have come. */
export function VideosPage() {
  const t = useText('videos')
  return (
    <ListPage
      list={videoList}
      open={useList(videoList, tools)}
      emptyTitle={t('emptyTitle')}
      emptyHint={t('emptyHint')}
    />
  )
}
