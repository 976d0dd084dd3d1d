import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Room } from './room.tsx'
import { Skeleton } from './skeleton.tsx'

export type Fact = { id: string; label: ReactNode; value: ReactNode; wide?: boolean }

/** What is known of something, name by name, in as many columns as there is room for. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <div className="@container">
      <dl className={columns}>
        {facts.map(({ id, label, value, wide }) => (
          <div key={id} className={clsx('min-w-0 has-data-wide:@[17rem]:col-span-2', wide && '@[17rem]:col-span-2')}>
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="break-words">
              <Room>{value}</Room>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const columns = 'grid gap-x-4 gap-y-3 text-[13px] @[17rem]:grid-cols-2 @sm:gap-x-8 @3xl:grid-cols-4'

/** Where they will be. */
export function LoadingFacts() {
  return (
    <div aria-hidden className="@container">
      <div className={columns}>
        {factsDrawn.map((fact) => (
          <div key={fact} className="grid h-9 content-evenly">
            <Skeleton className="h-3 w-20" />
            <Skeleton className="h-3.5 w-32 max-w-full" />
          </div>
        ))}
      </div>
    </div>
  )
}

const factsDrawn = [1, 2, 3, 4, 5, 6, 7, 8]
