import { useText } from '../../lib/i18n.ts'
import { ListPage } from '../../ui/list/list-page.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { songList } from './song-list.tsx'

const tools = {}

/** Songs and whatever else is made in tasks, and how far they have come. */
export function SongsPage() {
  const t = useText('songs')
  return (
    <ListPage list={songList} open={useList(songList, tools)} emptyTitle={t('emptyTitle')} emptyHint={t('emptyHint')} />
  )
}
