import type { ReactNode } from 'react'
import { EmptyDrawing } from './empty-drawing.tsx'

type EmptyProps = {
  /** `first`: nothing has been made yet. `match`: the filters hide everything. */
  kind: 'first' | 'match'
  title: ReactNode
  hint?: ReactNode
  action?: ReactNode
}

export function Empty({ kind, title, hint, action }: EmptyProps) {
  return (
    <div className="grid justify-items-center gap-1 px-6 py-12 text-center">
      <EmptyDrawing kind={kind} />
      <p className="font-medium">{title}</p>
      {hint && <p className="max-w-[46ch] text-[13px] text-muted">{hint}</p>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
