import { useMemo } from 'react'
import { type Formats, useFormat } from '../../lib/format.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/column.ts'
import { LongText } from '../../ui/long-text.tsx'
import { ProgressCircle } from '../../ui/progress.tsx'
import { Time } from '../../ui/time.tsx'
import { actionLook, progressTone, statusLook } from './song-looks.ts'
import type { SongRow } from './use-songs.ts'

type Show = (row: SongRow) => void

export const useSongColumns = (admin: boolean, onShow: Show): Column<SongRow>[] => {
  const t = useText('songs')
  const format = useFormat()
  return useMemo(() => songColumns({ admin, onShow, t, format }), [admin, onShow, t, format])
}

type Means = { admin: boolean; onShow: Show; t: Text<'songs'>; format: Formats }

const songColumns = ({ admin, onShow, t, format }: Means): Column<SongRow>[] => [
  {
    id: 'submitted',
    label: t('columnSubmitted'),
    cell: (row) => <Time seconds={row.submit_time} look="absolute" className="text-[13px]" />,
  },
  {
    id: 'finished',
    label: t('columnFinished'),
    cell: (row) => <Time seconds={row.finish_time} look="absolute" className="text-[13px]" />,
  },
  {
    id: 'progress',
    label: t('columnProgress'),
    cell: ({ progress, status }) => (
      <ProgressCircle text={progress} tone={progressTone(status)} label={t('columnProgress')} />
    ),
  },
  {
    id: 'duration',
    label: t('columnDuration'),
    cell: ({ submit_time: start, finish_time: end }) =>
      end === 0 ? (
        <span className="text-muted">–</span>
      ) : (
        <Badge tone={end - start > slowSeconds ? 'bad' : 'ok'}>{format.duration(Math.max(0, end - start))}</Badge>
      ),
  },
  ...(admin ? [channelColumn(t)] : []),
  {
    id: 'platform',
    label: t('columnPlatform'),
    cell: ({ platform }) => <Badge tone="neutral">{platform}</Badge>,
  },
  {
    id: 'action',
    label: t('columnAction'),
    always: true,
    card: 'title',
    cell: ({ action }) => {
      const look = actionLook(action)
      return <Badge tone={look?.tone ?? 'muted'}>{look ? t(look.key) : action}</Badge>
    },
  },
  {
    id: 'task',
    label: t('columnTask'),
    always: true,
    className: 'max-w-52',
    cell: (row) => (
      <button
        type="button"
        title={t('record')}
        onClick={() => onShow(row)}
        className="-mx-1 block max-w-full min-h-6 truncate rounded-md px-1 text-left text-brand-ink hover:bg-hover"
      >
        <code className="text-xs">{row.task_id}</code>
      </button>
    ),
  },
  {
    id: 'status',
    label: t('columnStatus'),
    cell: ({ status }) => (
      <Badge tone={statusLook(status).tone} dot>
        {t(statusLook(status).key)}
      </Badge>
    ),
  },
  {
    id: 'reason',
    label: t('columnReason'),
    cell: ({ fail_reason: reason }) => <LongText text={reason} label={t('columnReason')} />,
  },
]

const channelColumn = (t: Text<'songs'>): Column<SongRow> => ({
  id: 'channel',
  label: t('columnChannel'),
  cell: ({ channel_id: channel }) => <Badge tone="neutral">#{channel}</Badge>,
})

/** Songs take their time. */
const slowSeconds = 300
