import { type RefObject, useEffect, useRef } from 'react'

/** A row that scrolls sideways fades on the sides where it goes on. */
export const fadingClass =
  '[mask-image:linear-gradient(to_right,transparent,black_var(--fade-start,0px),black_calc(100%-var(--fade-end,0px)),transparent)] ' +
  'data-cut:[--fade-end:2rem] data-cut-before:[--fade-start:2rem] [scrollbar-width:none]'

/** The row, which is marked where it goes on, and in which what is chosen is brought into sight. */
export const useFadingRow = <Row extends HTMLElement>(chosen?: string): RefObject<Row | null> => {
  const row = useRef<Row>(null)
  useEffect(() => (row.current ? markCutEdges(row.current) : undefined), [])
  useEffect(() => {
    const frame = row.current
    if (!frame || chosen === undefined) return
    // Parts grow when what they count has come.
    const observer = new ResizeObserver(() => showChosen(frame))
    for (const part of frame.children) observer.observe(part)
    return () => observer.disconnect()
  }, [chosen])
  return row
}

/** Of itself alone: the page stays where it is. */
const showChosen = (row: HTMLElement): void => {
  const part = row.querySelector('[aria-selected=true], [aria-pressed=true], :checked')
  if (!part) return
  const [frame, box] = [row.getBoundingClientRect(), part.getBoundingClientRect()]
  const isSeen = box.left >= frame.left && box.right <= frame.right
  if (!isSeen) row.scrollLeft += box.left - frame.left - (frame.width - box.width) / 2
}

/** Marks what scrolls sideways while it goes on at its left or its right; nothing is drawn anew for it. */
export const markCutEdges = (scroller: HTMLElement): (() => void) => {
  const mark = () => {
    const { scrollLeft, clientWidth, scrollWidth } = scroller
    scroller.toggleAttribute('data-cut-before', scrollLeft > 1)
    scroller.toggleAttribute('data-cut', scrollLeft + clientWidth < scrollWidth - 1)
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
