import { channelStatuses } from '#contract/channels.ts'
import { useFormat } from '../../../lib/format.ts'
import { useText } from '../../../lib/i18n.ts'
import { Notice } from '../../../ui/notice.tsx'
import type { ChannelTask } from '../runs/channel-task.ts'
import { channelInfoOf } from './channel-info.ts'

/** What is to be known of a channel before it is changed or copied. */
export function ChannelNotices({ task }: { task: ChannelTask }) {
  const t = useText('channels')
  const format = useFormat()
  if (task.kind === 'create') return null
  if (task.kind === 'copy') return <Notice>{t('copyNotice', { name: task.source.name })}</Notice>
  const { channel } = task
  const { status_reason: reason, status_time: time } = channelInfoOf(channel)
  const stopped = channel.stopped_keys.length
  return (
    <>
      {channel.status === channelStatuses.autoDisabled && (
        <Notice tone="warn" title={t('autoNotice')}>
          {reason && <p className="break-words">{t('statusReason', { reason })}</p>}
          {time !== undefined && time > 0 && <p>{t('statusTime', { time: format.dateTime(time) })}</p>}
        </Notice>
      )}
      {channel.status === channelStatuses.disabled && <Notice>{t('disabledNotice')}</Notice>}
      {channel.key_count > 1 && (
        <Notice tone={stopped > 0 ? 'warn' : 'info'}>
          {t('keysInUse', { usable: channel.key_count - stopped, count: channel.key_count })}
        </Notice>
      )}
    </>
  )
}
