import { Image } from 'lucide-react'
import { useMemo } from 'react'
import { type Formats, useFormat } from '../../lib/format.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/column.ts'
import { Copy } from '../../ui/copy.tsx'
import { LongText } from '../../ui/long-text.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { Time } from '../../ui/time.tsx'
import { actionLook, codeLook, progressTone, statusLook } from './drawing-looks.ts'
import type { DrawingRow } from './use-drawings.ts'

type Show = (row: DrawingRow) => void

export const useDrawingColumns = (admin: boolean, onShow: Show): Column<DrawingRow>[] => {
  const t = useText('drawings')
  const format = useFormat()
  return useMemo(() => drawingColumns({ admin, onShow, t, format }), [admin, onShow, t, format])
}

type Means = { admin: boolean; onShow: Show; t: Text<'drawings'>; format: Formats }

const drawingColumns = ({ admin, onShow, t, format }: Means): Column<DrawingRow>[] => [
  {
    id: 'submitted',
    label: t('columnSubmitted'),
    cell: (row) => <Time seconds={Math.floor(row.submit_time / 1000)} look="absolute" className="text-[13px]" />,
  },
  {
    id: 'duration',
    label: t('columnDuration'),
    cell: (row) => <Duration row={row} format={format} />,
  },
  ...(admin ? [channelColumn(t)] : []),
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
    className: 'max-w-44',
    cell: ({ mj_id: id }) => (
      <Copy text={id}>
        <code className="text-xs">{id}</code>
      </Copy>
    ),
  },
  {
    id: 'code',
    label: t('columnCode'),
    cell: ({ code }) => <Badge tone={codeLook(code).tone}>{t(codeLook(code).key)}</Badge>,
  },
  {
    id: 'status',
    label: t('columnStatus'),
    cell: ({ status }) => {
      const look = statusLook(status)
      return (
        <Badge tone={look?.tone ?? 'muted'} dot>
          {look ? t(look.key) : t('statusUnknown')}
        </Badge>
      )
    },
  },
  {
    id: 'progress',
    label: t('columnProgress'),
    cell: ({ progress, status }) => (
      <ProgressBar text={progress} tone={progressTone(status)} label={t('columnProgress')} />
    ),
  },
  {
    id: 'result',
    label: t('columnResult'),
    cell: (row) =>
      row.media.length === 0 ? (
        <span className="text-muted">–</span>
      ) : (
        <Button size="sm" onClick={() => onShow(row)}>
          <Image aria-hidden />
          {t('show')}
        </Button>
      ),
  },
  {
    id: 'prompt',
    label: t('columnPrompt'),
    cell: ({ prompt }) => <LongText text={prompt} label={t('columnPrompt')} />,
  },
  {
    id: 'promptEnglish',
    label: t('columnPromptEnglish'),
    cell: ({ prompt_en: prompt }) => <LongText text={prompt} label={t('columnPromptEnglish')} />,
  },
  {
    id: 'reason',
    label: t('columnReason'),
    cell: ({ fail_reason: reason }) => <LongText text={reason} label={t('columnReason')} />,
  },
]

const channelColumn = (t: Text<'drawings'>): Column<DrawingRow> => ({
  id: 'channel',
  label: t('columnChannel'),
  cell: ({ channel_id: channel }) => <Badge tone="neutral">#{channel}</Badge>,
})

/** Longer than this is shown as slow. */
const slowSeconds = 60

function Duration({ row, format }: { row: DrawingRow; format: Formats }) {
  if (row.finish_time === 0) return <span className="text-muted">–</span>
  const seconds = Math.max(0, (row.finish_time - row.submit_time) / 1000)
  return <Badge tone={seconds > slowSeconds ? 'bad' : 'ok'}>{format.duration(Number(seconds.toFixed(1)))}</Badge>
}
