import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { channelBatches, type TagChange } from '#contract/channel-batches.ts'
import { type ChannelTag, channels } from '#contract/channels.ts'
import { call } from '../../../lib/api.ts'
import { confirm } from '../../../lib/confirm.ts'
import { useText } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { refresh } from '../../../lib/query.ts'

type TagNumbers = Pick<TagChange, 'priority'> | Pick<TagChange, 'weight'>
export type TagEdit = (row: ChannelTag, change: TagNumbers) => void

/** Gives all channels of a tag one priority or weight; asks first where that levels what differs. */
export const useTagEdit = (): TagEdit => {
  const t = useText('channels')
  const { mutate } = useMutation({
    mutationFn: (body: TagChange) => call(channelBatches.changeTag, { body }),
    onSuccess: (count) => notify.success(t('tagUpdated', { count })),
    onSettled: () => refresh(channels.list),
  })
  return useCallback(
    async (row, change) => {
      const isLevel = 'priority' in change ? row.priority !== null : 'weight' in change && row.weight !== null
      const question = {
        title: t('levelTitle', { count: row.count, tag: row.tag }),
        text: t('levelText'),
        action: t('levelConfirm'),
      }
      if (isLevel || (await confirm(question))) mutate({ tag: row.tag, ...change })
    },
    [mutate, t],
  )
}
