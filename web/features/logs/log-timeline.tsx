import clsx from 'clsx'
import type { Log } from '#contract/logs.ts'
import { type Formats, useFormat } from '../../lib/format.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { isFailed } from '../../pieces/logs/log-failure.ts'
import { otherOf } from '../../pieces/logs/log-other.ts'
import { hasStages, type Stage, scaleOf, stagesOf } from './log-stages.ts'
import { dotClass, type Look, TraceSpanBar } from './trace-span.tsx'

/** The stages of a call on one scale, from when it came to its end and charge. */
export function LogTimeline({ row }: { row: Log }) {
  const t = useText('logs')
  const format = useFormat()
  const other = otherOf(row)
  if (!hasStages(other)) return null
  const whole = scaleOf(row, other)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section with a name would be a landmark, and there are many
    <div role="group" aria-label={t('timeline')} className="min-w-0">
      <h2 className="mb-2 text-[13px] font-semibold">{t('timeline')}</h2>
      <ol className="grid gap-2">
        {stagesOf(row, other).map((stage) => (
          <li key={stage.name} className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-2.5 text-[13px]">
            <span
              className={clsx('mt-1.5 size-2 justify-self-center rounded-full', dotClass[lookOf(stage, row)])}
              aria-hidden
            />
            <div className="min-w-0">
              <div className="flex flex-wrap items-center gap-x-2">
                <span className="font-medium">{nameOf(stage, row, t)}</span>
                <span className="text-muted">{toldOf(stage, row, t, format)}</span>
              </div>
              {whole > 0 && <TraceSpanBar span={stage} whole={whole} look={lookOf(stage, row)} />}
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}

const nameOf = ({ name }: Stage, row: Log, t: Text<'logs'>): string => {
  switch (name) {
    case 'first':
      return t('firstToken')
    case 'end':
      return t(isFailed(row) ? 'stageEndFailed' : 'stageEnd')
    default:
      return t(`stage.${name}`)
  }
}

const toldOf = ({ name, exact }: Stage, row: Log, t: Text<'logs'>, format: Formats): string => {
  if (name === 'end') return endOf(row, t, format)
  if (exact === undefined) return ''
  const time = format.milliseconds(exact)
  return name === 'first' ? t('stageAfter', { time }) : time
}

const endOf = (row: Log, t: Text<'logs'>, format: Formats): string => {
  const after = t('stageAfter', { time: row.use_time === 0 ? t('underASecond') : format.duration(row.use_time) })
  const { status } = otherOf(row).failure ?? {}
  if (!isFailed(row)) return `${after} · ${format.cost(row.quota)}`
  return status === undefined ? after : `${after} · ${t('traceStatus', { status })}`
}

const lookOf = ({ name }: Stage, row: Log): Look => {
  if (isFailed(row)) return 'bad'
  if (name === 'waiting') return 'waiting'
  return otherOf(row).stream_error === undefined || name === 'first' ? 'ok' : 'bad'
}
