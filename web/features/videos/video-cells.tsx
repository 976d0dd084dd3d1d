import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { useViewRow } from '../../ui/list/view-row.ts'
import { progressTone } from '../../ui/list/work-cells.tsx'
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
  const t = useText('videos')
  const view = useViewRow()
  return (
    <button
      type="button"
      title={t('record')}
      onClick={() => view(row.id)}
      className="-mx-1 block max-w-full min-h-6 truncate rounded-md px-1 text-left text-brand-ink hover:bg-hover"
    >
      <code className="text-xs">{row.task_id}</code>
    </button>
  )
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
