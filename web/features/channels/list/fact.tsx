import type { ReactNode } from 'react'

type FactProps = { label: string; wide?: boolean; children: ReactNode }

/** One line of a list of facts. */
export function Fact({ label, wide = false, children }: FactProps) {
  return (
    <div className={wide ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  )
}
