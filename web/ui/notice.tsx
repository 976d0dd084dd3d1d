import clsx from 'clsx'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const looks = {
  info: { Icon: Info, className: 'bg-info-soft text-info' },
  ok: { Icon: CircleCheck, className: 'bg-ok-soft text-ok' },
  warn: { Icon: TriangleAlert, className: 'bg-warn-soft text-warn' },
  bad: { Icon: CircleAlert, className: 'bg-bad-soft text-bad' },
}

type NoticeProps = {
  tone?: keyof typeof looks
  /** For one that stands in what is read out already. */
  role?: 'note'
  title?: ReactNode
  action?: ReactNode
  className?: string
  children?: ReactNode
}

/** A sentence in the page that stays: warnings, banners, hints with a link. */
export function Notice({ tone = 'info', role, title, action, className, children }: NoticeProps) {
  const { Icon, className: colours } = looks[tone]
  return (
    <div
      role={role ?? (tone === 'bad' ? 'alert' : 'note')}
      className={clsx('flex items-start gap-2.5 rounded-lg px-3.5 py-2.5 text-[13px]', colours, className)}
    >
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden />
      <div className="min-w-0 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
      {action}
    </div>
  )
}
