import { batches } from '#contract/batches.ts'
import { pagesOf } from '../../lib/list-rows.ts'
import { wordedTask } from '../../pieces/tasks/worded-task.ts'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { WorkCard } from '../../ui/list/work-card.tsx'
import { isUnderWay, ModelName } from '../../ui/list/work-cells.tsx'
import { momentColumn } from '../../ui/list/work-columns.tsx'
import { UserLink } from '../../ui/user-link.tsx'
import { batchActions } from './batch-actions.ts'
import { BatchId, Calls, Cost, Doer, Progress, Reason, Status, statusLook } from './batch-cells.tsx'
import { BatchRecord } from './batch-record.tsx'
import type { BatchRow } from './batch-row.ts'
import { batchFilters } from './batches-search.ts'

export const batchList: ListDefinition<BatchRow, 'batches', typeof batchFilters, object> = {
  area: 'batches',
  title: 'batches',
  rows: pagesOf(batches.list, wordedTask),
  ownRows: pagesOf(batches.listSelf, wordedTask),
  query: ({ channel, ...filters }) => ({ ...filters, channel_id: channel }),
  rowName: ({ task_id: id }) => id,
  filters: batchFilters,
  range: { usual: 'today' },
  live: 'told',
  // What is looked for is in sight at 1280 px; the rest is scrolled to.
  columns: [
    momentColumn('submitted', 'columnSubmitted', ({ submit_time }) => submit_time),
    {
      id: 'status',
      label: 'columnStatus',
      plain: ({ status }, t) => t(statusLook(status).key),
      filterBy: ({ status }) => ({ status }),
      cell: ({ status }) => <Status status={status} />,
    },
    {
      id: 'progress',
      label: 'columnProgress',
      plain: ({ progress }) => progress,
      cell: (row) => <Progress row={row} />,
    },
    {
      ...{ id: 'model', label: 'columnModel', always: true, card: 'title' },
      plain: ({ model }) => model,
      filterBy: ({ model }) => ({ model }),
      cell: ({ model, mark }) => <ModelName model={model} mark={mark} />,
    },
    { id: 'calls', label: 'columnCalls', plain: ({ answered }) => answered, cell: (row) => <Calls row={row} /> },
    {
      id: 'cost',
      label: 'columnCost',
      plain: ({ charged }) => (charged === null ? undefined : { quota: charged }),
      cell: (row) => <Cost row={row} />,
    },
    {
      id: 'batch',
      label: 'columnBatch',
      always: true,
      className: 'max-w-52',
      plain: ({ task_id }) => task_id,
      cell: (row) => <BatchId row={row} />,
    },
    {
      id: 'user',
      label: 'columnUser',
      for: 'admin',
      plain: ({ username }) => username,
      cell: (row) => <Owner row={row} />,
    },
    { id: 'token', label: 'columnToken', plain: ({ token_name }) => token_name, cell: ({ token_name: name }) => name },
    {
      ...{ id: 'channel', label: 'columnChannel', for: 'admin' },
      plain: ({ channel_id: id, channel_name: name }, t) => (id === 0 ? t('doneHere') : name || id),
      filterBy: ({ channel_id: id }) => ({ channel: String(id) }),
      cell: ({ channel_id: id, channel_name: name }) => <Doer id={id} name={name} />,
    },
    momentColumn('finished', 'columnFinished', ({ finish_time }) => finish_time),
    {
      id: 'reason',
      label: 'columnReason',
      plain: ({ fail_reason }) => fail_reason,
      cell: ({ fail_reason: reason }) => <Reason text={reason} />,
    },
  ],
  actions: batchActions,
  card: (row) => (
    <WorkCard
      status={
        <>
          <Status status={row.status} />
          {isUnderWay(row) && <Progress row={row} />}
          <Calls row={row} />
        </>
      }
      aside={<Cost row={row} />}
      reason={row.fail_reason}
      doer={
        <>
          <Owner row={row} />
          <Doer id={row.channel_id} name={row.channel_name} />
        </>
      }
      submitted={row.submit_time}
    />
  ),
  peek: { draw: (row, columnsBut) => <BatchRecord row={row} columns={columnsBut('cost')} /> },
  isUnderWay,
  dense: true,
}

/** Whose it is, where they are of everybody. */
function Owner({ row: { user_id: id, username: name } }: { row: BatchRow }) {
  return id !== undefined && <UserLink id={id} name={name} />
}
