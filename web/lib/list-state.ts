import { useMemo, useState } from 'react'
import * as z from 'zod/mini'
import { loneChange, loneFilter, noneOf } from './filter-values.ts'
import { type Filters, type FilterValues, listSearch } from './list-filters.ts'
import type { ChosenRange, QuickRange } from './list-range.ts'
import { rangeParameters } from './search-parameters.ts'
import { hiddenText, type Sort, type TableState, useTableState } from './table-state.ts'

/** What is shown of a list, as one typed value: filters, order, page, size and the row that is looked into. */
export type ListState<F extends Filters> = Omit<TableState<FilterValues<F>>, 'search'> & {
  filters: FilterValues<F>
  /** As far as somebody has chosen it. */
  range: ChosenRange
  setRange(range: ChosenRange): void
  /** The filter that is found alone, where it is set: nothing else narrows the list, and no time does. */
  lone: string | undefined
  /** A view in place of all else, of which the address then tells. */
  show(view: ShownView<F>): void
  /** Changes whenever other rows may match. */
  filterKey: string
}

type ShownView<F extends Filters> = {
  filters: FilterValues<F>
  order: Sort | undefined
  range: QuickRange | undefined
  hidden: readonly string[]
  size: number | undefined
  modes: Readonly<Record<string, string>> | undefined
}

const rangeSchema = z.object(rangeParameters)
const schemas = new WeakMap<Filters, ReturnType<typeof listSearch>>()

/** The state in the address; what must not stay there stays with the page. Only an order that is known is one. */
export const useListState = <F extends Filters>(filters: F, orders: readonly string[]): ListState<F> => {
  const schema = schemas.get(filters) ?? listSearch(filters)
  schemas.set(filters, schema)
  const whole = useTableState(schema)
  const [unkept, setUnkept] = useState<Partial<FilterValues<F>>>({})
  return useMemo(() => {
    const { search, ...table } = whole
    const values: Record<string, unknown> = { ...unkept }
    for (const [name, { kept }] of Object.entries(filters)) if (kept) values[name] = Reflect.get(search, name)
    const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
    const { range: named, start_timestamp: start, end_timestamp: end } = rangeSchema.parse(search)
    const lone = loneFilter(filters, values)
    const hasMoments = start !== undefined || end !== undefined
    const name = hasMoments ? undefined : named
    return {
      ...table,
      lone,
      range: { ...(name && { name }), ...(start !== undefined && { start }), ...(end !== undefined && { end }) },
      // seam: the schema of every list has them
      setRange: (range) => table.filter(addressOf(range) as Parameters<typeof table.filter>[0]),
      sort: table.sort && orders.includes(table.sort.id) ? table.sort : undefined,
      filters: Object.fromEntries(set) as FilterValues<F>, // seam: each value came through the schema of its filter
      filterKey: JSON.stringify([...set, ...(hasMoments ? [start, end] : []), ...(name ? [name] : [])]),
      isFiltered: set.length > 0 || hasMoments || name !== undefined,
      filter: (wish) => {
        const change = loneChange(filters, wish)
        const kept = Object.entries(change).filter(([name]) => filters[name]?.kept)
        if (kept.length < Object.keys(change).length) setUnkept((old) => ({ ...old, ...change }))
        const address = { ...Object.fromEntries(kept), ...(change === wish ? {} : addressOf({})) }
        table.filter(address as Parameters<typeof table.filter>[0]) // seam: the schema of every list has them
      },
      show: ({ filters: next, order, range, hidden, size, modes }) => {
        setUnkept({})
        const address = addressOf(range === undefined ? {} : { name: range })
        const look = { sort: order?.id, direction: order?.direction, hidden: hiddenText(hidden), ...(size && { size }) }
        table.filter({ ...noneOf(filters), ...address, ...modes, ...next, ...look })
      },
      clear: () => {
        setUnkept({})
        // How the list is laid out stays.
        table.filter({ ...noneOf(filters), ...addressOf({}), peek: undefined } as Parameters<typeof table.filter>[0]) // seam: as above
      },
    }
  }, [filters, orders, whole, unkept])
}

const addressOf = ({ name, start, end }: ChosenRange) => ({ range: name, start_timestamp: start, end_timestamp: end })
