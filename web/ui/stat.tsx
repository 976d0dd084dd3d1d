import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Skeleton } from './skeleton.tsx'

type StatProps = {
  label: ReactNode
  /** Undefined while loading. */
  value: ReactNode | undefined
  hint?: ReactNode
  aside?: ReactNode
  className?: string
}

/** One figure with its name: the tiles of the dashboard and the personal page. */
export function Stat({ label, value, hint, aside, className }: StatProps) {
  return (
    <div className={clsx('min-w-0 rounded-xl border bg-card p-4', className)}>
      <div className="flex items-center justify-between gap-2 text-[13px] text-muted">
        {label}
        {aside}
      </div>
      <div className="mt-1 min-h-9 text-[26px] leading-9 font-semibold tracking-tight tabular-nums max-sm:text-xl max-sm:leading-9 max-sm:wrap-anywhere sm:truncate">
        {value === undefined ? <Skeleton className="mt-1 h-7 w-28" /> : value}
      </div>
      {hint !== undefined && <div className="text-xs text-muted">{hint}</div>}
    </div>
  )
}
