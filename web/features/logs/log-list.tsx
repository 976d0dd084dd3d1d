import { type Log, logs } from '#contract/logs.ts'
import { pagesOf } from '../../lib/list-rows.ts'
import {
  isCall,
  LogBrief,
  LogChannel,
  LogCost,
  LogModel,
  LogOutcome,
  LogPath,
  LogToken,
  LogType,
} from '../../pieces/logs/log-cells.tsx'
import { contentOf } from '../../pieces/logs/log-happening.ts'
import { otherOf } from '../../pieces/logs/log-other.ts'
import { logTypeLook } from '../../pieces/logs/log-type.ts'
import { Badge } from '../../ui/badge.tsx'
import { Count } from '../../ui/figures.tsx'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { Time } from '../../ui/time.tsx'
import { LogCard } from './log-card.tsx'
import { LogDetails } from './log-details.tsx'
import { LogUser } from './log-user.tsx'
import { logFilters } from './logs-search.ts'
import { wordedLog } from './worded-log.ts'

export const logList: ListDefinition<Log, 'logs', typeof logFilters, object> = {
  area: 'logs',
  title: 'logs',
  rows: pagesOf(logs.list, wordedLog),
  ownRows: pagesOf(logs.listSelf, wordedLog),
  // What is no call has no model: its number tells nobody what it is.
  rowName: (row, t, format) => row.model_name || `${t(logTypeLook(row.type).key)} ${contentOf(row, t, format)}`.trim(),
  filters: logFilters,
  range: { usual: 'today' },
  live: 'told',
  // What is looked for is in sight at 1280 px; the rest is scrolled to.
  columns: [
    {
      ...{ id: 'time', label: 'columnTime' },
      cell: ({ created_at }) => <Time seconds={created_at} look="absolute" className="text-[13px]" />,
    },
    {
      ...{ id: 'username', label: 'columnUser', for: 'admin' },
      filterBy: ({ username }) => ({ username }),
      cell: (row) => <LogUser row={row} />,
    },
    {
      ...{ id: 'token', label: 'columnToken' },
      filterBy: ({ token_name }) => ({ token_name }),
      cell: (row) => <LogToken row={row} />,
    },
    {
      ...{ id: 'type', label: 'columnType' },
      filterBy: ({ type }) => ({ type: String(type) }),
      cell: (row) => <LogType row={row} />,
    },
    {
      ...{ id: 'model', label: 'columnModel', always: true, card: 'title' },
      filterBy: ({ model_name }) => ({ model_name }),
      cell: (row) => <LogModel row={row} />,
    },
    { id: 'timing', label: 'columnTiming', cell: (row) => <LogOutcome row={row} /> },
    { id: 'cost', label: 'columnCost', align: 'right', cell: (row) => <LogCost row={row} /> },
    {
      ...{ id: 'prompt', label: 'columnPrompt', align: 'right' },
      cell: (row) => isCall(row) && <Count value={row.prompt_tokens} />,
    },
    {
      ...{ id: 'completion', label: 'columnCompletion', align: 'right' },
      cell: (row) => isCall(row) && <Count value={row.completion_tokens} />,
    },
    {
      ...{ id: 'channel', label: 'columnChannel', for: 'admin' },
      filterBy: ({ channel }) => ({ channel: String(channel) }),
      cell: (row) => <LogChannel row={row} />,
    },
    {
      ...{ id: 'group', label: 'columnGroup' },
      filterBy: (row) => ({ group: groupOf(row) }),
      cell: (row) => groupOf(row) !== '' && <Badge>{groupOf(row)}</Badge>,
    },
    { id: 'retry', label: 'columnRetry', for: 'admin', cell: (row) => <LogPath row={row} /> },
    { id: 'details', label: 'columnDetails', cell: (row) => <LogBrief row={row} /> },
  ],
  actions: {},
  peek: {
    draw: (row, columnsBut) => (
      <>
        {columnsBut('channel', 'retry', 'details')}
        <LogDetails row={row} />
      </>
    ),
    wide: true,
  },
  isUnfolded: (_row, { request_id }) => request_id !== undefined,
  details: (row) => <LogDetails row={row} />,
  card: (row) => <LogCard row={row} />,
  dense: true,
}

const groupOf = (row: Log): string => otherOf(row).group ?? row.group
