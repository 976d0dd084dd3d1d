import type { Channel } from '#contract/channels.ts'
import { useFormat } from '../../../lib/format.ts'
import { useText } from '../../../lib/i18n.ts'
import { useChannelReason } from '../../../pieces/channels/channel-reason.ts'
import { Badge } from '../../../ui/badge.tsx'

/** Why, and when: a test that failed at once was no quick one. */
export function FailedTest({ channel: { response_time, test_fault, test_time } }: { channel: Channel }) {
  const t = useText('channels')
  const format = useFormat()
  const why = useChannelReason()(test_fault)
  const [time, at] = [format.latency(response_time), format.dateTime(test_time)]
  return (
    <span className="inline-grid justify-items-start gap-0.5 sm:max-w-48">
      <Badge tone="bad" dot title={t('testFailedAfter', { time, at })}>
        {t('testFailed')}
      </Badge>
      <span className="max-w-full text-xs text-muted break-words sm:truncate" title={why}>
        {why}
      </span>
    </span>
  )
}
