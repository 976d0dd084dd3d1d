import clsx from 'clsx'
import { useNowSeconds } from '../lib/clock.ts'
import { useFormat } from '../lib/format.ts'

type TimeProps = {
  seconds: number
  /** `relative` shows the absolute time on hover and focus; `absolute` always. */
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
  const absolute = format.dateTime(seconds)
  return (
    <time
      dateTime={new Date(seconds * 1000).toISOString()}
      title={look === 'relative' ? absolute : format.relative(seconds, now)}
      className={clsx('whitespace-nowrap', className)}
    >
      {look === 'relative' ? format.relative(seconds, now) : absolute}
    </time>
  )
}
