import { Inbox, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'

type EmptyProps = {
  /** `first`: nothing has been made yet. `match`: the filters hide everything. */
  kind: 'first' | 'match'
  title: ReactNode
  hint?: ReactNode
  action?: ReactNode
}

export function Empty({ kind, title, hint, action }: EmptyProps) {
  const Icon = kind === 'first' ? Inbox : SearchX
  return (
    <div className="grid justify-items-center gap-1 px-6 py-14 text-center">
      <span className="mb-2 grid size-11 place-items-center rounded-full bg-hover text-muted">
        <Icon className="size-5" strokeWidth={1.6} aria-hidden />
      </span>
      <p className="font-medium">{title}</p>
      {hint && <p className="max-w-[46ch] text-[13px] text-muted">{hint}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
