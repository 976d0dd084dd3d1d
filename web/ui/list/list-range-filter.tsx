import { useText } from '../../lib/i18n.ts'
import type { Filters } from '../../lib/list-filters.ts'
import { quickRanges, type TimeRange, type UsualRange } from '../../lib/list-range.ts'
import type { ListState } from '../../lib/list-state.ts'
import { TimeRangeFilter } from '../time-range-filter.tsx'

type ListRangeFilterProps<F extends Filters> = { state: ListState<F>; usual: UsualRange; range: TimeRange }

/** The time that a list is narrowed to: a quick one, or any moments. An end that nobody chose is open: it moves on. */
export function ListRangeFilter<F extends Filters>({ state, usual, range }: ListRangeFilterProps<F>) {
  const t = useText('lists')
  const { name, start, end } = state.range
  const isUsual = name === undefined && start === undefined && end === undefined
  const shownName = name ?? (isUsual && usual !== 'any' ? usual : undefined)
  // A start that is as usual is not named: it moves on as well.
  const isNamed = (next: number) => (usual === 'any' ? next !== 0 : !isUsual || next !== range.start)
  const shown = { start: range.start, end: name === 'yesterday' ? range.end : (end ?? 0) }
  return (
    <TimeRangeFilter
      // The form in it begins anew with each range.
      key={`${shown.start} ${shown.end}`}
      range={shown}
      {...(shownName ? { name: t(`range.${shownName}`) } : {})}
      quick={quickRanges.map((quick) => ({
        label: t(`range.${quick}`),
        isChosen: quick === shownName,
        pick: () => state.setRange(quick === usual ? {} : { name: quick }),
      }))}
      onRange={(next) =>
        state.setRange({
          ...(isNamed(next.start) && { start: next.start }),
          ...(next.end !== 0 && { end: next.end }),
        })
      }
    />
  )
}
