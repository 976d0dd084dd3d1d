import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { type Formats, useFormat } from '../../lib/format.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { DateTimeInput } from '../../ui/date-time-input.tsx'
import { Field } from '../../ui/field.tsx'
import { Popover } from '../../ui/popover.tsx'
import { type LogRange, quickRangeSearch, quickRanges } from './log-range.ts'
import type { LogsTable } from './use-logs.ts'

type LogRangePickerProps = { table: LogsTable; range: LogRange }

/** The time range: a quick one, or any two moments. */
export function LogRangePicker({ table, range }: LogRangePickerProps) {
  const t = useText('logs')
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const { search } = table
  const isDefault = search.start_timestamp === undefined && search.end_timestamp === undefined
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      align="start"
      label={t('range')}
      trigger={
        <Button className="max-w-full justify-start">
          <CalendarClock aria-hidden />
          <span className="truncate">
            {isDefault ? t('rangeToday') : rangeText(range, search.end_timestamp, t, format)}
          </span>
        </Button>
      }
    >
      <RangeForm table={table} range={range} onDone={() => setOpen(false)} />
    </Popover>
  )
}

function RangeForm({ table, range, onDone }: LogRangePickerProps & { onDone(): void }) {
  const t = useText('logs')
  const [start, setStart] = useState<number | null>(range.start)
  const [end, setEnd] = useState<number | null>(range.end)
  const isWrong = start === null || end === null || start > end
  const apply = (change: Parameters<LogsTable['filter']>[0]) => {
    table.filter(change)
    onDone()
  }
  return (
    <form
      className="grid w-[min(18rem,80vw)] gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (isWrong) return
        apply({ start_timestamp: start, ...(end === range.end ? {} : { end_timestamp: end }) })
      }}
    >
      <div className="flex flex-wrap gap-1.5">
        {quickRanges.map(({ key, seconds }) => (
          <Button key={key} size="sm" onClick={() => apply(quickRangeSearch(seconds, Math.floor(Date.now() / 1000)))}>
            {t(key)}
          </Button>
        ))}
      </div>
      <Field label={t('rangeFrom')}>
        {(control) => <DateTimeInput {...control} value={start} onChange={setStart} />}
      </Field>
      <Field label={t('rangeTo')} error={isWrong ? t('rangeWrong') : undefined}>
        {(control) => <DateTimeInput {...control} value={end} onChange={setEnd} />}
      </Field>
      <Button type="submit" variant="primary" disabled={isWrong}>
        {t('rangeApply')}
      </Button>
    </form>
  )
}

/** An open end is not named: it moves on with the clock. */
const rangeText = (range: LogRange, end: number | undefined, t: Text<'logs'>, format: Formats): string =>
  end === undefined
    ? t('rangeSince', { time: format.dateTime(range.start) })
    : `${format.dateTime(range.start)} – ${format.dateTime(end)}`
