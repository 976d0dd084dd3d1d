import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import type { Log } from '#contract/logs.ts'
import { useFormat } from '../../lib/format.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { otherOf } from '../../pieces/logs/log-other.ts'
import { Badge } from '../../ui/badge.tsx'
import { scaleOf } from './log-stages.ts'
import { dotClass, type TraceSpan, TraceSpanBar } from './trace-span.tsx'

type Step = {
  name: string
  channel?: number
  status?: number
  ms?: number
  span?: TraceSpan
  text: string | undefined
  look: 'ok' | 'bad' | 'skipped'
}

/** Why the request went where it went: what was passed over and what each try brought. */
export function LogTrace({ row }: { row: Log }) {
  const t = useText('logs')
  const format = useFormat()
  const other = otherOf(row)
  const steps = withSpans(stepsOf(row, t), other.frt)
  const whole = scaleOf(row, other)
  const { candidates } = other.admin_info ?? {}
  if (steps.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section with a name would be a landmark, and there are many
    <div role="group" aria-label={t('trace')} className="min-w-0">
      <h2 className="mb-2 text-[13px] font-semibold">{t('trace')}</h2>
      {candidates !== undefined && (
        <p className="mb-2 text-xs text-muted">{t('traceCandidates', { count: candidates })}</p>
      )}
      <ol className="grid">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a channel may occur twice, its place does not
          <li key={index} className="relative grid grid-cols-[16px_minmax(0,1fr)] gap-x-2.5 pb-3 last:pb-0">
            {index < steps.length - 1 && <span className="absolute top-4 bottom-0 left-[7.5px] w-px bg-line-strong" />}
            <span className={clsx('mt-1.5 size-2 justify-self-center rounded-full', dotClass[step.look])} aria-hidden />
            <div className="min-w-0 text-[13px]">
              <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <StepName step={step} />
                <StepStatus step={step} />
                {step.ms !== undefined && <span className="text-muted">{format.milliseconds(step.ms)}</span>}
                {step.span?.first !== undefined && (
                  <span className="text-muted">
                    {t('firstToken')} {format.milliseconds(step.span.first)}
                  </span>
                )}
              </div>
              {step.span && whole > 0 && <TraceSpanBar span={step.span} whole={whole} look={step.look} />}
              {step.text && <p className="text-xs break-words text-muted">{step.text}</p>}
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}

function StepName({ step: { name, channel } }: { step: Step }) {
  if (channel === undefined) return <span className="font-medium">{name}</span>
  return (
    <Link to="/channel/$id" params={{ id: String(channel) }} className="font-medium hover:underline">
      {name}
    </Link>
  )
}

function StepStatus({ step }: { step: Step }) {
  const t = useText('logs')
  if (step.look === 'skipped') return <Badge tone="muted">{t('traceSkipped')}</Badge>
  if (!step.status) return <Badge tone="bad">{t('traceNoAnswer')}</Badge>
  return <Badge tone={step.look === 'ok' ? 'ok' : 'bad'}>{t('traceStatus', { status: step.status })}</Badge>
}

/** A channel that is gone is known by its number alone. */
const channelName = (channel: number, { channel_names: names = {} }: Log): string =>
  `#${channel} ${names[channel] ?? ''}`.trim()

const stepsOf = (row: Log, t: Text<'logs'>): Step[] => {
  const { attempts: own = [], admin_info: { attempts = [], skipped = [] } = {} } = otherOf(row)
  const nameOf = (channel: number) => t('traceChannel', { id: channelName(channel, row) })
  return [
    ...skipped.map(({ channel, reason }) => ({
      channel,
      name: nameOf(channel),
      text: reasonText(reason, t),
      look: 'skipped' as const,
    })),
    ...attempts.map(({ channel, status, ms, error }) => ({
      channel,
      name: nameOf(channel),
      status,
      ms,
      text: error,
      look: isSuccess(status) && error === undefined ? ('ok' as const) : ('bad' as const),
    })),
    // Which channels there are is not for users to know.
    ...own.map(({ status, ms }, index) => ({
      name: t('traceAttempt', { number: index + 1 }),
      status,
      ms,
      text: undefined,
      look: isSuccess(status) ? ('ok' as const) : ('bad' as const),
    })),
  ]
}

/** One try follows the other. The first token came from the last of them, and is counted since the request came. */
const withSpans = (steps: readonly Step[], firstToken: number | undefined): Step[] => {
  let from = 0
  return steps.map((step, index) => {
    if (step.ms === undefined) return step
    const span = { from, to: from + step.ms }
    from = span.to
    const isTold = firstToken !== undefined && index === steps.length - 1
    return { ...step, span: isTold && firstToken <= span.to ? { ...span, first: firstToken } : span }
  })
}

const reasonText = (reason: string, t: Text<'logs'>): string => {
  switch (reason) {
    case 'cannot_serve':
      return t('skipCannotServe')
    case 'too_long':
      return t('skipTooLong')
    case 'cannot_express':
      return t('skipCannotExpress')
    case 'resting':
      return t('skipResting')
    case 'card_lacks':
      return t('skipCardLacks')
    case 'keys_benched':
      return t('skipKeysBenched')
    default:
      return reason
  }
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300
