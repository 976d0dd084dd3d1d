import { useMutation } from '@tanstack/react-query'
import { type ChannelValues, channelBatches, type ValueChange } from '#contract/channel-batches.ts'
import { change } from '../../../lib/change.ts'
import { useText } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { type ChannelRow, isTag } from '../list/channel-row.ts'

type Wish = { ids: readonly number[]; to: ChannelValues }

/** Gives channels values, tells how many had others, and takes it back from those that still have what was given. */
export const useSetValues = () => {
  const t = useText('channels')
  const words = useText('lists')
  const back = useMutation({
    mutationFn: (changes: ValueChange[]) => giveValues(changes),
    onSuccess: (changed) => notify.success(t('valuesBack', { count: countIn(changed) })),
  })
  const give = useMutation({
    mutationFn: ({ ids, to }: Wish) => giveValues([{ ids: [...ids], to }]),
    onSuccess: (changed, { to }) => {
      if (changed.length === 0) return notify.info(t('valuesSame'))
      const undo = changed.map((each) => ({ ids: each.ids, to: each.was, from: to }))
      const text = t('valuesSet', { count: countIn(changed) })
      notify.success(text, { label: words('undo'), run: () => back.mutate(undo) })
    },
  })
  return { give: give.mutate, giveAndWait: give.mutateAsync, isBusy: give.isPending || back.isPending }
}

const countIn = (changed: readonly { ids: readonly number[] }[]): number =>
  changed.reduce((sum, { ids }) => sum + ids.length, 0)

const giveValues = (changes: ValueChange[]) =>
  change<typeof channelBatches.changeMany, ChannelRow>(
    channelBatches.changeMany,
    { body: { changes } },
    shownAs(changes),
  )

/** A row as it is with them; of a tag, when all of its channels have them. */
const shownAs = (changes: readonly ValueChange[]) => {
  const wishes = changes.map(({ ids, to: { priority, weight, group, tag } }) => ({
    ids: new Set(ids),
    numbers: { ...(priority === undefined ? {} : { priority }), ...(weight === undefined ? {} : { weight }) },
    texts: { ...(group === undefined ? {} : { group }), ...(tag === undefined ? {} : { tag }) },
  }))
  return (row: ChannelRow): ChannelRow => {
    if (isTag(row)) {
      const wish = wishes.find(({ ids }) => row.ids.every((id) => ids.has(id)))
      return wish === undefined ? row : { ...row, ...wish.numbers }
    }
    const wish = wishes.find(({ ids }) => ids.has(row.id))
    return wish === undefined ? row : { ...row, ...wish.numbers, ...wish.texts }
  }
}
