import type { ChannelKey } from '#contract/channels.ts'
import { useFormat } from '../../../lib/format.ts'
import { useText } from '../../../lib/i18n.ts'
import { useChannelReason } from '../../../pieces/channels/channel-reason.ts'
import { Badge } from '../../../ui/badge.tsx'

type KeyStateProps = { of: Omit<ChannelKey, 'by_hand'> & { by_hand?: boolean } }

const tones = { working: 'ok', resting: 'warn', disabled: 'bad' } as const
const labels = { working: 'keyWorking', resting: 'keyResting', disabled: 'keyDisabled' } as const

/** Whether a key is in use, else why not, since when and until when. */
export function KeyState({ of: { place, state, reason, since, until, by_hand: isByHand = false } }: KeyStateProps) {
  const t = useText('channels')
  const format = useFormat()
  const sayReason = useChannelReason()
  const parts = [
    isByHand ? t('keyByHand') : sayReason(reason),
    since > 0 ? t('statusTime', { time: format.dateTime(since) }) : '',
    until > 0 ? t('keyUntil', { time: format.dateTime(until) }) : '',
  ]
  return (
    <>
      <span className="font-medium">{t('keyPlace', { place })}</span>
      <Badge tone={tones[state]} dot>
        {t(labels[state])}
      </Badge>
      <span className="min-w-0 break-words text-muted">{parts.filter((part) => part !== '').join(' · ')}</span>
    </>
  )
}
