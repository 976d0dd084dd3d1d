import { useMutation } from '@tanstack/react-query'
import { channelUpkeep } from '#contract/channel-upkeep.ts'
import { type Channel, channelStatuses } from '#contract/channels.ts'
import { change } from '../../../lib/change.ts'
import { useText } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'

/** The keys of a channel that were left out, or the one that is named. */
type Enabled = { channel: Channel; key?: string }

/** Uses keys of a channel again, which can be taken back of those that were disabled. */
export const useEnableKeys = () => {
  const t = useText('channels')
  const words = useText('lists')
  const { mutate: disable } = useMutation({
    mutationFn: async ({ id, keys }: { id: number; keys: readonly string[] }) => {
      for (const key of keys) await change(channelUpkeep.disableKey, { params: { id: String(id) }, body: { key } })
    },
    onSuccess: () => notify.success(t('keysDisabled')),
  })
  const { mutate: enable, isPending } = useMutation({
    mutationFn: ({ channel: { id }, key }: Enabled) =>
      change(channelUpkeep.enableKeys, { params: { id: String(id) }, body: key === undefined ? {} : { key } }),
    onSuccess: (_channel, enabled) => {
      const keys = disabledBefore(enabled)
      const undo = { label: words('undo'), run: () => disable({ id: enabled.channel.id, keys }) }
      notify.success(t('keysEnabled'), keys.length === 0 ? undefined : undo)
    },
  })
  return { enable, isBusy: isPending }
}

/** A rest that ended is over, and a channel that was disabled with its last key cannot be left without one. */
const disabledBefore = ({ channel: { status, stopped_keys: stopped }, key }: Enabled): string[] =>
  status === channelStatuses.autoDisabled
    ? []
    : stopped.flatMap(({ id, state }) => (state === 'disabled' && (key === undefined || id === key) ? [id] : []))
