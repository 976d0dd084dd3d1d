import clsx from 'clsx'
import type { ReactNode } from 'react'

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
        ref={markCutEdge}
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

/** Marks what scrolls sideways while it goes on at its right; rows are not drawn anew for it. */
const markCutEdge = (scroller: HTMLElement | null): (() => void) | undefined => {
  if (!scroller) return
  const mark = () => {
    const isCut = scroller.scrollLeft + scroller.clientWidth < scroller.scrollWidth - 1
    scroller.toggleAttribute('data-cut', isCut)
  }
  // It reads sizes when they are known anyway.
  const observer = new ResizeObserver(mark)
  for (const part of [scroller, ...scroller.children]) observer.observe(part)
  scroller.addEventListener('scroll', mark, { passive: true })
  return () => {
    observer.disconnect()
    scroller.removeEventListener('scroll', mark)
  }
}
