import { Image } from 'lucide-react'
import { useText, type WordKey } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Copy } from '../../ui/copy.tsx'
import { useViewRow } from '../../ui/list/view-row.ts'
import { progressTone } from '../../ui/list/work-cells.tsx'
import { LongText } from '../../ui/long-text.tsx'
import { ProgressBar } from '../../ui/progress.tsx'
import { actionLook, actionName, codeLook, statusLook } from './drawing-looks.ts'
import type { DrawingRow } from './drawing-row.ts'

export function Action({ action }: { action: string }) {
  const t = useText('drawings')
  return <Badge tone={actionLook(action)?.tone ?? 'muted'}>{actionName(action, t)}</Badge>
}

export function TaskId({ id }: { id: string }) {
  return (
    <Copy text={id}>
      <code className="text-xs">{id}</code>
    </Copy>
  )
}

/** What came of handing it in. */
export function Code({ code }: { code: number }) {
  const t = useText('drawings')
  const { key, tone } = codeLook(code)
  return <Badge tone={tone}>{t(key)}</Badge>
}

export function Status({ status }: { status: string }) {
  const t = useText('drawings')
  const look = statusLook(status)
  return (
    <Badge tone={look?.tone ?? 'muted'} dot>
      {look ? t(look.key) : t('statusUnknown')}
    </Badge>
  )
}

export function Progress({ row: { progress, status } }: { row: DrawingRow }) {
  const t = useText('drawings')
  return <ProgressBar text={progress} tone={progressTone(status)} label={t('columnProgress')} />
}

/** What was drawn opens over the list. */
export function Result({ row }: { row: DrawingRow }) {
  const t = useText('drawings')
  const view = useViewRow()
  if (row.media.length === 0) return <span className="text-muted">–</span>
  return (
    <Button size="sm" onClick={() => view(row.id)}>
      <Image aria-hidden />
      {t('show')}
    </Button>
  )
}

export function Long({ text, label }: { text: string; label: WordKey<'drawings'> & `column${string}` }) {
  const t = useText('drawings')
  return <LongText text={text} label={t(label)} />
}
