import { useMutation } from '@tanstack/react-query'
import { redemptions } from '#contract/redemptions.ts'
import { call } from '../../lib/api.ts'
import { confirm } from '../../lib/confirm.ts'
import { useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { refresh } from '../../lib/query.ts'

/** What can be done with many codes at once. */
export const useManyRedemptions = (onDone: () => void) => {
  const t = useText('redemptions')
  const disable = useMutation({
    mutationFn: (ids: number[]) => call(redemptions.disable, { body: { ids } }),
    onSuccess: (count) => {
      notify.success(t('disabledMany', { count }))
      onDone()
    },
    onSettled: () => refresh(redemptions.list),
  })
  const removeDisabled = useMutation({
    mutationFn: () => call(redemptions.removeDisabled),
    onSuccess: (count) => {
      notify.success(t('deletedMany', { count }))
      onDone()
    },
    onSettled: () => refresh(redemptions.list),
  })
  return {
    isBusy: disable.isPending || removeDisabled.isPending,
    disable: async (ids: number[]) => {
      const title = t('disableTitle', { count: ids.length })
      if (await confirm({ title, text: t('disableText'), action: t('disable') })) disable.mutate(ids)
    },
    removeDisabled: async () => {
      const question = { title: t('deleteDisabledTitle'), text: t('deleteText'), action: t('delete'), danger: true }
      if (await confirm(question)) removeDisabled.mutate()
    },
  }
}
