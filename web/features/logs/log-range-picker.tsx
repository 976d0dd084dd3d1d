import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { TimeRangeFilter } from '../../ui/time-range-filter.tsx'
import { type LogRange, quickRangeSearch, quickRanges } from './log-range.ts'
import type { LogsTable } from './use-logs.ts'

type LogRangePickerProps = { table: LogsTable; range: LogRange }

/** The time range: a quick one, or any two moments. An open end is not named: it moves on with the clock. */
export function LogRangePicker({ table, range }: LogRangePickerProps) {
  const t = useText('logs')
  const format = useFormat()
  const { start_timestamp: chosenStart, end_timestamp: chosenEnd } = table.search
  const isDefault = chosenStart === undefined && chosenEnd === undefined
  const openName = isDefault ? t('rangeToday') : t('rangeSince', { time: format.dateTime(range.start) })
  return (
    <TimeRangeFilter
      range={range}
      {...(chosenEnd === undefined ? { name: openName } : {})}
      quick={quickRanges.map(({ key, seconds }) => ({
        label: t(key),
        pick: () => table.filter(quickRangeSearch(seconds, Math.floor(Date.now() / 1000))),
      }))}
      onRange={({ start, end }) =>
        table.filter({ start_timestamp: start, ...(end === range.end ? {} : { end_timestamp: end }) })
      }
    />
  )
}
