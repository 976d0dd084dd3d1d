import { useMutation } from '@tanstack/react-query'
import { type ChannelValues, channelBatches, mostChanged } from '#contract/channel-batches.ts'
import type { Channel } from '#contract/channels.ts'
import { change } from '../../../lib/change.ts'
import { useText } from '../../../lib/i18n.ts'
import { notify, type ToastAction } from '../../../lib/notify.ts'
import { type ChannelRow, isTag } from '../list/channel-row.ts'

type GivenValues = { ids: number[]; to: ChannelValues; from?: ChannelValues }

export const giveValues = (changes: GivenValues[]) =>
  change<typeof channelBatches.changeMany, ChannelRow>(
    channelBatches.changeMany,
    { body: { changes } },
    shownAs(changes),
  )

export const countIn = (changed: readonly { ids: readonly number[] }[]): number =>
  changed.reduce((sum, { ids }) => sum + ids.length, 0)

/** Takes back what channels were given, from those that still have it. */
export const useTakeBack = () => {
  const t = useText('channels')
  const words = useText('lists')
  const { mutate, isPending } = useMutation({
    mutationFn: (changes: GivenValues[]) => giveValues(changes),
    onSuccess: (changed) => notify.success(t('valuesBack', { count: countIn(changed) })),
  })
  /** More than one call takes is not taken back. */
  const undoOf = (changes: GivenValues[]): ToastAction | undefined =>
    countIn(changes) > mostChanged ? undefined : { label: words('undo'), run: () => mutate(changes) }
  return { undoOf, isBusy: isPending }
}

/** A row as it is with them; of a tag, when all of its channels have them. */
const shownAs = (changes: readonly GivenValues[]) => {
  const wishes = changes.map(({ ids, to }) => ({ ids: new Set(ids), to }))
  return (row: ChannelRow): ChannelRow => {
    if (isTag(row)) {
      const wish = wishes.find(({ ids }) => row.ids.every((id) => ids.has(id)))
      const { priority = row.priority, weight = row.weight } = wish?.to ?? {}
      return wish === undefined ? row : { ...row, priority, weight }
    }
    const wish = wishes.find(({ ids }) => ids.has(row.id))
    return wish === undefined ? row : withValues(row, wish.to)
  }
}

const withValues = (row: Channel, to: ChannelValues): Channel => {
  const { priority = row.priority, weight = row.weight, group = row.group, tag = row.tag } = to
  const { models = row.models, model_mapping = row.model_mapping } = to
  return { ...row, priority, weight, group, tag, models, model_mapping }
}
