import { batches } from '#contract/batches.ts'
import { pagesOf } from '../../lib/list-rows.ts'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { isUnderWay, ModelName, Moment } from '../../ui/list/work-cells.tsx'
import { batchActions } from './batch-actions.ts'
import { BatchId, Calls, Cost, Doer, Progress, Reason, Status } from './batch-cells.tsx'
import { BatchRecord } from './batch-record.tsx'
import type { BatchRow } from './batch-row.ts'
import { batchFilters } from './batches-search.ts'

export const batchList: ListDefinition<BatchRow, 'batches', typeof batchFilters, object> = {
  area: 'batches',
  title: 'batches',
  rows: pagesOf(batches.list),
  ownRows: pagesOf(batches.listSelf),
  query: ({ channel, ...filters }) => ({ ...filters, channel_id: channel }),
  rowName: ({ task_id: id }) => id,
  filters: batchFilters,
  range: { usual: 'today' },
  // What is looked for is in sight at 1280 px; the rest is scrolled to.
  columns: [
    { id: 'submitted', label: 'columnSubmitted', cell: ({ submit_time: time }) => <Moment seconds={time} /> },
    { id: 'status', label: 'columnStatus', cell: ({ status }) => <Status status={status} /> },
    { id: 'progress', label: 'columnProgress', cell: (row) => <Progress row={row} /> },
    {
      ...{ id: 'model', label: 'columnModel', always: true, card: 'title' },
      cell: ({ model }) => <ModelName model={model} />,
    },
    { id: 'calls', label: 'columnCalls', cell: (row) => <Calls row={row} /> },
    { id: 'cost', label: 'columnCost', cell: (row) => <Cost row={row} /> },
    { id: 'batch', label: 'columnBatch', always: true, className: 'max-w-52', cell: (row) => <BatchId row={row} /> },
    { id: 'user', label: 'columnUser', for: 'admin', cell: ({ username }) => username },
    { id: 'token', label: 'columnToken', cell: ({ token_name: name }) => name },
    {
      ...{ id: 'channel', label: 'columnChannel', for: 'admin' },
      filterBy: ({ channel_id: id }) => ({ channel: String(id) }),
      cell: ({ channel_id: id }) => <Doer id={id} />,
    },
    { id: 'finished', label: 'columnFinished', cell: ({ finish_time: time }) => <Moment seconds={time} /> },
    { id: 'reason', label: 'columnReason', cell: ({ fail_reason: reason }) => <Reason text={reason} /> },
  ],
  actions: batchActions,
  viewer: (row, _rows, onClose) => <BatchRecord row={row} onClose={onClose} />,
  isUnderWay,
  dense: true,
}
