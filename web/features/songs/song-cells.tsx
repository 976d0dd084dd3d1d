import { useText } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { progressTone, RecordId } from '../../ui/list/work-cells.tsx'
import { LongText } from '../../ui/long-text.tsx'
import { ProgressCircle } from '../../ui/progress.tsx'
import { actionLook, actionName, statusLook } from './song-looks.ts'
import type { SongRow } from './song-row.ts'

export function Progress({ row: { progress, status } }: { row: SongRow }) {
  const t = useText('songs')
  return <ProgressCircle text={progress} tone={progressTone(status)} label={t('columnProgress')} />
}

export function Action({ action }: { action: string }) {
  const t = useText('songs')
  return <Badge tone={actionLook(action)?.tone ?? 'muted'}>{actionName(action, t)}</Badge>
}

/** The whole record opens over the list. */
export function TaskId({ row }: { row: SongRow }) {
  return <RecordId row={row} title={useText('songs')('record')} />
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
