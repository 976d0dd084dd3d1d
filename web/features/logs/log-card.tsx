import type { Log } from '#contract/logs.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { Copy } from '../../ui/copy.tsx'
import { Time } from '../../ui/time.tsx'
import { briefOf, isCall, LogCost, LogModel, LogOutcome, LogType } from './log-cells.tsx'
import { LogUser } from './log-user.tsx'

/** The head of a row on a phone. */
export function LogCardTitle({ row }: { row: Log }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-1.5">
      <LogType row={row} />
      <LogModel row={row} />
    </span>
  )
}

/** The rest of a row on a phone. */
export function LogCard({ row, admin }: { row: Log; admin: boolean }) {
  const t = useText('logs')
  const format = useFormat()
  return (
    <div className="grid gap-2 text-[13px]">
      <div className="flex items-center justify-between gap-3">
        {isCall(row) ? (
          <LogOutcome row={row} />
        ) : (
          <span className="min-w-0 break-words">{briefOf(row, t, format)}</span>
        )}
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
          {row.token_name !== '' && (
            <Copy text={row.token_name} label={t('copyToken', { name: row.token_name })}>
              {row.token_name}
            </Copy>
          )}
          {admin && row.channel > 0 && <span className="truncate">{`#${row.channel} ${row.channel_name}`.trim()}</span>}
        </span>
        <Time seconds={row.created_at} look="absolute" />
      </div>
    </div>
  )
}
