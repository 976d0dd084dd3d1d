import { useText } from '../../lib/i18n.ts'
import { videoActions } from '../../pieces/tasks/task-actions.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { choicesOf } from '../../ui/list/work-cells.tsx'
import { videoList } from './video-list.tsx'
import { videoStatuses } from './video-looks.ts'

const tools = {}

/** Films, and how far they have come. */
export function VideosPage() {
  const t = useText('videos')
  const open = useList(videoList, tools)
  const { status, action } = open.state.filters
  return (
    <ListPage
      list={videoList}
      open={open}
      choices={{ status: choicesOf(videoStatuses, t, status), action: choicesOf(videoActions, t, action) }}
      emptyTitle={t('emptyTitle')}
      emptyHint={t('emptyHint')}
    />
  )
}
