import type { ReactNode } from 'react'

export type CardFact = { label: string; value: ReactNode }

/**
 * Figures of a card on a phone, side by side below their names: as many in a row as have room for what they say, in
 * whatever language, and below each other before one lies over the next.
 */
export function CardFacts({ facts }: { facts: readonly CardFact[] }) {
  return (
    <dl className="flex flex-wrap items-start gap-x-3 gap-y-2">
      {facts.map(({ label, value }) => (
        <div key={label} className="min-w-fit flex-1">
          <dt className="pb-0.5 text-xs text-muted">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
