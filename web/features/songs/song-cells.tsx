import { useText } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { useViewRow } from '../../ui/list/view-row.ts'
import { progressTone } from '../../ui/list/work-cells.tsx'
import { LongText } from '../../ui/long-text.tsx'
import { ProgressCircle } from '../../ui/progress.tsx'
import { actionLook, statusLook } from './song-looks.ts'
import type { SongRow } from './song-row.ts'

export function Progress({ row: { progress, status } }: { row: SongRow }) {
  const t = useText('songs')
  return <ProgressCircle text={progress} tone={progressTone(status)} label={t('columnProgress')} />
}

export function Action({ action }: { action: string }) {
  const t = useText('songs')
  const look = actionLook(action)
  return <Badge tone={look?.tone ?? 'muted'}>{look ? t(look.key) : action}</Badge>
}

/** The whole record opens over the list. */
export function TaskId({ row }: { row: SongRow }) {
  const t = useText('songs')
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

export function Status({ status }: { status: string }) {
  const t = useText('songs')
  const { key, tone } = statusLook(status)
  return (
    <Badge tone={tone} dot>
      {t(key)}
    </Badge>
  )
}

export function Reason({ text }: { text: string }) {
  const t = useText('songs')
  return <LongText text={text} label={t('columnReason')} />
}
