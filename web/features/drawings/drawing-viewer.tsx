import clsx from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useText } from '../../lib/i18n.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorLine } from '../../ui/error-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
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
    <Dialog open size="lg" onClose={onClose} title={t('viewer')} description={row.mj_id}>
      <div className="flex items-center gap-1">
        {media.length > 1 && (
          <IconButton label={t('previous')} icon={<ChevronLeft />} disabled={at === 0} onClick={() => go(-1)} />
        )}
        <div className="grid min-w-0 flex-1 place-items-center">
          <Medium key={shown.url} kind={shown.kind} url={shown.url} label={row.prompt || t('viewer')} />
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
      {/* All of it, where it can be scrolled to. */}
      <p className="pt-3 text-[13px] break-words whitespace-pre-wrap">{row.prompt}</p>
    </Dialog>
  )
}

type MediumProps = { kind: DrawingRow['media'][number]['kind']; url: string; label: string }

/** A picture or a film, in its place a stand-in until it comes, and why there is none where it does not. */
function Medium({ kind, url, label }: MediumProps) {
  const t = useText('drawings')
  const [state, setState] = useState<'loading' | 'here' | 'failed'>('loading')
  if (state === 'failed') {
    return <ErrorLine className="py-20" onRetry={() => setState('loading')} />
  }
  const shared = { src: url, onError: () => setState('failed') }
  const look = clsx('max-h-[68dvh] max-w-full rounded-lg', state === 'loading' && 'hidden')
  return (
    <div aria-busy={state === 'loading'} className="grid w-full place-items-center">
      {state === 'loading' && <Skeleton className="h-[40dvh] w-full" />}
      {kind === 'image' ? (
        <a href={url} target="_blank" rel="noreferrer" title={t('openLarge')}>
          <img {...shared} alt={label} className={look} onLoad={() => setState('here')} />
        </a>
      ) : (
        <video {...shared} controls className={look} onLoadedMetadata={() => setState('here')} />
      )}
    </div>
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
