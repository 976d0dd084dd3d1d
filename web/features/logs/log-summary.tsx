import { useQuery } from '@tanstack/react-query'
import { type Log, logs } from '#contract/logs.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { pageQueryOf } from '../../lib/query.ts'
import { isAdmin, useUser } from '../../lib/session.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

/** What the list is asked for, and what is shown of it. */
type LogSummaryProps = { wish: Record<string, unknown>; rows: readonly Log[] | undefined }

/** What the range adds up to, the load of the last minute, and the tokens of the rows that are shown. */
export function LogSummary({ wish, rows }: LogSummaryProps) {
  const admin = isAdmin(useUser())
  const { data: sum } = useQuery(pageQueryOf(admin ? logs.stat : logs.statSelf, { query: wish }))
  const t = useText('logs')
  const format = useFormat()
  const input = rows?.reduce((total, row) => total + row.prompt_tokens, 0)
  const output = rows?.reduce((total, row) => total + row.completion_tokens, 0)
  const total = input === undefined || output === undefined ? undefined : input + output
  return (
    <dl aria-label={t('summary')} className="flex min-w-0 flex-wrap gap-2">
      <Figure label={t('sumQuota')} value={sum && format.smallQuota(sum.quota)} strong />
      <Figure label={t('sumRpm')} title={t('rpmHint')} value={sum && format.number(sum.rpm)} />
      <Figure label={t('sumTpm')} title={t('tpmHint')} value={sum && format.number(sum.tpm)} />
      <Figure label={t('sumTokens')} value={total === undefined ? undefined : format.number(total)} />
      <Figure label={t('sumInput')} value={input === undefined ? undefined : format.number(input)} />
      <Figure label={t('sumOutput')} value={output === undefined ? undefined : format.number(output)} />
    </dl>
  )
}

type FigureProps = { label: string; title?: string; value: string | undefined; strong?: boolean }

function Figure({ label, title, value, strong = false }: FigureProps) {
  return (
    <div
      title={title}
      className={`flex h-8 items-center gap-2 rounded-lg border px-3 text-[13px] ${strong ? 'bg-brand-soft' : 'bg-card'}`}
    >
      <dt className={strong ? 'text-brand-ink' : 'text-muted'}>{label}</dt>
      <dd className="font-semibold">{value ?? <Skeleton className="h-3.5 w-10" />}</dd>
    </div>
  )
}
