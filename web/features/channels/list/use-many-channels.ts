import { useMutation } from '@tanstack/react-query'
import { channelBatches } from '#contract/channel-batches.ts'
import { channels } from '#contract/channels.ts'
import { call } from '../../../lib/api.ts'
import { confirm } from '../../../lib/confirm.ts'
import { useText } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { refresh } from '../../../lib/query.ts'

/** What can be done with many channels at once. */
export const useManyChannels = (onDone: () => void) => {
  const t = useText('channels')
  const onSettled = () => refresh(channels.list)
  const finish = (text: string) => {
    notify.success(text)
    onDone()
  }
  const remove = useMutation({
    mutationFn: (ids: number[]) => call(channelBatches.removeMany, { body: { ids } }),
    onSuccess: (count) => finish(t('deletedMany', { count })),
    onSettled,
  })
  const removeDisabled = useMutation({
    mutationFn: () => call(channelBatches.removeDisabled),
    onSuccess: (count) => finish(t('deletedDisabled', { count })),
    onSettled,
  })
  const fix = useMutation({
    mutationFn: () => call(channelBatches.fix),
    onSuccess: (count) => notify.success(t('fixed', { count })),
    onSettled,
  })
  const switchTag = useMutation({
    mutationFn: ({ tag, on }: { tag: string; on: boolean }) =>
      call(on ? channelBatches.enableTag : channelBatches.disableTag, { body: { tag } }),
    onSuccess: (count, { on }) => notify.success(t(on ? 'enabledMany' : 'disabledMany', { count })),
    onSettled,
  })
  return {
    isBusy: remove.isPending || removeDisabled.isPending || fix.isPending,
    remove: async (ids: readonly number[]) => {
      const title = t('deleteManyTitle', { count: ids.length })
      if (await confirm({ title, text: t('deleteText'), action: t('delete'), danger: true })) remove.mutate([...ids])
    },
    removeDisabled: async () => {
      const question = { title: t('deleteDisabledTitle'), text: t('deleteDisabledText'), action: t('delete') }
      if (await confirm({ ...question, danger: true })) removeDisabled.mutate()
    },
    fix: async () => {
      if (await confirm({ title: t('fixTitle'), text: t('fixText'), action: t('fix') })) fix.mutate()
    },
    switchTag: (tag: string, on: boolean) => switchTag.mutate({ tag, on }),
  }
}
