import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { progressTone, RecordId } from '../../ui/list/work-cells.tsx'
import { LongText } from '../../ui/long-text.tsx'
import { ProgressCircle } from '../../ui/progress.tsx'
import { actionLook, statusLook } from './video-looks.ts'
import type { VideoRow } from './video-row.ts'

export function Progress({ row: { progress, status } }: { row: VideoRow }) {
  const t = useText('videos')
  return <ProgressCircle text={progress} tone={progressTone(status)} label={t('columnProgress')} />
}

export function Action({ action }: { action: string }) {
  const t = useText('videos')
  const { key, tone } = actionLook(action)
  return <Badge tone={tone}>{t(key)}</Badge>
}

/** The film and all about it open over the list. */
export function VideoId({ row }: { row: VideoRow }) {
  return <RecordId row={row} title={useText('videos')('record')} />
}

/** How long it is, and how large. */
export function Measures({ row: { seconds, size } }: { row: VideoRow }) {
  const format = useFormat()
  const measures = [seconds === 0 ? '' : format.duration(seconds), size].filter((each) => each !== '')
  return <span className="whitespace-nowrap text-muted">{measures.join(' · ') || '–'}</span>
}

export function Status({ status }: { status: string }) {
  const t = useText('videos')
  const { key, tone } = statusLook(status)
  return (
    <Badge tone={tone} dot>
      {t(key)}
    </Badge>
  )
}

export function Words({ text, label }: { text: string; label: 'columnPrompt' | 'columnReason' }) {
  const t = useText('videos')
  return <LongText text={text} label={t(label)} />
}
