import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { DrawingRow } from './drawing-row.ts'

type DrawingViewerProps = { rows: readonly DrawingRow[]; first: number; onClose(): void }

/** What was drawn, one after the other: with arrows, on screen or on the keyboard, through all that the page lists. */
export function DrawingViewer({ rows, first, onClose }: DrawingViewerProps) {
  const t = useText('drawings')
  const [looked, setLooked] = useState<string>()
  const media = rows.flatMap((row) => row.media.map((medium, place) => ({ ...medium, row, place })))
  // By what it is and not by its place: others come and go before it.
  const begin = media.findIndex(({ row }) => row.id === first)
  const found = media.findIndex((medium) => nameOf(medium) === looked)
  const at = Math.min(Math.max(0, found < 0 ? begin : found), media.length - 1)
  const shown = media[at]
  const go = (steps: number) => {
    const next = media[Math.min(media.length - 1, Math.max(0, at + steps))]
    if (next) setLooked(nameOf(next))
  }
  useArrows(go)
  if (shown === undefined) return null
  const { row } = shown
  return (
    <Dialog open size="lg" onClose={onClose} title={t('viewer')} description={row.prompt || row.mj_id}>
      <div className="flex items-center gap-1">
        {media.length > 1 && (
          <IconButton label={t('previous')} icon={<ChevronLeft />} disabled={at === 0} onClick={() => go(-1)} />
        )}
        <div className="grid min-w-0 flex-1 place-items-center">
          {shown.kind === 'video' ? (
            // biome-ignore lint/a11y/useMediaCaption: what was drawn has no words
            <video key={shown.url} src={shown.url} controls className="max-h-[68dvh] max-w-full rounded-lg" />
          ) : (
            <a href={shown.url} target="_blank" rel="noreferrer" title={t('openLarge')}>
              <img
                key={shown.url}
                src={shown.url}
                alt={row.prompt || t('viewer')}
                className="max-h-[68dvh] max-w-full rounded-lg"
              />
            </a>
          )}
        </div>
        {media.length > 1 && (
          <IconButton
            label={t('next')}
            icon={<ChevronRight />}
            disabled={at === media.length - 1}
            onClick={() => go(1)}
          />
        )}
      </div>
      {media.length > 1 && (
        <p className="pt-2 text-center text-xs text-muted tabular-nums">{`${at + 1} / ${media.length}`}</p>
      )}
    </Dialog>
  )
}

const nameOf = ({ row, kind, place }: { row: DrawingRow; kind: string; place: number }): string =>
  `${row.id} ${kind} ${place}`

/** The arrows of the keyboard, wherever the focus is. */
const useArrows = (go: (steps: number) => void): void => {
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      if (key === 'ArrowLeft') go(-1)
      if (key === 'ArrowRight') go(1)
    }
    // Windows of the kit keep arrows to themselves on the way up.
    window.addEventListener('keydown', press, true)
    return () => window.removeEventListener('keydown', press, true)
  })
}
