import { useMutation } from '@tanstack/react-query'
import type { ChannelValues } from '#contract/channel-batches.ts'
import { useText } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { countIn, giveValues, useTakeBack } from './give-values.ts'

type Wish = { ids: readonly number[]; to: ChannelValues }

/** Gives channels values, tells how many had others, and takes it back from those that still have what was given. */
export const useSetValues = () => {
  const t = useText('channels')
  const { undoOf, isBusy } = useTakeBack()
  const give = useMutation({
    mutationFn: ({ ids, to }: Wish) => giveValues([{ ids: [...ids], to }]),
    onSuccess: (changed, { to }) => {
      if (changed.length === 0) return notify.info(t('valuesSame'))
      const undo = undoOf(changed.map(({ ids, was }) => ({ ids, to: was, from: to })))
      notify.success(t('valuesSet', { count: countIn(changed) }), undo)
    },
  })
  return { give: give.mutate, giveAndWait: give.mutateAsync, isBusy: give.isPending || isBusy }
}
