import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import type { Filters } from '../../lib/list-filters.ts'
import { type QuickRange, quickRanges, startOf, type TimeRange } from '../../lib/list-range.ts'
import type { ListState } from '../../lib/list-state.ts'
import { TimeRangeFilter } from '../time-range-filter.tsx'

type ListRangeFilterProps<F extends Filters> = { state: ListState<F>; usual: QuickRange; range: TimeRange }

/** The time that a list is narrowed to: a quick one, or any two moments. An open end is not named: it moves on. */
export function ListRangeFilter<F extends Filters>({ state, usual, range }: ListRangeFilterProps<F>) {
  const t = useText('lists')
  const format = useFormat()
  const { start, end } = state.range
  const openName = start === undefined ? t(`range.${usual}`) : t('rangeSince', { time: format.dateTime(range.start) })
  return (
    <TimeRangeFilter
      // The form in it begins anew with each range.
      key={`${range.start} ${range.end}`}
      range={range}
      {...(end === undefined ? { name: openName } : {})}
      quick={quickRanges.map((quick) => ({
        label: t(`range.${quick}`),
        pick: () => state.setRange(quick === usual ? {} : { start: startOf(quick, Math.floor(Date.now() / 1000)) }),
      }))}
      onRange={(next) => state.setRange(end === undefined && next.end === range.end ? { start: next.start } : next)}
    />
  )
}
