import { useText } from '../../lib/i18n.ts'
import { songActions } from '../../pieces/tasks/task-actions.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { choicesOf } from '../../ui/list/work-cells.tsx'
import { songList } from './song-list.tsx'
import { songStatuses } from './song-looks.ts'

const tools = {}

/** Songs and whatever else is made in tasks, and how far they have come. */
export function SongsPage() {
  const t = useText('songs')
  const open = useList(songList, tools)
  const { status, action } = open.state.filters
  return (
    <ListPage
      list={songList}
      open={open}
      choices={{ status: choicesOf(songStatuses, t, status), action: choicesOf(songActions, t, action) }}
      emptyTitle={t('emptyTitle')}
      emptyHint={t('emptyHint')}
    />
  )
}
