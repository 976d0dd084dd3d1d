import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { ChannelBadge, type Look, lookIn, progressTone, RecordId } from '../../ui/list/work-cells.tsx'
import { LongText } from '../../ui/long-text.tsx'
import { ProgressCircle } from '../../ui/progress.tsx'
import type { BatchRow } from './batch-row.ts'

export const batchStatuses = {
  SUCCESS: { key: 'statusSuccess', tone: 'ok' },
  QUEUED: { key: 'statusQueued', tone: 'orange' },
  IN_PROGRESS: { key: 'statusInProgress', tone: 'info' },
  FAILURE: { key: 'statusFailure', tone: 'bad' },
} as const satisfies Record<string, Look>

export const statusLook = (status: string) => lookIn(batchStatuses, status) ?? batchStatuses.IN_PROGRESS

export function Status({ status }: { status: string }) {
  const t = useText('batches')
  const { key, tone } = statusLook(status)
  return (
    <Badge tone={tone} dot>
      {t(key)}
    </Badge>
  )
}

/** The server calls whatever is over whole: one that failed shows how far it came. */
export function Progress({ row: { progress, status, answered, lines } }: { row: BatchRow }) {
  const t = useText('batches')
  const came = `${Math.floor((answered / Math.max(1, lines)) * 100)}%`
  return (
    <ProgressCircle
      text={status === 'FAILURE' ? came : progress}
      tone={progressTone(status)}
      label={t('columnProgress')}
    />
  )
}

/** All about it opens over the list. */
export function BatchId({ row }: { row: BatchRow }) {
  return <RecordId row={row} title={useText('batches')('record')} />
}

/** How many of its calls were answered, and could not be. */
export function Calls({ row: { answered, failed, lines } }: { row: BatchRow }) {
  const t = useText('batches')
  const format = useFormat()
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 whitespace-nowrap sm:flex-nowrap">
      {t('calls', { done: format.number(answered), lines: format.number(lines) })}
      {failed > 0 && <Badge tone="bad">{t('callsFailed', { count: failed })}</Badge>}
    </span>
  )
}

/** Its channel, or that the gateway itself does it. */
export function Doer({ id, name }: { id: number | undefined; name: string | undefined }) {
  const t = useText('batches')
  return id === 0 ? t('doneHere') : <ChannelBadge id={id} name={name} />
}

/** What it cost, or what is set aside for it until that is known. */
export function Cost({ row: { charged, estimate, held } }: { row: BatchRow }) {
  const t = useText('batches')
  const format = useFormat()
  if (charged !== null) return format.cost(charged)
  const told = estimate === null ? t('notYet') : t('costHeld', { amount: format.cost(held) })
  return <span className="whitespace-nowrap text-muted">{told}</span>
}

export function Reason({ text }: { text: string }) {
  return <LongText text={text} label={useText('batches')('columnReason')} />
}
