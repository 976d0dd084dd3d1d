import { tasks } from '#contract/tasks.ts'
import { pagesOf } from '../../lib/list-rows.ts'
import { wordedTask } from '../../pieces/tasks/worded-task.ts'
import { Badge } from '../../ui/badge.tsx'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { ChannelWithTime, WorkCard } from '../../ui/list/work-card.tsx'
import { ChannelBadge, Duration, isUnderWay } from '../../ui/list/work-cells.tsx'
import { momentColumn } from '../../ui/list/work-columns.tsx'
import { Action, Progress, Reason, Status, TaskId } from './song-cells.tsx'
import { actionName, statusLook } from './song-looks.ts'
import { SongRecord } from './song-record.tsx'
import type { SongRow } from './song-row.ts'
import { songFilters } from './songs-search.ts'

/** Songs take their time. */
const slowSeconds = 300

function Took({ row: { submit_time: start, finish_time: end } }: { row: SongRow }) {
  return <Duration seconds={end === 0 ? undefined : end - start} slow={slowSeconds} />
}

export const songList: ListDefinition<SongRow, 'songs', typeof songFilters, object> = {
  area: 'songs',
  title: 'songs',
  rows: pagesOf(tasks.list, wordedTask),
  ownRows: pagesOf(tasks.listSelf, wordedTask),
  query: ({ channel, ...filters }) => ({ ...filters, channel_id: channel }),
  rowName: ({ task_id: id }) => id,
  filters: songFilters,
  range: { usual: 'today' },
  live: 'told',
  columns: [
    momentColumn('submitted', 'columnSubmitted', ({ submit_time }) => submit_time),
    momentColumn('finished', 'columnFinished', ({ finish_time }) => finish_time),
    {
      id: 'progress',
      label: 'columnProgress',
      plain: ({ progress }) => progress,
      cell: (row) => <Progress row={row} />,
    },
    {
      ...{ id: 'duration', label: 'columnDuration' },
      plain: ({ submit_time, finish_time }) => (finish_time === 0 ? undefined : finish_time - submit_time),
      cell: (row) => <Took row={row} />,
    },
    {
      ...{ id: 'channel', label: 'columnChannel', for: 'admin' },
      plain: ({ channel_id: id, channel_name: name }) => name || id,
      filterBy: ({ channel_id: id }) => ({ channel: String(id) }),
      cell: ({ channel_id: id, channel_name: name }) => <ChannelBadge id={id} name={name} />,
    },
    {
      id: 'platform',
      label: 'columnPlatform',
      plain: ({ platform }) => platform,
      filterBy: ({ platform }) => ({ platform }),
      cell: ({ platform }) => <Badge tone="neutral">{platform}</Badge>,
    },
    {
      ...{ id: 'action', label: 'columnAction', always: true, card: 'title' },
      plain: ({ action }, t) => actionName(action, t),
      filterBy: ({ action }) => ({ action }),
      cell: ({ action }) => <Action action={action} />,
    },
    {
      id: 'task',
      label: 'columnTask',
      always: true,
      className: 'max-w-52',
      plain: ({ task_id }) => task_id,
      cell: (row) => <TaskId row={row} />,
    },
    {
      id: 'status',
      label: 'columnStatus',
      plain: ({ status }, t) => t(statusLook(status).key),
      filterBy: ({ status }) => ({ status }),
      cell: ({ status }) => <Status status={status} />,
    },
    {
      id: 'reason',
      label: 'columnReason',
      plain: ({ fail_reason }) => fail_reason,
      cell: ({ fail_reason: reason }) => <Reason text={reason} />,
    },
  ],
  actions: {},
  card: (row) => (
    <WorkCard
      status={
        <>
          <Status status={row.status} />
          <Badge tone="neutral">{row.platform}</Badge>
          {isUnderWay(row) && <Progress row={row} />}
        </>
      }
      reason={row.fail_reason}
      doer={<ChannelWithTime row={row} took={<Took row={row} />} />}
      submitted={row.submit_time}
    />
  ),
  peek: { draw: (row) => <SongRecord row={row} />, wide: true },
  isUnderWay,
  dense: true,
}
