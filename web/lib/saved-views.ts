import * as z from 'zod/mini'
import type { Filters, FilterValues } from './list-filters.ts'
import type { QuickRange } from './list-range.ts'
import { jsonPreference, usualPageSize } from './preferences.ts'
import type { Store } from './store.ts'
import type { Sort } from './table-state.ts'

const order = z.object({ id: z.string(), direction: z.enum(['asc', 'desc']) })
const view = z.object({
  name: z.string(),
  filters: z.record(z.string(), z.string()),
  order: z.optional(order),
  /** By its name; moments would be long gone. */
  range: z.optional(z.string()),
  hidden: z.array(z.string()),
  dense: z.boolean(),
  size: z.optional(z.int()),
  /** How it is laid out besides, as its address says it. */
  modes: z.optional(z.record(z.string(), z.enum(['on', 'off']))),
})
/** How somebody wants to see a list: its filters, order, range, columns and height of rows. */
export type SavedView = z.output<typeof view>

export const viewsPreference = (name: string): Store<SavedView[]> => jsonPreference(`${name}-views`, z.array(view), [])

/** Whether both show a list in the same way, whatever they are called. */
export const isSameView = (one: Omit<SavedView, 'name'>, other: Omit<SavedView, 'name'>): boolean =>
  plainOf(one) === plainOf(other)

const plainOf = ({ filters, order, range, hidden, dense, size, modes = {} }: Omit<SavedView, 'name'>): string =>
  JSON.stringify([
    sorted(filters),
    order?.id,
    order?.direction,
    range,
    hidden.toSorted(),
    dense,
    size ?? usualPageSize,
    sorted(modes),
  ])
const sorted = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).toSorted(([one], [other]) => one.localeCompare(other))

/** What a list knows, for a view to be held against. */
export type KnownParts<F extends Filters> = {
  filters: F
  orders: readonly string[]
  ranges: readonly QuickRange[]
  columns: readonly string[]
}
export type OpenView<F extends Filters> = {
  filters: FilterValues<F>
  order: Sort | undefined
  range: QuickRange | undefined
  hidden: string[]
  /** What the view names and the list no longer has. */
  gone: string[]
}

/** A view may be older than the list: what is no longer there is left out and named. */
export const openView = <F extends Filters>(
  saved: SavedView,
  { filters, orders, ranges, columns }: KnownParts<F>,
): OpenView<F> => {
  const kept: [string, unknown][] = []
  const gone: string[] = []
  for (const [name, value] of Object.entries(saved.filters)) {
    const parsed = filters[name]?.schema.safeParse(value)
    if (parsed?.success && parsed.data !== undefined) kept.push([name, parsed.data])
    else gone.push(name)
  }
  const isOrdered = saved.order === undefined || orders.includes(saved.order.id)
  if (saved.order !== undefined && !isOrdered) gone.push(saved.order.id)
  const range = ranges.find((name) => name === saved.range)
  if (saved.range !== undefined && range === undefined) gone.push(saved.range)
  gone.push(...saved.hidden.filter((id) => !columns.includes(id)))
  return {
    filters: Object.fromEntries(kept) as FilterValues<F>, // seam: each value came through the schema of its filter
    order: isOrdered ? saved.order : undefined,
    range,
    hidden: saved.hidden.filter((id) => columns.includes(id)),
    gone,
  }
}
