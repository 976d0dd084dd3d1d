import type { Filter, Filters } from './list-filters.ts'

/** The filters that somebody is offered. */
export const filtersFor = <F extends Filters>(filters: F, isAdmin: boolean): F =>
  // seam: those that are left out are optional in every value of them
  Object.fromEntries(Object.entries(filters).filter(([, filter]) => isAdmin || filter.for === undefined)) as F

type Values = Readonly<Record<string, unknown>>

/** The filter that is found alone, where it is set. */
export const loneFilter = (filters: Filters, values: Values): string | undefined =>
  Object.keys(filters).find((name) => filters[name]?.alone !== undefined && values[name] !== undefined)

/** Whether the text can stand in the box of the filter: as its value, or on its way to the filter that is found alone. */
export const isTakenBy = (filters: Filters, { schema }: Filter, text: string): boolean =>
  schema.parse(text) !== undefined || Object.values(filters).some(({ alone }) => alone?.(text))

/** The same change, or the one text in it that is found alone. */
export const loneChange = (filters: Filters, change: Values): Values => {
  for (const [name, { alone }] of Object.entries(filters)) {
    if (alone === undefined) continue
    const text = change[name] ?? Object.values(change).find((value) => typeof value === 'string' && alone(value))
    if (text !== undefined) return { ...noneOf(filters), [name]: text }
  }
  return change
}

/** Every filter taken away. */
export const noneOf = (filters: Filters): Record<string, undefined> =>
  Object.fromEntries(Object.keys(filters).map((name) => [name, undefined]))
