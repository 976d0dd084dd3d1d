/**
 * Marks what scrolls sideways with `data-cut` while it goes on at its right, for whoever only sees its left. A `ref`:
 * rows are not drawn anew for it.
 */
export const markCutEdge = (scroller: HTMLElement | null): (() => void) | undefined => {
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
