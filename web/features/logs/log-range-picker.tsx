import { useText } from '../../lib/i18n.ts'
import { TimeRangeFilter } from '../../ui/time-range-filter.tsx'
import { type LogRange, quickRangeSearch, quickRanges } from './log-range.ts'
import type { LogsTable } from './use-logs.ts'

type LogRangePickerProps = { table: LogsTable; range: LogRange }

/** The time range: a quick one, or any moments. An end that nobody chose is open: it moves on with the clock. */
export function LogRangePicker({ table, range }: LogRangePickerProps) {
  const t = useText('logs')
  const { start_timestamp: chosenStart, end_timestamp: chosenEnd } = table.search
  const isDefault = chosenStart === undefined && chosenEnd === undefined
  const shown = { start: range.start, end: chosenEnd ?? 0 }
  return (
    <TimeRangeFilter
      key={`${shown.start} ${shown.end}`}
      range={shown}
      {...(isDefault ? { name: t('rangeToday') } : {})}
      quick={quickRanges.map(({ key, seconds }) => ({
        label: t(key),
        pick: () => table.filter(quickRangeSearch(seconds, Math.floor(Date.now() / 1000))),
      }))}
      onRange={({ start, end }) => table.filter({ start_timestamp: start, end_timestamp: end === 0 ? undefined : end })}
    />
  )
}
