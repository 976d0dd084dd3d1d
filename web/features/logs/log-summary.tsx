import clsx from 'clsx'
import { logTypes } from '#contract/log-types.ts'
import { type Log, logs } from '#contract/logs.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { type Known, knownOf, mapKnown } from '../../lib/known.ts'
import { usePageQuery } from '../../lib/page-query.ts'
import { pageQueryOf } from '../../lib/query.ts'
import { isAdmin, useUser } from '../../lib/session.ts'
import { ErrorLine } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** What the list is asked for, and what is shown of it. */
type LogSummaryProps = { wish: Record<string, unknown>; rows: Known<readonly Log[]> }

/** What the range adds up to, the load of the last minute, and the tokens of the rows that are shown. */
export function LogSummary({ wish, rows }: LogSummaryProps) {
  const admin = isAdmin(useUser())
  const sums = knownOf(usePageQuery(pageQueryOf(admin ? logs.stat : logs.statSelf, { query: wish })))
  const t = useText('logs')
  const format = useFormat()
  const tokens = mapKnown(rows, (shown) => ({
    input: shown.reduce((total, row) => total + row.prompt_tokens, 0),
    output: shown.reduce((total, row) => total + row.completion_tokens, 0),
  }))
  // Calls alone cost something and come so many a minute: of entries of another kind nothing is told.
  const isOfCalls = wish.type === undefined || wish.type === String(logTypes.consume)
  const ofCalls = (figure: Known<string>): Known<string> => (isOfCalls ? figure : { state: 'here', value: '–' })
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <dl aria-label={t('summary')} className="grid w-full min-w-0 grid-cols-3 gap-2 sm:flex sm:w-auto sm:flex-wrap">
        <Figure label={t('sumQuota')} value={ofCalls(mapKnown(sums, ({ quota }) => format.smallQuota(quota)))} strong />
        <Figure
          label={t('sumRpm')}
          title={t('rpmHint')}
          value={ofCalls(mapKnown(sums, ({ rpm }) => format.number(rpm)))}
        />
        <Figure
          label={t('sumTpm')}
          title={t('tpmHint')}
          value={ofCalls(mapKnown(sums, ({ tpm }) => format.number(tpm)))}
        />
        <Figure label={t('sumTokens')} value={mapKnown(tokens, ({ input, output }) => format.number(input + output))} />
        <Figure label={t('sumInput')} value={mapKnown(tokens, ({ input }) => format.number(input))} />
        <Figure label={t('sumOutput')} value={mapKnown(tokens, ({ output }) => format.number(output))} />
      </dl>
      {sums.state === 'failed' && <ErrorLine onRetry={sums.retry} />}
    </div>
  )
}

type FigureProps = { label: string; title?: string; value: Known<string>; strong?: boolean }

/** What could not be loaded is a dash. Its place is as large before the value is here: nothing under it moves. */
function Figure({ label, title, value, strong = false }: FigureProps) {
  return (
    <div
      title={title}
      className={clsx(
        'flex min-w-0 flex-col justify-between rounded-lg border px-3 py-1 text-[13px]',
        'sm:h-8 sm:flex-row sm:items-center sm:gap-2 sm:py-0',
        strong ? 'bg-brand-soft' : 'bg-card',
      )}
    >
      <dt className={clsx('max-sm:text-xs', strong ? 'text-brand-ink' : 'text-muted')}>{label}</dt>
      <dd className="min-h-5 min-w-10 font-semibold break-words">
        {value.state === 'here' ? value.value : value.state === 'failed' ? '–' : <Skeleton className="h-3.5 w-10" />}
      </dd>
    </div>
  )
}
