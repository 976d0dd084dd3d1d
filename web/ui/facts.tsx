import type { ReactNode } from 'react'

export type Fact = { id: string; label: ReactNode; value: ReactNode; wide?: boolean }

/** What is known of something, name by name. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid gap-x-8 gap-y-3 text-[13px] sm:grid-cols-2">
      {facts.map(({ id, label, value, wide }) => (
        <div key={id} className={wide ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
          <dt className="text-xs text-muted">{label}</dt>
          <dd className="break-words">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
