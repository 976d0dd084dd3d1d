import clsx from 'clsx'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { type Formats, useFormat } from '../lib/format.ts'
import { type Text, useText } from '../lib/i18n.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import type { TimeRange } from '../lib/list-range.ts'
import { serverSeconds } from '../lib/server-time.ts'
import { Button } from './button.tsx'
import { Overlay } from './overlay.tsx'
import type { QuickRange } from './time-range-popover.tsx'

const TimeRangePopover = lazyPart(() => import('./time-range-popover.tsx'), 'TimeRangePopover')
const preload = () => void TimeRangePopover.preload()

type TimeRangeFilterProps = {
  range: TimeRange
  onRange(range: TimeRange): void
  /** What the range is called; without it its moments. */
  name?: string
  /** Ranges that are chosen at once. */
  quick?: readonly QuickRange[]
}

/** Any two moments that a list is narrowed to; either end, or both, can be left open. */
export function TimeRangeFilter({ range, onRange, name, quick = [] }: TimeRangeFilterProps) {
  const t = useText('lists')
  const format = useFormat()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  // Both ends are to be seen: to the second they are told to whoever points at them.
  const title =
    name === undefined && (range.start !== 0 || range.end !== 0) ? { title: wholeName(range, t, format) } : {}
  return (
    <>
      <Button
        {...title}
        // Of a name nothing is cut; of moments on a phone the first is told.
        className={clsx(
          'max-w-full justify-start max-sm:flex-1 sm:max-w-80',
          name === undefined ? 'max-sm:min-w-24' : 'max-sm:min-w-fit',
        )}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={({ currentTarget }) => setAnchor(anchor === null ? currentTarget : null)}
      >
        <CalendarClock aria-hidden />
        <span className="truncate">{name ?? nameOf(range, t, format)}</span>
      </Button>
      <Overlay onClose={close}>
        {anchor && <TimeRangePopover anchor={anchor} range={range} quick={quick} onRange={onRange} onClose={close} />}
      </Overlay>
    </>
  )
}

const nameOf = ({ start, end }: TimeRange, t: Text<'lists'>, format: Formats): string => {
  const now = serverSeconds()
  if (start === 0 && end === 0) return t('timeAny')
  if (end === 0) return t('timeSince', { time: format.shortTime(start, now) })
  if (start === 0) return t('timeUntil', { time: format.shortTime(end, now) })
  return format.shortRange(start, end, now)
}

const wholeName = ({ start, end }: TimeRange, t: Text<'lists'>, format: Formats): string => {
  if (end === 0) return t('timeSince', { time: format.dateTime(start) })
  if (start === 0) return t('timeUntil', { time: format.dateTime(end) })
  return `${format.dateTime(start)} – ${format.dateTime(end)}`
}
