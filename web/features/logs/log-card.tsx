import type { Log } from '#contract/logs.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { isAdmin, useUser } from '../../lib/session.ts'
import { isCall, LogBrief, LogChannel, LogCost, LogOutcome, LogToken, LogType } from '../../pieces/logs/log-cells.tsx'
import { Time } from '../../ui/time.tsx'
import { LogUser } from './log-user.tsx'

/** A row on a phone, below its model. */
export function LogCard({ row }: { row: Log }) {
  const t = useText('logs')
  const format = useFormat()
  const admin = isAdmin(useUser())
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 text-[13px]">
      <div className="flex items-center justify-between gap-3">
        <span className="flex min-w-0 flex-wrap items-center gap-1.5">
          <LogType row={row} />
          {isCall(row) ? <LogOutcome row={row} /> : <LogBrief row={row} />}
        </span>
        <span className="shrink-0 font-medium">
          <LogCost row={row} />
        </span>
      </div>
      {isCall(row) && (
        <span className="text-muted">
          {t('promptTokens', { count: format.number(row.prompt_tokens) })} ·{' '}
          {t('completionTokens', { count: format.number(row.completion_tokens) })}
        </span>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-muted">
        <span className="flex min-w-0 flex-wrap items-center gap-x-3">
          {admin && <LogUser row={row} />}
          <LogToken row={row} />
          {admin && <LogChannel row={row} />}
        </span>
        <Time seconds={row.created_at} look="absolute" />
      </div>
    </div>
  )
}
