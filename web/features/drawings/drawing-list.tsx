import { drawings } from '#contract/drawings.ts'
import { pagesOf } from '../../lib/list-rows.ts'
import { wordedTask } from '../../pieces/tasks/worded-task.ts'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { ChannelWithTime, WorkCard } from '../../ui/list/work-card.tsx'
import { ChannelBadge, Duration, isUnderWay } from '../../ui/list/work-cells.tsx'
import { momentColumn } from '../../ui/list/work-columns.tsx'
import { Action, Code, Long, Progress, Result, Status, TaskId } from './drawing-cells.tsx'
import { actionName, codeLook, statusLook } from './drawing-looks.ts'
import type { DrawingRow } from './drawing-row.ts'
import { DrawingViewer } from './drawing-viewer.tsx'
import { drawingFilters } from './drawings-search.ts'

/** Longer than this is shown as slow. */
const slowSeconds = 60

const submittedAt = ({ submit_time }: DrawingRow): number => Math.floor(submit_time / 1000)

function Took({ row: { submit_time: start, finish_time: end } }: { row: DrawingRow }) {
  return <Duration seconds={end === 0 ? undefined : (end - start) / 1000} slow={slowSeconds} />
}

export const drawingList: ListDefinition<DrawingRow, 'drawings', typeof drawingFilters, object> = {
  area: 'drawings',
  title: 'drawings',
  rows: pagesOf(drawings.list, wordedTask),
  ownRows: pagesOf(drawings.listSelf, wordedTask),
  query: ({ channel, ...filters }) => ({ ...filters, channel_id: channel }),
  rowName: ({ action, mj_id: id }, t) => `${actionName(action, t)} ${id}`,
  filters: drawingFilters,
  range: {
    usual: 'month',
    // This family counts its drawings in milliseconds.
    query: ({ start, end }) => ({ start_timestamp: String(start * 1000), end_timestamp: String(end * 1000) }),
  },
  live: 'told',
  columns: [
    momentColumn('submitted', 'columnSubmitted', submittedAt),
    {
      ...{ id: 'duration', label: 'columnDuration' },
      plain: ({ submit_time, finish_time }) => (finish_time === 0 ? undefined : (finish_time - submit_time) / 1000),
      cell: (row) => <Took row={row} />,
    },
    {
      ...{ id: 'channel', label: 'columnChannel', for: 'admin' },
      plain: ({ channel_id: id, channel_name: name }) => name || id,
      filterBy: ({ channel_id: id }) => ({ channel: String(id) }),
      cell: ({ channel_id: id, channel_name: name }) => <ChannelBadge id={id} name={name} />,
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
      className: 'max-w-36',
      plain: ({ mj_id }) => mj_id,
      cell: ({ mj_id: id }) => <TaskId id={id} />,
    },
    {
      id: 'code',
      label: 'columnCode',
      plain: ({ code }, t) => t(codeLook(code).key),
      cell: ({ code }) => <Code code={code} />,
    },
    {
      id: 'status',
      label: 'columnStatus',
      plain: ({ status }, t) => t(statusLook(status)?.key ?? 'statusUnknown'),
      filterBy: ({ status }) => ({ status }),
      cell: ({ status }) => <Status status={status} />,
    },
    {
      id: 'progress',
      label: 'columnProgress',
      plain: ({ progress }) => progress,
      cell: (row) => <Progress row={row} />,
    },
    { id: 'result', label: 'columnResult', cell: (row) => <Result row={row} /> },
    {
      id: 'prompt',
      label: 'columnPrompt',
      plain: ({ prompt }) => prompt,
      cell: ({ prompt }) => <Long text={prompt} label="columnPrompt" />,
    },
    {
      ...{ id: 'promptEnglish', label: 'columnPromptEnglish' },
      plain: ({ prompt_en }) => prompt_en,
      cell: ({ prompt_en: prompt }) => <Long text={prompt} label="columnPromptEnglish" />,
    },
    {
      id: 'reason',
      label: 'columnReason',
      plain: ({ fail_reason }) => fail_reason,
      cell: ({ fail_reason: reason }) => <Long text={reason} label="columnReason" />,
    },
  ],
  actions: {},
  card: (row) => (
    <WorkCard
      status={
        <>
          <Status status={row.status} />
          {isUnderWay(row) && <Progress row={row} />}
        </>
      }
      aside={row.media.length > 0 && <Result row={row} />}
      prompt={row.prompt}
      reason={row.fail_reason}
      doer={<ChannelWithTime row={row} took={<Took row={row} />} />}
      submitted={submittedAt(row)}
    />
  ),
  peek: {},
  viewer: (row, rows, onClose) => <DrawingViewer rows={rows} first={row.id} onClose={onClose} />,
  isUnderWay,
  dense: true,
}
