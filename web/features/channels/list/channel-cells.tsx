import { Gauge, RefreshCw } from 'lucide-react'
import { type Channel, type ChannelTag, isChannelTag, type ListedChannel } from '#contract/channels.ts'
import { formatMoney } from '#contract/money-text.ts'
import type { ProviderCard } from '#contract/providers.ts'
import { useFormat } from '../../../lib/format.ts'
import { useLanguage, useText } from '../../../lib/i18n.ts'
import { Badge, latencyTone } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ProviderMark } from '../form/provider-mark.tsx'
import { AskButton } from '../runs/ask-button.tsx'
import type { ChannelUpkeep } from '../runs/use-channel-upkeep.ts'
import { testFaultText } from '../tests/test-fault.ts'
import { ChannelStatus } from './channel-status.tsx'

export function NameCell({ row, showTag }: { row: ListedChannel; showTag(tag: string): void }) {
  const t = useText('channels')
  if (isChannelTag(row)) {
    return (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 sm:min-w-36">
        <Badge tone="brand">{row.tag}</Badge>
        <span className="text-xs font-normal text-muted">{t('tagCount', { count: row.count })}</span>
        {row.children.length < row.count && (
          <Button size="sm" variant="link" onClick={() => showTag(row.tag)}>
            {t('tagShowAll', { count: row.count })}
          </Button>
        )}
      </span>
    )
  }
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 sm:min-w-36">
      <span className="font-medium break-words">{row.name}</span>
      {row.key_count > 1 && <KeysBadge channel={row} />}
    </span>
  )
}

/** How many keys a channel has, and how many of them are left out. */
function KeysBadge({ channel: { key_count: count, stopped_keys: stopped } }: { channel: Channel }) {
  const t = useText('channels')
  if (stopped.length === 0) return <Badge tone="muted">{t('keysOf', { count })}</Badge>
  return <Badge tone="warn">{t('keysUsable', { usable: count - stopped.length, count })}</Badge>
}

export function TypeCell({ type, providers }: { type: number; providers: readonly ProviderCard[] }) {
  const t = useText('channels')
  const label = providers.find((provider) => provider.type === type)?.label ?? t('typeUnknown', { type })
  return (
    <span className="inline-flex items-center gap-2 text-left">
      <ProviderMark type={type} label={label} />
      {label}
    </span>
  )
}

export function StatusCell({ row }: { row: ListedChannel }) {
  if (!isChannelTag(row)) return <ChannelStatus channel={row} />
  return <TagStatus row={row} />
}

function TagStatus({ row: { count, enabled_count: enabled } }: { row: ChannelTag }) {
  const t = useText('channels')
  const tone = enabled === count ? 'ok' : enabled === 0 ? 'bad' : 'warn'
  return (
    <Badge tone={tone} dot>
      {t('tagEnabled', { enabled, count })}
    </Badge>
  )
}

export function ResponseCell({ row, upkeep }: { row: ListedChannel; upkeep: ChannelUpkeep }) {
  const t = useText('channels')
  const format = useFormat()
  const time = row.response_time
  const text = time === 0 ? t('untested') : `${(time / 1000).toFixed(2)} s`
  if (isChannelTag(row)) return <Badge tone={latencyTone(time)}>{text}</Badge>
  const title = row.test_time > 0 ? { title: t('testedAt', { time: format.dateTime(row.test_time) }) } : {}
  return (
    <span className="inline-flex items-center gap-1">
      {row.test_fault === '' ? (
        <Badge tone={latencyTone(time)} {...title}>
          {text}
        </Badge>
      ) : (
        <FailedTest channel={row} />
      )}
      <AskButton label={t('testOf', { name: row.name })} icon={<Gauge />} ask={() => upkeep.test(row)} />
    </span>
  )
}

/** Why, and when: a test that failed at once was no quick one. */
function FailedTest({ channel: { response_time, test_fault, test_time } }: { channel: Channel }) {
  const t = useText('channels')
  const format = useFormat()
  const why = testFaultText(test_fault, useLanguage())
  const [time, at] = [(response_time / 1000).toFixed(2), format.dateTime(test_time)]
  return (
    <span className="inline-grid max-w-48 gap-0.5 max-sm:justify-items-end">
      <Badge tone="bad" dot title={t('testFailedAfter', { time, at })}>
        {t('testFailed')}
      </Badge>
      <span className="truncate text-xs text-muted" title={why}>
        {why}
      </span>
    </span>
  )
}

type BalanceCellProps = { row: ListedChannel; upkeep: ChannelUpkeep; providers: readonly ProviderCard[] }

export function BalanceCell({ row, upkeep, providers }: BalanceCellProps) {
  const t = useText('channels')
  const format = useFormat()
  if (isChannelTag(row)) return null
  const { name, type, balance, balance_updated_time: time } = row
  const isTold = providers.find((provider) => provider.type === type)?.tells_balance ?? true
  if (!isTold && time === 0) return null
  return (
    <span className="-mr-1.5 inline-flex items-center gap-0.5 text-xs text-muted">
      <span title={time > 0 ? t('balanceAt', { time: format.dateTime(time) }) : undefined}>{formatMoney(balance)}</span>
      {isTold && (
        <AskButton label={t('balanceOf', { name })} icon={<RefreshCw />} ask={() => upkeep.updateBalance(row)} />
      )}
    </span>
  )
}

const mostGroups = 2

export function GroupBadges({ names }: { names: readonly string[] }) {
  const rest = names.slice(mostGroups)
  return (
    <span className="inline-flex flex-wrap gap-1 max-sm:justify-end">
      {names.slice(0, mostGroups).map((name) => (
        <Badge key={name}>{name}</Badge>
      ))}
      {rest.length > 0 && (
        <Badge tone="muted" title={rest.join(', ')}>
          +{rest.length}
        </Badge>
      )}
    </span>
  )
}
