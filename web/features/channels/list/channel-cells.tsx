import { Link, useSearch } from '@tanstack/react-router'
import clsx from 'clsx'
import { Gauge, RefreshCw } from 'lucide-react'
import type { Channel } from '#contract/channels.ts'
import { useFormat } from '../../../lib/format.ts'
import { useText } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { useProvider, useProviders } from '../../../lib/provider-cards.ts'
import { Badge, latencyTone } from '../../../ui/badge.tsx'
import { Boundary } from '../../../ui/boundary.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Mark } from '../../../ui/mark.tsx'
import { AskButton } from '../runs/ask-button.tsx'
import { useChannelUpkeep } from '../runs/use-channel-upkeep.ts'
import { type ChannelRow, isTag, type TagRow } from './channel-row.ts'
import { ChannelStatus } from './channel-status.tsx'
import { tagModePreference } from './list-preferences.ts'
import { RecentCalls } from './recent-calls.tsx'

const FailedTest = lazyPart(() => import('./failed-test.tsx'), 'FailedTest')

/** What stands in two lines of a cell has one in low rows. */
const inOneLine = 'group-data-low/row:inline-flex group-data-low/row:items-center group-data-low/row:gap-2'

export function NameCell({ row }: { row: ChannelRow }) {
  const t = useText('channels')
  const shownTag = useSearch({ strict: false, select: ({ tag }) => tag })
  if (isTag(row)) {
    return (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 sm:min-w-36">
        <Badge tone="brand">{row.tag}</Badge>
        <span className="text-xs font-normal text-muted">{t('tagCount', { count: row.count })}</span>
        {row.children.length < row.count && (
          <Link
            to="/channel"
            search={row.tag === shownTag ? { tag: row.tag } : { tag: row.tag, tag_mode: 'on' }}
            // Not even then all of them: page by page.
            onClick={() => row.tag === shownTag && tagModePreference.set(false)}
            className={buttonClass({ size: 'sm', variant: 'link' })}
          >
            {t('tagShowAll', { count: row.count })}
          </Link>
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

export function TypeCell({ type }: { type: number }) {
  const t = useText('channels')
  const provider = useProvider(type)
  const isLoading = useProviders().state === 'loading'
  // That they could not be loaded is said above the list.
  const label = provider?.label ?? (isLoading ? '–' : t('typeUnknown', { type: String(type) }))
  return (
    <span className="inline-flex items-center gap-2 text-left">
      <Mark mark={provider?.mark ?? ''} label={label} />
      <span title={label} className="line-clamp-2 group-data-low/row:line-clamp-1">
        {label}
      </span>
    </span>
  )
}

export function StatusCell({ row }: { row: ChannelRow }) {
  if (isTag(row)) return <TagStatus row={row} />
  return (
    <span className={clsx('inline-grid justify-items-start gap-0.5', inOneLine)}>
      <ChannelStatus channel={row} lately={<RecentCalls channel={row} />} />
    </span>
  )
}

function TagStatus({ row: { count, enabled_count: enabled } }: { row: TagRow }) {
  const t = useText('channels')
  const tone = enabled === count ? 'ok' : enabled === 0 ? 'bad' : 'warn'
  return (
    <Badge tone={tone} dot>
      {t('tagEnabled', { enabled, count })}
    </Badge>
  )
}

export function ResponseCell({ row }: { row: ChannelRow }) {
  const t = useText('channels')
  const upkeep = useChannelUpkeep()
  const format = useFormat()
  const time = row.response_time
  const text = time === 0 ? t('untested') : format.latency(time)
  if (isTag(row)) return <Badge tone={latencyTone(time)}>{text}</Badge>
  const title = row.test_time > 0 ? { title: t('testedAt', { time: format.dateTime(row.test_time) }) } : {}
  return (
    <span className="inline-flex items-center gap-1">
      {row.test_fault === '' ? (
        <Badge tone={latencyTone(time)} {...title}>
          {text}
        </Badge>
      ) : (
        <Boundary
          loading={
            <Badge tone="bad" dot>
              {t('testFailed')}
            </Badge>
          }
        >
          <FailedTest channel={row} />
        </Boundary>
      )}
      <AskButton label={t('testOf', { name: row.name })} icon={<Gauge />} ask={() => upkeep.test(row)} />
    </span>
  )
}

/** What was used, and below it what is left with the provider, as far as it was asked. */
export function UsedCell({ row }: { row: ChannelRow }) {
  const format = useFormat()
  return (
    <span className={clsx('inline-grid sm:justify-items-end', inOneLine)}>
      <span>{format.quota(row.used_quota)}</span>
      {!isTag(row) && <Balance channel={row} />}
    </span>
  )
}

function Balance({ channel }: { channel: Channel }) {
  const t = useText('channels')
  const format = useFormat()
  const upkeep = useChannelUpkeep()
  const provider = useProvider(channel.type)
  const isTold = provider?.tells_balance ?? true
  const { name, balance, balance_updated_time: time } = channel
  if (!isTold && time === 0) return null
  const ask = () => upkeep.updateBalance(channel)
  return (
    <span className="inline-flex items-center gap-0.5 text-xs text-muted sm:-mr-1.5 sm:h-5">
      {time === 0 ? '–' : <span title={t('balanceAt', { time: format.dateTime(time) })}>{format.money(balance)}</span>}
      {isTold && time === 0 && <AskButton label={t('balanceAskOf', { name })} text={t('balanceAsk')} ask={ask} />}
      {isTold && time > 0 && <AskButton label={t('balanceOf', { name })} icon={<RefreshCw />} ask={ask} />}
    </span>
  )
}

/** One of them, and how many more there are. */
export function GroupBadges({ names: [first, ...rest] }: { names: readonly string[] }) {
  const format = useFormat()
  return (
    <span className="inline-flex max-w-full flex-wrap gap-1 sm:max-w-44 sm:flex-nowrap">
      {first !== undefined && <Badge>{first}</Badge>}
      {rest.length > 0 && (
        <Badge tone="muted" title={rest.join(', ')}>
          +{format.number(rest.length)}
        </Badge>
      )}
    </span>
  )
}
