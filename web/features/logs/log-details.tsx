import { Link } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import type { ReactNode } from 'react'
import { isCutText, type Log, type LogOther, longestLoggedText } from '#contract/logs.ts'
import { type Formats, useFormat } from '../../lib/format.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { isAdmin, useUser } from '../../lib/session.ts'
import { isCall } from '../../pieces/logs/log-cells.tsx'
import { isFailed, kindOfFailure, moreLike } from '../../pieces/logs/log-failure.ts'
import { contentOf } from '../../pieces/logs/log-happening.ts'
import { otherOf } from '../../pieces/logs/log-other.ts'
import { LogSaid } from '../../pieces/logs/log-said.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { ChannelBadge } from '../../ui/list/work-cells.tsx'
import { LogReceipt } from './log-receipt.tsx'
import { LogTimeline } from './log-timeline.tsx'
import { LogTrace } from './log-trace.tsx'

type Fact = { label: string; value: ReactNode }

/** What unfolds below a row: the receipt, the course and the path of the request, and every fact the row keeps. */
export function LogDetails({ row }: { row: Log }) {
  const user = useUser()
  const admin = isAdmin(user)
  const t = useText('logs')
  const format = useFormat()
  const other = otherOf(row)
  const facts = factsOf(row, other, admin, t, format)
  const texts = textsOf(other, t)
  return (
    <div className="grid gap-5 py-1 whitespace-normal md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      {isCall(row) && <LogReceipt row={row} />}
      <div className="grid min-w-0 content-start gap-5">
        <dl className="grid content-start gap-1.5 text-[13px]">
          {facts.map(({ label, value }) => (
            <div key={label} className="grid grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] gap-x-4">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 break-words">{value}</dd>
            </div>
          ))}
        </dl>
        <TryAgain row={row} isOwn={row.user_id === user?.id} />
        {(isCall(row) || isFailed(row)) && <LogTimeline row={row} />}
        {(admin || isFailed(row)) && <LogTrace row={row} />}
      </div>
      {texts.map(({ label, text }) => (
        <section key={label} className="min-w-0 md:col-span-2">
          <h2 className="mb-1 text-[13px] font-semibold">
            {label}
            {isCutText(text) && (
              <span className="ml-2 font-normal text-muted">
                {t('textCut', { count: format.number(longestLoggedText) })}
              </span>
            )}
          </h2>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            tabIndex={0}
            className="max-h-60 overflow-auto rounded-lg border bg-card p-3 text-xs whitespace-pre-wrap"
          >
            {text}
          </pre>
        </section>
      ))}
    </div>
  )
}

/** A call of which it is known what was called, whatever came of it: where it went, and paid by the same. */
function TryAgain({ row, isOwn }: { row: Log; isOwn: boolean }) {
  const t = useText('logs')
  const { model_name: model, request_id: id, group, token_id: token } = row
  if (!(isCall(row) || isFailed(row)) || model === '' || id === null) return null
  return (
    <Link
      to="/playground"
      search={{ model, group: group || undefined, token: isOwn && token > 0 ? String(token) : undefined, log: id }}
      className={buttonClass({ size: 'sm', className: 'justify-self-start' })}
    >
      <FlaskConical aria-hidden />
      {t('tryAgain')}
    </Link>
  )
}

const factsOf = (row: Log, other: LogOther, admin: boolean, t: Text<'logs'>, format: Formats): Fact[] => {
  const said = contentOf(row, t, format)
  const facts: (Fact | false)[] = [
    isFailed(row) && { label: t('factFailure'), value: kindOfFailure(row, t) },
    said !== '' && { label: t('factDetail'), value: <LogSaid row={row} /> },
    (other.again ?? 0) > 0 && { label: t('factAgain'), value: moreLike(row, t, format) },
    other.admin_info?.address !== undefined && { label: t('factAddress'), value: other.admin_info.address || '–' },
    ...(admin ? marginOf(row, other, t, format) : []),
    row.request_id !== null && {
      label: t('factRequest'),
      value: (
        <Copy text={row.request_id}>
          <code className="text-xs">{row.request_id}</code>
        </Copy>
      ),
    },
    admin &&
      row.channel > 0 && {
        label: t('factChannel'),
        value: <ChannelBadge id={row.channel} name={row.channel_name} />,
      },
    row.group !== '' && { label: t('factGroup'), value: row.group },
    other.is_model_mapped === true && { label: t('mappedRequested'), value: row.model_name },
    other.is_model_mapped === true && { label: t('mappedActual'), value: other.upstream_model_name ?? '' },
    other.reasoning_effort !== undefined && { label: t('factEffort'), value: other.reasoning_effort },
    other.changed !== undefined && { label: t('factChanged'), value: other.changed.join(', ') },
    other.output_limit !== undefined && {
      label: t('factOutputLimit'),
      value: t('outputLimited', { count: other.output_limit }),
    },
    other.stream_error !== undefined && { label: t('factEnding'), value: endingText(other.stream_error, t) },
    other.rest_of !== undefined && { label: t('factRestOf'), value: <code className="text-xs">{other.rest_of}</code> },
    other.refund_of !== undefined && {
      label: t('factRefundOf'),
      value: (
        <Copy text={other.refund_of}>
          <code className="text-xs">{other.refund_of}</code>
        </Copy>
      ),
    },
    other.estimated === true && { label: t('factCount'), value: t('estimated') },
    other.usage_doubt !== undefined && { label: t('factCount'), value: t(doubtTexts[other.usage_doubt]) },
  ]
  return [...facts, ...countsOf(row, other, t, format)].filter((fact) => fact !== false)
}

/** What the call cost the operator, and what is left of the charge; of nothing there is no share. */
const marginOf = ({ quota }: Log, { admin_info }: LogOther, t: Text<'logs'>, format: Formats): Fact[] => {
  const cost = admin_info?.cost
  if (cost === undefined) return []
  const amount = format.cost(quota - cost)
  const share = format.percent((quota - cost) / quota)
  return [
    { label: t('factCost'), value: format.cost(cost) },
    { label: t('factMargin'), value: quota === 0 ? amount : t('marginOfCharge', { amount, share }) },
  ]
}

const doubtTexts = { above_limit: 'doubtAboveLimit', cut: 'doubtCut' } as const

/** The receipt of a call with a fixed price does not count tokens, so they are told here. */
const countsOf = (row: Log, other: LogOther, t: Text<'logs'>, format: Formats): (Fact | false)[] => {
  if (!isCall(row) || other.model_price === undefined || other.model_price < 0) return []
  const counts = [
    [t('classInput'), row.prompt_tokens],
    [t('classOutput'), row.completion_tokens],
    [t('classCacheRead'), other.cache_tokens],
    [t('classCacheWrite'), other.cache_creation_tokens],
    [t('classTextInput'), other.text_input],
    [t('classTextOutput'), other.text_output],
    [t('classAudioInput'), other.audio_input],
    [t('classAudioOutput'), other.audio_output],
  ] as const
  return counts.map(([label, count]) => count !== undefined && count > 0 && { label, value: format.number(count) })
}

const textsOf = (other: LogOther, t: Text<'logs'>) =>
  [
    { label: t('factSystemPrompt'), text: other.system_prompt ?? '' },
    { label: t('factContext'), text: other.context ?? '' },
    { label: t('factInput'), text: other.input_content ?? '' },
    { label: t('factOutput'), text: other.output_content ?? '' },
  ].filter(({ text }) => text !== '')

const endingText = (ending: string, t: Text<'logs'>): string => {
  switch (ending) {
    case 'client_gone':
      return t('endingClientGone')
    case 'upstream_error':
      return t('endingUpstream')
    case 'out_of_quota':
      return t('endingQuota')
    case 'quota_unknown':
      return t('endingQuotaUnknown')
    case 'sensitive_words':
      return t('endingWords')
    case 'gateway_stopped':
      return t('endingStopped')
    case 'internal_error':
      return t('endingInternal')
    case 'process_ended':
      return t('endingProcess')
    default:
      return ending
  }
}
