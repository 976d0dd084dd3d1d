import clsx from 'clsx'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../lib/i18n.ts'

type StepCardProps = {
  number: number
  title: string
  state: 'done' | 'current' | 'later'
  /** What came of it, at the end of its line once it is done. */
  summary: ReactNode
  /** What else came of it, below that line. */
  outcome?: ReactNode
  /** What there is to do, while it is this one's turn. */
  children: ReactNode
}

export function StepCard({ number, title, state, summary, outcome, children }: StepCardProps) {
  const t = useText('start')
  return (
    <li
      aria-current={state === 'current' ? 'step' : undefined}
      className={clsx('min-w-0 rounded-xl border', state === 'current' ? 'bg-card shadow-sm' : 'bg-transparent')}
    >
      <div className="flex min-h-12 items-center gap-3 px-4 py-2 sm:px-5">
        <span
          aria-hidden
          className={clsx(
            'grid size-6 shrink-0 place-items-center rounded-full text-xs font-semibold',
            state === 'done' && 'bg-ok-soft text-ok',
            state === 'current' && 'bg-brand text-brand-fg',
            state === 'later' && 'bg-hover text-muted',
          )}
        >
          {state === 'done' ? <Check className="size-3.5" strokeWidth={2.4} /> : number}
        </span>
        <h2 className={clsx('min-w-0 flex-1 font-medium', state === 'later' && 'text-muted')}>
          {title}
          {state === 'done' && <span className="sr-only"> ({t('done')})</span>}
        </h2>
        {state === 'done' && <span className="min-w-0 truncate text-[13px] text-muted">{summary}</span>}
      </div>
      {state === 'done' && outcome && (
        <p role="status" className="px-4 pb-3 text-[13px] break-words text-muted sm:px-5 sm:pl-14">
          {outcome}
        </p>
      )}
      {state === 'current' && <div className="px-4 pb-5 sm:px-5 sm:pl-14">{children}</div>}
    </li>
  )
}
