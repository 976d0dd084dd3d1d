import { useQuery } from '@tanstack/react-query'
import { channels } from '#contract/channels.ts'
import { pageQueryOf } from '../../../lib/query.ts'
import { useShownRows } from '../../../lib/shown-rows.ts'
import { useStore } from '../../../lib/store.ts'
import type { ChannelsTable } from './channels-search.ts'
import { idSortPreference, tagModePreference } from './list-preferences.ts'

/** The page of channels, or of tags with their channels, that the address asks for. */
export const useChannels = ({ search, page, size }: ChannelsTable) => {
  const { keyword = '', model = '', group = '', status, type = 0, tag = '' } = search
  const isIdSort = useStore(idSortPreference)
  const isTagMode = useStore(tagModePreference)
  const query = {
    p: page,
    page_size: size,
    id_sort: isIdSort ? ('true' as const) : ('false' as const),
    tag_mode: isTagMode ? ('true' as const) : ('false' as const),
    model,
    group,
    status,
    type: type === 0 ? '' : type,
    tag,
  }
  const select = useShownRows(channels.list)
  const list = useQuery({ ...pageQueryOf(channels.list, { query }), select, enabled: keyword === '' })
  const found = useQuery({
    ...pageQueryOf(channels.search, { query: { ...query, keyword } }),
    select,
    enabled: keyword !== '',
  })
  return keyword === '' ? list : found
}
