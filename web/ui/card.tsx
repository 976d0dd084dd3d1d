import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

/** A plain surface; give it padding. */
export function Card({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={clsx('rounded-xl border bg-card', className)} />
}

type CardSectionProps = {
  title: ReactNode
  description?: ReactNode
  aside?: ReactNode
  className?: string
  children: ReactNode
}

/** A surface with a heading: the unit of settings and personal pages. */
export function CardSection({ title, description, aside, className, children }: CardSectionProps) {
  return (
    <section className={clsx('min-w-0 rounded-xl border bg-card', className)}>
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 pt-4 pb-1">
        <div className="min-w-0">
          <h2 className="text-[15px] font-semibold">{title}</h2>
          {description && <p className="text-[13px] text-muted">{description}</p>}
        </div>
        {aside}
      </header>
      <div className="px-5 pt-3 pb-5">{children}</div>
    </section>
  )
}
