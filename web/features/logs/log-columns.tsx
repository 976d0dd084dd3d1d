import { useMemo } from 'react'
import type { Log } from '#contract/logs.ts'
import { type Formats, useFormat } from '../../lib/format.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/column.ts'
import { Copy } from '../../ui/copy.tsx'
import { Time } from '../../ui/time.tsx'
import { briefOf, isCall, LogCost, LogModel, LogOutcome, LogPath, LogType } from './log-cells.tsx'
import { otherOf } from './log-other.ts'
import { LogUser } from './log-user.tsx'

/** Channel, user and retry are for administrators. */
export const useLogColumns = (admin: boolean): Column<Log>[] => {
  const t = useText('logs')
  const format = useFormat()
  return useMemo(() => logColumns(t, format).filter(({ id }) => admin || !adminColumns.has(id)), [t, format, admin])
}

const adminColumns = new Set(['channel', 'username', 'retry'])

const logColumns = (t: Text<'logs'>, format: Formats): Column<Log>[] => [
  {
    id: 'time',
    label: t('columnTime'),
    cell: (row) => <Time seconds={row.created_at} look="absolute" className="text-[13px]" />,
  },
  {
    id: 'channel',
    label: t('columnChannel'),
    cell: (row) =>
      row.channel > 0 && <Badge title={row.channel_name}>{`#${row.channel} ${row.channel_name}`.trim()}</Badge>,
    className: 'max-w-44',
  },
  {
    id: 'username',
    label: t('columnUser'),
    cell: (row) => <LogUser row={row} />,
  },
  {
    id: 'token',
    label: t('columnToken'),
    cell: (row) =>
      row.token_name !== '' && (
        <Copy text={row.token_name} label={t('copyToken', { name: row.token_name })} className="w-max max-w-40">
          {row.token_name}
        </Copy>
      ),
  },
  { id: 'group', label: t('columnGroup'), cell: (row) => groupOf(row) !== '' && <Badge>{groupOf(row)}</Badge> },
  { id: 'type', label: t('columnType'), cell: (row) => <LogType row={row} /> },
  { id: 'model', label: t('columnModel'), cell: (row) => <LogModel row={row} />, className: 'max-w-64' },
  { id: 'timing', label: t('columnTiming'), cell: (row) => <LogOutcome row={row} /> },
  {
    id: 'prompt',
    label: t('columnPrompt'),
    align: 'right',
    cell: (row) => isCall(row) && format.number(row.prompt_tokens),
  },
  {
    id: 'completion',
    label: t('columnCompletion'),
    align: 'right',
    cell: (row) => isCall(row) && format.number(row.completion_tokens),
  },
  { id: 'cost', label: t('columnCost'), align: 'right', cell: (row) => <LogCost row={row} /> },
  {
    id: 'retry',
    label: t('columnRetry'),
    cell: (row) => <LogPath row={row} />,
  },
  {
    id: 'details',
    label: t('columnDetails'),
    cell: (row) => (
      <span className="block max-w-72 truncate text-[13px] text-muted" title={briefOf(row, t, format)}>
        {briefOf(row, t, format)}
      </span>
    ),
  },
]

const groupOf = (row: Log): string => otherOf(row).group ?? row.group
