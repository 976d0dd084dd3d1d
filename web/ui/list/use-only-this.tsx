import { ListFilter } from 'lucide-react'
import { type ReactNode, useMemo, useRef } from 'react'
import { type Area, useText, type WordKey, wordOf } from '../../lib/i18n.ts'
import type { Known } from '../../lib/known.ts'
import type { Filters, FilterValues } from '../../lib/list-filters.ts'
import { useIsPhone, useIsTouched } from '../../lib/media.ts'
import type { Column } from '../column.ts'
import type { MenuEntry } from '../menu-entry.ts'
import { type Narrowing, OnlyThis } from '../only-this.tsx'
import type { OpenList, ShownColumn } from './use-list.ts'

type Choices = Readonly<Record<string, Known<readonly { value: string; label: string }[]> | undefined>>

type OnlyThisOfList<Row> = {
  columns: readonly Column<Row>[]
  /** In the menu of a row, for fingers. */
  menu: ((row: Row) => MenuEntry[]) | undefined
}

/** What a list can be narrowed to by what its cells hold: in the cells, or without a pointer in the menus of rows. */
export const useOnlyThis = <Row, A extends Area, F extends Filters<WordKey<A>>>(
  area: A,
  { filters, state, columns }: OpenList<Row, F>,
  choices: Choices,
): OnlyThisOfList<Row> => {
  const t = useText(area)
  const words = useText('lists')
  const isPhone = useIsPhone()
  const isTouched = useIsTouched()
  const inMenu = isPhone || isTouched
  const narrowings = ({ label, filterBy }: ShownColumn<Row>, row: Row): Narrowing[] =>
    Object.entries(filterBy?.(row) ?? {}).flatMap(([name, held]) =>
      [held].flat().flatMap((text) => {
        const filter = filters[name]
        const value = filter?.schema.safeParse(text).data
        if (filter === undefined || value === undefined || value === state.filters[name]) return []
        // What a text filter finds may be called like what every object has.
        const choice = Object.hasOwn(filter.choices, value) ? filter.choices[value] : undefined
        const known = choices[name]
        const asked = known?.state === 'here' ? known.value.find((each) => each.value === value)?.label : undefined
        const said = choice === undefined ? (asked ?? value) : wordOf(t, choice)
        // A box is called by what is typed into it; a choice may be of less than its column tells.
        const called = filter.kind === 'choice' ? wordOf(t, filter.label) : label
        return {
          ...{ id: `${name} ${value}`, value: said, label: words('onlyThis', { label: called, value: said }) },
          // seam: the name is one of the filters
          run: () => latest.current.state.filter({ [name]: value } as Partial<FilterValues<F>>),
        }
      }),
    )
  // Rows are drawn again when other filters are set or the names of choices come, not whenever the page is.
  const latest = useRef({ narrowings, state })
  latest.current = { narrowings, state }
  const drawn = JSON.stringify([state.filterKey, Object.values(choices).map((known) => known?.state)])
  const narrowed = useMemo(
    () =>
      columns.map((column): Column<Row> => {
        if (inMenu || column.filterBy === undefined) return column
        const only = (row: Row): ReactNode => (
          <OnlyThis key={drawn} narrowings={latest.current.narrowings(column, row)} />
        )
        return { ...column, only }
      }),
    [columns, inMenu, drawn],
  )
  const entries = (row: Row) =>
    columns
      .flatMap((column) => narrowings(column, row))
      .map(({ label, run }) => ({ label, icon: <ListFilter />, onSelect: run }))
  const canNarrow = columns.some(({ filterBy }) => filterBy !== undefined)
  return { columns: narrowed, menu: inMenu && canNarrow ? entries : undefined }
}
