import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type Channel, type ChannelChangeInput, channels, type ListedChannel } from '#contract/channels.ts'
import { call } from '../../../lib/api.ts'
import { useText } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { refresh } from '../../../lib/query.ts'
import { showAtOnce } from '../../../lib/shown-rows.ts'
import { withChange } from '../list/channel-row.ts'
import { tagModePreference } from '../list/list-preferences.ts'

type SmallChange = Required<Pick<ChannelChangeInput, 'id'>> & Partial<Pick<Channel, 'priority' | 'weight'>>
type StatusChange = { id: number; status: 1 | 2 }
export type ChannelEdit = (change: SmallChange | StatusChange) => void

/** Changes a channel from its row: shown at once, taken back when the server refuses. The list keeps its order. */
export const useChannelEdit = (): ChannelEdit => {
  const t = useText('channels')
  const { mutate } = useMutation({
    mutationFn: (body: SmallChange | StatusChange) => call(channels.update, { body }),
    onMutate: ({ id, ...change }) => showAtOnce<ListedChannel>(channels.list, (row) => withChange(row, id, change)),
    onError: (_error, _change, shown) => shown?.refuse(),
    onSuccess: (_channel, _change, shown) => {
      shown.accept()
      notify.success(t('operationDone'))
    },
    // A tag's own row sums its channels up.
    onSettled: () => (tagModePreference.get() ? refresh(channels.list) : undefined),
  })
  return useCallback((change) => mutate(change), [mutate])
}
