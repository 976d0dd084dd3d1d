import type { ReactNode } from 'react'

type PageHeaderProps = {
  title: ReactNode
  description?: ReactNode
  /** It changes by what is done on the page: a screen reader is told. */
  isLive?: boolean
  actions?: ReactNode
}

/** The one `h1` of a page, with what it counts and its main action. */
export function PageHeader({ title, description, isLive, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-xl leading-7 font-semibold tracking-tight">{title}</h1>
        {description !== undefined && (
          <p role={isLive ? 'status' : undefined} className="text-[13px] text-muted">
            {description}
          </p>
        )}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  )
}
