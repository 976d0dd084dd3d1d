import { ArrowRight } from 'lucide-react'
import { logTypes } from '#contract/log-types.ts'
import type { Log } from '#contract/logs.ts'
import { type Formats, useFormat } from '../../lib/format.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { Badge, latencyTone } from '../../ui/badge.tsx'
import { Boundary } from '../../ui/boundary.tsx'
import { Copy } from '../../ui/copy.tsx'
import { ChannelBadge } from '../../ui/list/work-cells.tsx'
import { Mark } from '../../ui/mark.tsx'
import { isFailed, moreLike } from './log-failure.ts'
import { contentOf } from './log-happening.ts'
import { otherOf } from './log-other.ts'
import { WithOptionName } from './log-said.tsx'
import { logTypeLook } from './log-type.ts'

/** Few rows have one, and it weighs as much as the list. */
const Tooltip = lazyPart(() => import('../../ui/tooltip.tsx'), 'Tooltip')

export const isCall = (row: Log): boolean => row.type === logTypes.consume

export function LogType({ row }: { row: Log }) {
  const t = useText('logs')
  const { key, tone } = logTypeLook(row.type)
  return <Badge tone={tone}>{t(key)}</Badge>
}

function StreamTag({ row }: { row: Log }) {
  const t = useText('logs')
  return <Badge tone={row.is_stream ? 'info' : 'muted'}>{t(row.is_stream ? 'stream' : 'notStream')}</Badge>
}

/** The model that was asked for, behind the mark of its maker; an arrow tells when another one answered. */
export function LogModel({ row }: { row: Log }) {
  const t = useText('logs')
  const { is_model_mapped: isMapped, upstream_model_name: actual } = otherOf(row)
  // On a phone it is the head of the card.
  if (row.model_name === '') return <span className="sm:hidden">{t(logTypeLook(row.type).key)}</span>
  const name =
    isMapped && actual ? <MappedModel requested={row.model_name} actual={actual} /> : <Badge>{row.model_name}</Badge>
  if (!row.mark) return name
  return (
    <span className="inline-flex max-w-full items-center gap-1.5">
      <Mark mark={row.mark} label={row.model_name} size={18} />
      <span className="min-w-0">{name}</span>
    </span>
  )
}

function MappedModel({ requested, actual }: { requested: string; actual: string }) {
  const t = useText('logs')
  const name = (
    <button
      type="button"
      aria-label={t('mappedLabel', { requested, actual })}
      className="inline-flex max-w-full rounded-full"
    >
      <Badge tone="brand">
        <span className="inline-flex items-center gap-1">
          {requested}
          <ArrowRight className="size-3" aria-hidden />
        </span>
      </Badge>
    </button>
  )
  return (
    <Boundary loading={name} isOptional>
      <Tooltip trigger={name}>
        <dl className="grid gap-1">
          <div>
            {t('mappedRequested')}: {requested}
          </div>
          <div>
            {t('mappedActual')}: {actual}
          </div>
        </dl>
      </Tooltip>
    </Boundary>
  )
}

const usualSeconds = 100
const longSeconds = 300

/** How long the call took, and when its first token came. */
function LogTiming({ row }: { row: Log }) {
  const t = useText('logs')
  const format = useFormat()
  const first = otherOf(row).frt
  const tone = row.use_time <= usualSeconds ? 'ok' : row.use_time <= longSeconds ? 'warn' : 'bad'
  return (
    <span className="inline-flex gap-1 max-sm:flex-wrap max-sm:justify-end">
      <Badge tone={tone} title={t('timeUsed')}>
        {row.use_time === 0 ? `<${format.duration(1)}` : format.duration(row.use_time)}
      </Badge>
      {row.is_stream && first !== undefined && first > 0 && (
        <Badge tone={latencyTone(first)} title={t('firstToken')}>
          {format.latency(first)}
        </Badge>
      )}
      <StreamTag row={row} />
    </span>
  )
}

/** What a call cost, or how something else changed the balance. */
export function LogCost({ row }: { row: Log }) {
  const format = useFormat()
  if (isCall(row)) return format.cost(row.quota)
  if (row.quota === 0) return <span className="text-muted">–</span>
  return (
    <span className={row.quota > 0 ? 'text-ok' : 'text-bad'}>
      {row.quota > 0 ? '+' : ''}
      {format.cost(row.quota)}
    </span>
  )
}

/** What its client was told, in place of how long it took. */
function FailedStatus({ row }: { row: Log }) {
  const t = useText('logs')
  const { status } = otherOf(row).failure ?? {}
  return status !== undefined && <Badge tone="bad">{t('traceStatus', { status })}</Badge>
}

/** How a call went. */
export function LogOutcome({ row }: { row: Log }) {
  if (isFailed(row)) return <FailedStatus row={row} />
  return isCall(row) && <LogTiming row={row} />
}

/** One line of what the expansion shows in full. */
export function LogBrief({ row }: { row: Log }) {
  const t = useText('logs')
  const format = useFormat()
  return (
    <WithOptionName row={row}>
      {(optionName) => {
        const text = briefOf(row, t, format, optionName)
        return (
          <span className="block max-w-72 truncate text-[13px] text-muted" title={text}>
            {text}
          </span>
        )
      }}
    </WithOptionName>
  )
}

/** What it says, in one line. */
export const briefOf = (row: Log, t: Text<'logs'>, format: Formats, optionName?: string): string => {
  if (isFailed(row)) return [row.content, moreLike(row, t, format)].filter((text) => text !== '').join(' · ')
  const other = otherOf(row)
  const said = contentOf(row, t, format, { optionName })
  if (said !== '' || !isCall(row) || other.model_ratio === undefined) return said
  const group = other.user_group_ratio ?? other.group_ratio ?? 1
  return other.model_price !== undefined && other.model_price >= 0
    ? t('briefFixed', { price: format.price(other.model_price), group: format.ratio(group) })
    : t('briefRatio', {
        model: format.ratio(other.model_ratio),
        completion: format.ratio(other.completion_ratio ?? 1),
        group: format.ratio(group),
      })
}

export function LogChannel({ row: { channel, channel_name: name } }: { row: Log }) {
  return channel > 0 && <ChannelBadge id={channel} name={name} />
}

/** A click copies its name. */
export function LogToken({ row: { token_name: name } }: { row: Log }) {
  const t = useText('logs')
  if (name === '') return null
  return (
    <Copy text={name} label={t('copyToken', { name })} className="w-max max-w-40">
      {name}
    </Copy>
  )
}

/** The channels a call was tried at, in order; what they are called is told to whoever asks. */
export function LogPath({ row }: { row: Log }) {
  const tried = otherOf(row).admin_info?.use_channel ?? []
  const named = tried.map((id) => `#${id} ${row.channel_names?.[id] ?? ''}`.trim())
  return (
    <span className="whitespace-nowrap text-[13px]" title={named.join(' → ')}>
      {tried.join(' → ')}
    </span>
  )
}
