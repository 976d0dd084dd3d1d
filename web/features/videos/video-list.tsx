import { videos } from '#contract/videos.ts'
import { pagesOf } from '../../lib/list-rows.ts'
import { wordedTask } from '../../pieces/tasks/worded-task.ts'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { ChannelWithTime, WorkCard } from '../../ui/list/work-card.tsx'
import { ChannelBadge, Duration, isUnderWay, ModelName } from '../../ui/list/work-cells.tsx'
import { momentColumn } from '../../ui/list/work-columns.tsx'
import { Action, Measures, Progress, Status, VideoId, Words } from './video-cells.tsx'
import { actionLook, statusLook } from './video-looks.ts'
import { VideoRecord } from './video-record.tsx'
import type { VideoRow } from './video-row.ts'
import { videoFilters } from './videos-search.ts'

/** Films take their time. */
const slowSeconds = 600

function Took({ row: { submit_time: start, finish_time: end } }: { row: VideoRow }) {
  return <Duration seconds={end === 0 ? undefined : end - start} slow={slowSeconds} />
}

export const videoList: ListDefinition<VideoRow, 'videos', typeof videoFilters, object> = {
  area: 'videos',
  title: 'videos',
  rows: pagesOf(videos.list, wordedTask),
  ownRows: pagesOf(videos.listSelf, wordedTask),
  query: ({ channel, ...filters }) => ({ ...filters, channel_id: channel }),
  rowName: ({ task_id: id }) => id,
  filters: videoFilters,
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
      ...{ id: 'duration', label: 'columnDuration' },
      plain: ({ submit_time, finish_time }) => (finish_time === 0 ? undefined : finish_time - submit_time),
      cell: (row) => <Took row={row} />,
    },
    {
      ...{ id: 'model', label: 'columnModel', always: true, card: 'title' },
      plain: ({ model }) => model,
      filterBy: ({ model }) => ({ model }),
      cell: ({ model, mark }) => <ModelName model={model} mark={mark} />,
    },
    {
      id: 'action',
      label: 'columnAction',
      plain: ({ action }, t) => t(actionLook(action).key),
      filterBy: ({ action }) => ({ action }),
      cell: ({ action }) => <Action action={action} />,
    },
    { id: 'measures', label: 'columnMeasures', plain: ({ size }) => size, cell: (row) => <Measures row={row} /> },
    {
      id: 'video',
      label: 'columnVideo',
      always: true,
      className: 'max-w-52',
      plain: ({ task_id }) => task_id,
      cell: (row) => <VideoId row={row} />,
    },
    {
      id: 'prompt',
      label: 'columnPrompt',
      plain: ({ prompt }) => prompt,
      cell: ({ prompt }) => <Words text={prompt} label="columnPrompt" />,
    },
    {
      ...{ id: 'reason', label: 'columnReason' },
      plain: ({ fail_reason }) => fail_reason,
      cell: ({ fail_reason: reason }) => <Words text={reason} label="columnReason" />,
    },
    {
      ...{ id: 'channel', label: 'columnChannel', for: 'admin' },
      plain: ({ channel_id: id, channel_name: name }) => name || id,
      filterBy: ({ channel_id: id }) => ({ channel: String(id) }),
      cell: ({ channel_id: id, channel_name: name }) => <ChannelBadge id={id} name={name} />,
    },
    momentColumn('finished', 'columnFinished', ({ finish_time }) => finish_time),
  ],
  actions: {},
  card: (row) => (
    <WorkCard
      status={
        <>
          <Status status={row.status} />
          <Action action={row.action} />
          {isUnderWay(row) && <Progress row={row} />}
        </>
      }
      aside={<Measures row={row} />}
      prompt={row.prompt}
      reason={row.fail_reason}
      doer={<ChannelWithTime row={row} took={<Took row={row} />} />}
      submitted={row.submit_time}
    />
  ),
  peek: { draw: (row) => <VideoRecord row={row} />, wide: true },
  isUnderWay,
  dense: true,
}
