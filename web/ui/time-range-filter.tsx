import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { type Formats, useFormat } from '../lib/format.ts'
import { type Text, useText } from '../lib/i18n.ts'
import type { TimeRange } from '../lib/list-range.ts'
import { Button } from './button.tsx'
import { DateTimeInput } from './date-time-input.tsx'
import { Field } from './field.tsx'
import { Popover } from './popover.tsx'

type QuickRange = { label: string; pick(): void }

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
  const [isOpen, setOpen] = useState(false)
  const closing = (choose: () => void) => () => {
    choose()
    setOpen(false)
  }
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      align="start"
      label={t('timeRange')}
      trigger={
        <Button className="max-w-full justify-start sm:max-w-56">
          <CalendarClock aria-hidden />
          <span className="truncate">{name ?? nameOf(range, t, format)}</span>
        </Button>
      }
    >
      <RangeForm
        range={range}
        quick={quick.map(({ label, pick }) => ({ label, pick: closing(pick) }))}
        onRange={(chosen) => closing(() => onRange(chosen))()}
      />
    </Popover>
  )
}

const nameOf = ({ start, end }: TimeRange, t: Text<'lists'>, format: Formats): string => {
  if (start === 0 && end === 0) return t('timeAny')
  if (end === 0) return t('timeSince', { time: format.dateTime(start) })
  if (start === 0) return t('timeUntil', { time: format.dateTime(end) })
  return `${format.dateTime(start)} – ${format.dateTime(end)}`
}

type RangeFormProps = Required<Pick<TimeRangeFilterProps, 'range' | 'onRange' | 'quick'>>

function RangeForm({ range, quick, onRange }: RangeFormProps) {
  const t = useText('lists')
  const [start, setStart] = useState(range.start || null)
  const [end, setEnd] = useState(range.end || null)
  const isWrong = start !== null && end !== null && start > end
  return (
    <form
      className="grid w-[min(18rem,80vw)] gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWrong) onRange({ start: start ?? 0, end: end ?? 0 })
      }}
    >
      {quick.length > 0 && (
        <div className="flex flex-wrap gap-1.5">
          {quick.map(({ label, pick }) => (
            <Button key={label} size="sm" onClick={pick}>
              {label}
            </Button>
          ))}
        </div>
      )}
      <Field label={t('timeFrom')}>
        {(control) => <DateTimeInput {...control} value={start} onChange={setStart} />}
      </Field>
      <Field label={t('timeTo')} hint={t('timeOpen')} error={isWrong ? t('timeWrong') : undefined}>
        {(control) => <DateTimeInput {...control} value={end} onChange={setEnd} />}
      </Field>
      <Button type="submit" variant="primary" disabled={isWrong}>
        {t('timeApply')}
      </Button>
    </form>
  )
}
