import { Link } from '@tanstack/react-router'
import { AlarmClock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { NotWorking } from '#contract/channel-health.ts'
import { channelUpkeep } from '#contract/channel-upkeep.ts'
import { useChange } from '../../lib/change.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { useChannelReason } from '../../pieces/channels/channel-reason.ts'
import { useRestWords } from '../../pieces/channels/rest-words.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'

type Disabled = NotWorking['auto_disabled']['items'][number]
type Resting = NotWorking['resting']['items'][number]

/** Those that wait for somebody first, then those that come back without anybody's doing. */
export function NotWorkingRows({ of: { auto_disabled: automatic, resting } }: { of: NotWorking }) {
  const t = useText('dashboard')
  const left = automatic.total + resting.total - automatic.items.length - resting.items.length
  return (
    <>
      <ul className="grid gap-2 text-[13px]">
        {automatic.items.map((channel) => (
          <DisabledRow key={channel.id} of={channel} />
        ))}
        {resting.items.map((channel) => (
          <RestingRow key={channel.id} of={channel} />
        ))}
      </ul>
      {left > 0 && <p className="pt-2 text-xs text-muted">{t('moreParts', { count: left })}</p>}
    </>
  )
}

function DisabledRow({ of: { id, name, reason, values, since } }: { of: Disabled }) {
  const t = useText('dashboard')
  const words = useText('channels')
  const format = useFormat()
  const sayReason = useChannelReason()
  return (
    <Row
      id={id}
      name={name}
      state={words('statusAuto')}
      why={[sayReason(reason, values), since > 0 ? t('notWorkingSince', { time: format.dateTime(since) }) : '']}
    />
  )
}

function RestingRow({ of: { id, name, rest, keys } }: { of: Resting }) {
  const t = useText('dashboard')
  const words = useText('channels')
  const format = useFormat()
  const restWords = useRestWords()
  const sayReason = useChannelReason()
  const wake = useChange(channelUpkeep.wake, { done: words('woken') })
  const ofModels = rest
    ? [restWords(rest), words('restModels', { count: rest.models, reason: sayReason(rest.reason) })]
    : []
  const ofKeys = keys
    ? [
        words('keysInUse', { usable: keys.in_use, count: keys.count }),
        sayReason(keys.reason),
        words('conditionUntil', { time: format.dateTime(keys.until) }),
      ]
    : []
  return (
    <Row id={id} name={name} state={words('conditionOpen')} why={[...ofModels, ...ofKeys]}>
      <Button
        size="sm"
        className="ml-auto"
        aria-label={t('notWorkingWake', { name })}
        loading={wake.isBusy}
        onClick={() => void wake.run({ params: { id: String(id) } })}
      >
        <AlarmClock aria-hidden />
        {words('wake')}
      </Button>
    </Row>
  )
}

type RowProps = { id: number; name: string; state: string; why: readonly string[]; children?: ReactNode }

function Row({ id, name, state, why, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border px-3 py-2">
      <Link
        to="/channel/$id"
        params={{ id: String(id) }}
        className="min-w-0 font-medium break-all underline-offset-2 hover:underline"
      >
        {name}
      </Link>
      <Badge tone="warn" dot>
        {state}
      </Badge>
      <span className="min-w-0 break-words text-muted">{why.filter((part) => part !== '').join(' · ')}</span>
      {children}
    </li>
  )
}
