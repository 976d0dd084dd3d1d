import type { ReactNode } from 'react'
import { type Channel, channelInfoOf, channelStatuses } from '#contract/channels.ts'
import { useFormat } from '../../../lib/format.ts'
import { useText } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { useChannelReason } from '../../../pieces/channels/channel-reason.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Boundary } from '../../../ui/boundary.tsx'

const RestingStatus = lazyPart(() => import('./resting.tsx'), 'RestingStatus')

/**
 * `lately`: in a list, where it stands below the status, or beside it when why it is off stands there; with the way to
 * end a rest, which its own page has elsewhere.
 */
export function ChannelStatus({ channel, lately }: { channel: Channel; lately?: ReactNode }) {
  const t = useText('channels')
  switch (channel.status) {
    case channelStatuses.enabled:
      return channel.rest === null ? (
        <>
          <Enabled />
          {lately}
        </>
      ) : (
        <Boundary loading={<Enabled />}>
          <RestingStatus id={channel.id} rest={channel.rest} lately={lately} />
        </Boundary>
      )
    case channelStatuses.disabled:
      return (
        <>
          <Badge tone="bad" dot>
            {t('statusDisabled')}
          </Badge>
          {lately}
        </>
      )
    case channelStatuses.autoDisabled:
      return <AutoDisabled channel={channel} lately={lately} />
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
function AutoDisabled({ channel, lately }: { channel: Channel; lately: ReactNode }) {
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
      <span className="flex items-center gap-2">
        <Badge tone="warn" dot>
          {t('statusAuto')}
        </Badge>
        {lately}
      </span>
      {lines.length > 0 && (
        <span className="max-w-full text-xs text-muted break-words group-data-low/row:hidden sm:truncate">
          {lines.join(' · ')}
        </span>
      )}
    </span>
  )
}
