import { useQuery } from '@tanstack/react-query'
import { channels } from '#contract/channels.ts'
import { pageQueryOf } from '../../../lib/query.ts'
import { useShownRows } from '../../../lib/shown-rows.ts'
import { useStore } from '../../../lib/store.ts'
import type { ChannelsTable } from './channels-search.ts'
import { idSortPreference, tagModePreference } from './list-preferences.ts'

const orders = ['id', 'name', 'used_quota', 'response_time', 'priority', 'weight'] as const

/** The page of channels, or of tags with their channels, that the address asks for. */
export const useChannels = ({ search, page, size, sort }: ChannelsTable) => {
  const { keyword = '', model = '', group = '', status, test, type = 0, tag = '' } = search
  const isIdSort = useStore(idSortPreference)
  const isTagMode = useStore(tagModePreference)
  const order = orders.find((name) => name === sort?.id)
  const query = {
    p: page,
    page_size: size,
    id_sort: isIdSort ? ('true' as const) : ('false' as const),
    tag_mode: isTagMode ? ('true' as const) : ('false' as const),
    ...(order === undefined ? {} : { sort: order, direction: sort?.direction }),
    keyword,
    model,
    group,
    status,
    test,
    type: type === 0 ? '' : type,
    tag,
  }
  const select = useShownRows(channels.list)
  return useQuery({ ...pageQueryOf(channels.list, { query }), select })
}
