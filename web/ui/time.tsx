import clsx from 'clsx'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useNowSeconds } from '../lib/clock.ts'
import { useFormat } from '../lib/format.ts'
import { isTouched } from '../lib/media.ts'
import { useHasRoom } from './room.tsx'

type TimeProps = {
  seconds: number
  /** `relative` has the absolute time at hand; `absolute` shows it always. */
  look?: 'relative' | 'absolute'
  className?: string
}

/** A point in time: `<Time seconds={row.created_time} />` */
export function Time({ seconds, look = 'relative', className }: TimeProps) {
  const format = useFormat()
  const clock = useNowSeconds()
  // The clock ticks once a minute, so what happened just now may be ahead of it.
  const now = seconds > clock && seconds < clock + 60 ? seconds : clock
  if (seconds <= 0) return <span className="text-muted">–</span>
  const moment = { dateTime: new Date(seconds * 1000).toISOString(), className: clsx('whitespace-nowrap', className) }
  if (look === 'absolute') {
    return (
      <time {...moment} title={format.relative(seconds, now)}>
        {format.dateTime(seconds)}
      </time>
    )
  }
  return (
    <WithMoment seconds={seconds}>
      <time {...moment}>{format.relative(seconds, now)}</time>
    </WithMoment>
  )
}

/**
 * Around a text that tells a moment relative to now: the moment itself is read with it, and seen under the pointer, by
 * a tap, and in the row that the keyboard is in, whose cells need no tab stops of their own.
 */
export function WithMoment({ seconds, children }: { seconds: number; children: ReactNode }) {
  const absolute = useFormat().dateTime(seconds)
  const hasRoom = useHasRoom()
  const { ref, isTapped, toggle } = useTap()
  if (hasRoom) {
    return (
      <span className="inline-flex flex-wrap items-baseline gap-x-2">
        {children} <span className="text-muted">{absolute}</span>
      </span>
    )
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys show it by the focus of the row
    // biome-ignore lint/a11y/noStaticElementInteractions: a tap only shows what readers are told anyway
    <span ref={ref} title={absolute} className="relative inline-block max-w-full" onClick={toggle}>
      {children}
      <span className="sr-only select-none"> {absolute}</span>
      {/* On two lines it is about as wide as what it lies over: neighbours stay in sight. */}
      <span
        aria-hidden
        data-shown={isTapped}
        className="pointer-events-none invisible absolute top-1/2 left-0 z-1 w-min min-w-full -translate-y-1/2 rounded-md border bg-pop px-1.5 text-center text-xs whitespace-normal text-fg shadow-xs group-has-focus-visible/row:visible data-[shown=true]:visible max-sm:right-0 max-sm:left-auto print:hidden"
      >
        {absolute}
      </span>
    </span>
  )
}

/** Shown by one tap, and gone with the next, wherever it is. A tap on what opens something opens it. */
const useTap = () => {
  const ref = useRef<HTMLSpanElement>(null)
  const [isTapped, setTapped] = useState(false)
  useEffect(() => {
    if (!isTapped) return
    const leave = ({ target }: Event) => {
      if (!(target instanceof Node && ref.current?.contains(target))) setTapped(false)
    }
    document.addEventListener('pointerdown', leave)
    return () => document.removeEventListener('pointerdown', leave)
  }, [isTapped])
  const toggle = (event: MouseEvent) => {
    if (!isTouched() || event.currentTarget.closest('a, button')) return
    // The row would be opened over what was asked for.
    event.stopPropagation()
    setTapped(!isTapped)
  }
  return { ref, isTapped, toggle }
}
