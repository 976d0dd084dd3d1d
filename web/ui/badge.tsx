import clsx from 'clsx'
import type { ReactNode } from 'react'

const tones = {
  neutral: 'border bg-card text-fg',
  muted: 'bg-hover text-muted',
  brand: 'bg-brand-soft text-brand-ink',
  ok: 'bg-ok-soft text-ok',
  lime: 'bg-lime-soft text-lime',
  warn: 'bg-warn-soft text-warn',
  orange: 'bg-orange-soft text-orange',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
}
export type Tone = keyof typeof tones

type BadgeProps = { tone?: Tone; dot?: boolean; title?: string; className?: string; children: ReactNode }

/** A short word with a meaning: `<Badge tone="ok" dot>{t('enabled')}</Badge>` */
export function Badge({ tone = 'neutral', dot = false, title, className, children }: BadgeProps) {
  return (
    <span
      title={title}
      className={clsx(
        'inline-flex h-5.5 max-w-full items-center gap-1.5 rounded-full px-2 text-xs font-medium whitespace-nowrap',
        tones[tone],
        className,
      )}
    >
      {dot && <span className="size-1.5 shrink-0 rounded-full bg-current" aria-hidden />}
      <span className="truncate">{children}</span>
    </span>
  )
}

/** Untested grey, up to 1 s green, up to 3 s lime, up to 5 s yellow, slower red. */
export const latencyTone = (milliseconds: number): Tone => {
  if (milliseconds === 0) return 'muted'
  if (milliseconds <= 1000) return 'ok'
  if (milliseconds <= 3000) return 'lime'
  return milliseconds <= 5000 ? 'warn' : 'bad'
}
