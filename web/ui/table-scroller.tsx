import clsx from 'clsx'
import type { ReactNode } from 'react'
import { markCutEdges } from './fading-row.ts'

type TableScrollerProps = {
  label: string
  /** What stays in sight at its right while the rest is scrolled. */
  hasMenu: boolean
  children: ReactNode
}

/** Around a table that may be wider than the page: where it goes on it fades, so that nobody takes half a word for the whole. */
export function TableScroller({ label, hasMenu, children }: TableScrollerProps) {
  return (
    <>
      <section
        ref={(scroller) => (scroller ? markCutEdges(scroller) : undefined)}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="peer @container relative max-h-[max(22rem,calc(100dvh-13.5rem))] overflow-auto rounded-t-xl print:max-h-none print:overflow-visible"
      >
        {children}
      </section>
      <div
        aria-hidden
        className={clsx(
          'pointer-events-none absolute inset-y-0 z-1 hidden w-8 bg-linear-to-r from-transparent to-card peer-data-cut:block print:hidden',
          hasMenu ? 'right-11' : 'right-0',
        )}
      />
    </>
  )
}
