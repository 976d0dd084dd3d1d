import { type Channel, channelStatuses } from '#contract/channels.ts'
import { useFormat } from '../../../lib/format.ts'
import { useText } from '../../../lib/i18n.ts'
import { useIsPhone } from '../../../lib/media.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { channelInfoOf } from './channel-info.ts'

export function ChannelStatus({ channel }: { channel: Channel }) {
  const t = useText('channels')
  switch (channel.status) {
    case channelStatuses.enabled:
      return (
        <Badge tone="ok" dot>
          {t('statusEnabled')}
        </Badge>
      )
    case channelStatuses.disabled:
      return (
        <Badge tone="bad" dot>
          {t('statusDisabled')}
        </Badge>
      )
    case channelStatuses.autoDisabled:
      return <AutoDisabled channel={channel} />
    default:
      return (
        <Badge tone="muted" dot>
          {t('statusUnknown')}
        </Badge>
      )
  }
}

/** With why and since when: on a phone, which has no pointer to hover with, below it. */
function AutoDisabled({ channel }: { channel: Channel }) {
  const t = useText('channels')
  const format = useFormat()
  const isPhone = useIsPhone()
  const { status_reason: reason, status_time: time } = channelInfoOf(channel)
  const badge = (
    <Badge tone="warn" dot>
      {t('statusAuto')}
    </Badge>
  )
  if (!reason && !time) return badge
  const lines = [
    reason ? t('statusReason', { reason }) : '',
    time ? t('statusTime', { time: format.dateTime(time) }) : '',
  ].filter((line) => line !== '')
  if (isPhone) {
    return (
      <div className="grid justify-items-end gap-1">
        {badge}
        <span className="text-xs text-muted">{lines.join(' · ')}</span>
      </div>
    )
  }
  return (
    <Tooltip
      trigger={
        <button type="button" className="rounded-full" aria-label={[t('statusAuto'), ...lines].join('. ')}>
          {badge}
        </button>
      }
    >
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Tooltip>
  )
}
