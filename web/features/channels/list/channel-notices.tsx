import { type Channel, channelInfoOf, channelStatuses } from '#contract/channels.ts'
import { useFormat } from '../../../lib/format.ts'
import { useText } from '../../../lib/i18n.ts'
import { useChannelReason } from '../../../pieces/channels/channel-reason.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { ChannelTask } from '../runs/channel-task.ts'
import { RestingNotice } from './resting.tsx'

/** Why a channel gets no calls, and since when. */
export function ChannelRest({ channel }: { channel: Channel }) {
  const t = useText('channels')
  const format = useFormat()
  const sayReason = useChannelReason()
  const { status_reason: reason, status_values: values, status_time: time } = channelInfoOf(channel)
  if (channel.status === channelStatuses.disabled) return <Notice>{t('disabledNotice')}</Notice>
  if (channel.status === channelStatuses.enabled && channel.rest !== null) return <RestingNotice rest={channel.rest} />
  if (channel.status !== channelStatuses.autoDisabled) return null
  return (
    <Notice tone="warn" title={t('autoNotice')}>
      {reason && <p className="break-words">{t('statusReason', { reason: sayReason(reason, values) })}</p>}
      {time !== undefined && time > 0 && <p>{t('statusTime', { time: format.dateTime(time) })}</p>}
    </Notice>
  )
}

/** What is to be known of a channel before it is changed or copied. */
export function ChannelNotices({ task }: { task: ChannelTask }) {
  const t = useText('channels')
  if (task.kind === 'create') return null
  if (task.kind === 'copy') return <Notice>{t('copyNotice', { name: task.source.name })}</Notice>
  const { channel } = task
  const stopped = channel.stopped_keys.length
  return (
    <>
      <ChannelRest channel={channel} />
      {channel.key_count > 1 && (
        <Notice tone={stopped > 0 ? 'warn' : 'info'}>
          {t('keysInUse', { usable: channel.key_count - stopped, count: channel.key_count })}
        </Notice>
      )}
    </>
  )
}
