import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../lib/format.ts'
import { useText } from '../lib/i18n.ts'
import { Button } from './button.tsx'
import { DateTimeInput } from './date-time-input.tsx'
import { Field } from './field.tsx'
import { Popover } from './popover.tsx'

/** Seconds. */
type TimeRange = { start: number; end: number }

type TimeRangeFilterProps = { range: TimeRange; onRange(range: TimeRange): void }

/** Any two moments that a list is narrowed to. */
export function TimeRangeFilter({ range, onRange }: TimeRangeFilterProps) {
  const t = useText()
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      align="start"
      label={t('timeRange')}
      trigger={
        <Button className="max-w-full justify-start">
          <CalendarClock aria-hidden />
          <span className="truncate">
            {format.dateTime(range.start)} – {format.dateTime(range.end)}
          </span>
        </Button>
      }
    >
      <RangeForm
        range={range}
        onRange={(chosen) => {
          onRange(chosen)
          setOpen(false)
        }}
      />
    </Popover>
  )
}

function RangeForm({ range, onRange }: TimeRangeFilterProps) {
  const t = useText()
  const [start, setStart] = useState<number | null>(range.start)
  const [end, setEnd] = useState<number | null>(range.end)
  const isWrong = start === null || end === null || start > end
  return (
    <form
      className="grid w-[min(18rem,80vw)] gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWrong) onRange({ start, end })
      }}
    >
      <Field label={t('timeFrom')}>
        {(control) => <DateTimeInput {...control} value={start} onChange={setStart} />}
      </Field>
      <Field label={t('timeTo')} error={isWrong ? t('timeWrong') : undefined}>
        {(control) => <DateTimeInput {...control} value={end} onChange={setEnd} />}
      </Field>
      <Button type="submit" variant="primary" disabled={isWrong}>
        {t('timeApply')}
      </Button>
    </form>
  )
}
