import { videos } from '#contract/videos.ts'
import { pagesOf } from '../../lib/list-rows.ts'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { ChannelBadge, Duration, isUnderWay, ModelName, Moment } from '../../ui/list/work-cells.tsx'
import { Action, Measures, Progress, Status, VideoId, Words } from './video-cells.tsx'
import { VideoRecord } from './video-record.tsx'
import type { VideoRow } from './video-row.ts'
import { videoFilters } from './videos-search.ts'

/** Films take their time. */
const slowSeconds = 600

export const videoList: ListDefinition<VideoRow, 'videos', typeof videoFilters, object> = {
  area: 'videos',
  title: 'videos',
  rows: pagesOf(videos.list),
  ownRows: pagesOf(videos.listSelf),
  query: ({ channel, ...filters }) => ({ ...filters, channel_id: channel }),
  rowName: ({ task_id: id }) => id,
  filters: videoFilters,
  range: { usual: 'today' },
  // What is looked for is in sight at 1280 px; the rest is scrolled to.
  columns: [
    { id: 'submitted', label: 'columnSubmitted', cell: ({ submit_time: time }) => <Moment seconds={time} /> },
    { id: 'status', label: 'columnStatus', cell: ({ status }) => <Status status={status} /> },
    { id: 'progress', label: 'columnProgress', cell: (row) => <Progress row={row} /> },
    {
      ...{ id: 'duration', label: 'columnDuration' },
      cell: ({ submit_time: start, finish_time: end }) => (
        <Duration seconds={end === 0 ? undefined : end - start} slow={slowSeconds} />
      ),
    },
    {
      ...{ id: 'model', label: 'columnModel', always: true, card: 'title' },
      cell: ({ model }) => <ModelName model={model} />,
    },
    { id: 'action', label: 'columnAction', cell: ({ action }) => <Action action={action} /> },
    { id: 'measures', label: 'columnMeasures', cell: (row) => <Measures row={row} /> },
    { id: 'video', label: 'columnVideo', always: true, className: 'max-w-52', cell: (row) => <VideoId row={row} /> },
    { id: 'prompt', label: 'columnPrompt', cell: ({ prompt }) => <Words text={prompt} label="columnPrompt" /> },
    {
      ...{ id: 'reason', label: 'columnReason' },
      cell: ({ fail_reason: reason }) => <Words text={reason} label="columnReason" />,
    },
    {
      ...{ id: 'channel', label: 'columnChannel', for: 'admin' },
      filterBy: ({ channel_id: id }) => ({ channel: String(id) }),
      cell: ({ channel_id: id }) => <ChannelBadge id={id} />,
    },
    { id: 'finished', label: 'columnFinished', cell: ({ finish_time: time }) => <Moment seconds={time} /> },
  ],
  actions: {},
  viewer: (row, _rows, onClose) => <VideoRecord row={row} onClose={onClose} />,
  isUnderWay,
  dense: true,
}
