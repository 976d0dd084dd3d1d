import { tasks } from '#contract/tasks.ts'
import { pagesOf } from '../../lib/list-rows.ts'
import { Badge } from '../../ui/badge.tsx'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { ChannelBadge, Duration, isUnderWay, Moment } from '../../ui/list/work-cells.tsx'
import { Action, Progress, Reason, Status, TaskId } from './song-cells.tsx'
import { SongRecord } from './song-record.tsx'
import type { SongRow } from './song-row.ts'
import { songFilters } from './songs-search.ts'

/** Songs take their time. */
const slowSeconds = 300

export const songList: ListDefinition<SongRow, 'songs', typeof songFilters, object> = {
  area: 'songs',
  title: 'songs',
  rows: pagesOf(tasks.list),
  ownRows: pagesOf(tasks.listSelf),
  query: ({ channel, ...filters }) => ({ ...filters, channel_id: channel }),
  rowName: ({ task_id: id }) => id,
  filters: songFilters,
  range: { usual: 'today' },
  columns: [
    { id: 'submitted', label: 'columnSubmitted', cell: ({ submit_time: time }) => <Moment seconds={time} /> },
    { id: 'finished', label: 'columnFinished', cell: ({ finish_time: time }) => <Moment seconds={time} /> },
    { id: 'progress', label: 'columnProgress', cell: (row) => <Progress row={row} /> },
    {
      ...{ id: 'duration', label: 'columnDuration' },
      cell: ({ submit_time: start, finish_time: end }) => (
        <Duration seconds={end === 0 ? undefined : end - start} slow={slowSeconds} />
      ),
    },
    {
      ...{ id: 'channel', label: 'columnChannel', for: 'admin' },
      filterBy: ({ channel_id: id }) => ({ channel: String(id) }),
      cell: ({ channel_id: id }) => <ChannelBadge id={id} />,
    },
    { id: 'platform', label: 'columnPlatform', cell: ({ platform }) => <Badge tone="neutral">{platform}</Badge> },
    {
      ...{ id: 'action', label: 'columnAction', always: true, card: 'title' },
      cell: ({ action }) => <Action action={action} />,
    },
    { id: 'task', label: 'columnTask', always: true, className: 'max-w-52', cell: (row) => <TaskId row={row} /> },
    { id: 'status', label: 'columnStatus', cell: ({ status }) => <Status status={status} /> },
    { id: 'reason', label: 'columnReason', cell: ({ fail_reason: reason }) => <Reason text={reason} /> },
  ],
  actions: {},
  viewer: (row, _rows, onClose) => <SongRecord row={row} onClose={onClose} />,
  isUnderWay,
  dense: true,
}
