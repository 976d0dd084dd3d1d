import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Log } from '#contract/logs.ts'
import { rowOfCall } from '../../lib/call-row.ts'
import { useFormat } from '../../lib/format.ts'
import { useLanguage, useText } from '../../lib/i18n.ts'
import { Copy } from '../../ui/copy.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { type Fact, Facts } from '../../ui/facts.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Time } from '../../ui/time.tsx'
import { LogCost, LogModel, LogOutcome } from './log-cells.tsx'
import { isFailed, kindOfFailure } from './log-failure.ts'

/** What the log tells of a call that was just made, as soon as it does, and the way to its row. */
export function CallFacts({ requestId }: { requestId: string }) {
  const t = useText('logs')
  // What the server says in a row comes in the reader's language.
  const queryKey = ['row of a call', requestId, useLanguage()]
  const { data, error, refetch } = useQuery({ queryKey, queryFn: async () => (await rowOfCall(requestId)) ?? null })
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton className="h-24 w-full" />
  if (data === null) return <p className="text-[13px] text-muted">{t('rowMissing')}</p>
  return <RowFacts row={data} requestId={requestId} />
}

function RowFacts({ row, requestId }: { row: Log; requestId: string }) {
  const t = useText('logs')
  const { number } = useFormat()
  const tokens = [
    t('promptTokens', { count: number(row.prompt_tokens) }),
    t('completionTokens', { count: number(row.completion_tokens) }),
  ]
  const facts: (Fact | false)[] = [
    { id: 'time', label: t('columnTime'), value: <Time seconds={row.created_at} look="absolute" /> },
    { id: 'model', label: t('columnModel'), value: <LogModel row={row} /> },
    { id: 'outcome', label: t(isFailed(row) ? 'typeFailed' : 'columnTiming'), value: <LogOutcome row={row} /> },
    isFailed(row) && { id: 'failure', label: t('factFailure'), value: kindOfFailure(row, t) },
    !isFailed(row) && { id: 'tokens', label: t('receiptTokens'), value: tokens.join(' · ') },
    !isFailed(row) && { id: 'cost', label: t('columnCost'), value: <LogCost row={row} /> },
    {
      id: 'request',
      label: t('factRequest'),
      value: (
        <Copy text={requestId}>
          <code className="text-xs break-all">{requestId}</code>
        </Copy>
      ),
    },
  ]
  return (
    <div className="grid gap-3 rounded-lg border p-3.5">
      <Facts facts={facts.filter((fact) => fact !== false)} />
      <Link
        to="/log"
        search={{ request_id: requestId }}
        className="justify-self-start text-[13px] font-medium underline underline-offset-2"
      >
        {t('openRow')}
      </Link>
    </div>
  )
}
