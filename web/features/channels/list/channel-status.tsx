import { type Channel, channelInfoOf, channelStatuses } from '#contract/channels.ts'
import { useFormat } from '../../../lib/format.ts'
import { useText } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { useChannelReason } from '../../../pieces/channels/channel-reason.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Boundary } from '../../../ui/boundary.tsx'

const RestingStatus = lazyPart(() => import('./resting.tsx'), 'RestingStatus')

/** `inList`: with why it rests and the way to end that, which its own page has elsewhere. */
export function ChannelStatus({ channel, inList = false }: { channel: Channel; inList?: boolean }) {
  const t = useText('channels')
  switch (channel.status) {
    case channelStatuses.enabled:
      return channel.rest === null ? (
        <Enabled />
      ) : (
        <Boundary loading={<Enabled />}>
          <RestingStatus id={channel.id} rest={channel.rest} inList={inList} />
        </Boundary>
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

function Enabled() {
  const t = useText('channels')
  return (
    <Badge tone="ok" dot>
      {t('statusEnabled')}
    </Badge>
  )
}

/** With why and since when, as far as that is known. */
function AutoDisabled({ channel }: { channel: Channel }) {
  const t = useText('channels')
  const format = useFormat()
  const sayReason = useChannelReason()
  const { status_reason: reason, status_values: values, status_time: time } = channelInfoOf(channel)
  const lines = [
    reason ? t('statusReason', { reason: sayReason(reason, values) }) : '',
    time ? t('statusTime', { time: format.dateTime(time) }) : '',
  ].filter((line) => line !== '')
  return (
    <span className="inline-grid justify-items-start gap-0.5 sm:max-w-48" title={lines.join('\n')}>
      <Badge tone="warn" dot>
        {t('statusAuto')}
      </Badge>
      {lines.length > 0 && (
        <span className="max-w-full text-xs text-muted break-words sm:truncate">{lines.join(' · ')}</span>
      )}
    </span>
  )
}
