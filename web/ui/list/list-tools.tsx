import type { ComponentProps } from 'react'
import type { Area, WordKey } from '../../lib/i18n.ts'
import type { Filters } from '../../lib/list-filters.ts'
import { quickRanges } from '../../lib/list-range.ts'
import type { tableLook } from '../../lib/preferences.ts'
import { useStore } from '../../lib/store.ts'
import { ordersOf } from '../column.ts'
import type { ListDefinition, ListedRow } from './list-definition.ts'
import { ListFile } from './list-file.tsx'
import { ListLive } from './list-live.tsx'
import { ListViews } from './list-views.tsx'
import type { OpenList } from './use-list.ts'

type ListToolsProps<Row, A extends Area, F extends Filters<WordKey<A>>, Tools> = {
  list: ListDefinition<Row, A, F, Tools>
  open: OpenList<Row, F>
  /** Its columns and the height of its rows, as they are kept. */
  look: ReturnType<typeof tableLook>
  choices: ComponentProps<typeof ListFile>['choices']
}

/** What every list has right of its filters, as far as its definition says so. */
export function ListTools<Row extends ListedRow, A extends Area, F extends Filters<WordKey<A>>, Tools>(
  props: ListToolsProps<Row, A, F, Tools>,
) {
  const { list, open, look, choices } = props
  const keptHidden = useStore(look.hidden)
  const hidden = [...(open.state.hidden ?? keptHidden)]
  const dense = useStore(look.dense)
  return (
    <>
      {list.live && <ListLive open={open} />}
      <ListFile name={list.title} open={open} hidden={hidden} choices={choices} />
      <ListViews
        name={list.title}
        parts={partsOf(list, open.filters)}
        current={{ ...narrowedBy(open), hidden, dense }}
        onOpen={(view) => {
          look.hidden.set(view.hidden)
          look.dense.set(view.dense)
          open.state.show(view)
        }}
      />
    </>
  )
}

/** What views of a list are held against. */
const partsOf = <F extends Filters>(list: ViewedList, filters: F) => ({
  filters,
  orders: list.columns.flatMap(ordersOf),
  ranges: list.range ? quickRanges : [],
  columns: list.columns.map(({ id }) => id),
})
type ViewedList = {
  columns: readonly { id: string; sort?: string; sorts?: readonly { sort: string }[] }[]
  range?: unknown
}

/** What of the address a view keeps. */
const narrowedBy = <Row, F extends Filters>({ filters, state, mode }: OpenList<Row, F>) => ({
  filters: keptOnly(filters, state.filters),
  order: state.sort,
  range: state.range.name,
  size: state.size,
  modes: modesOf(mode),
})

const modesOf = (mode: Readonly<Record<string, boolean>>) =>
  Object.fromEntries(Object.entries(mode).map(([name, isOn]) => [name, isOn ? ('on' as const) : ('off' as const)]))

/** What is not kept in the address is kept in no view either. */
const keptOnly = (filters: Filters, values: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value !== undefined && filters[name]?.kept ? [[name, value]] : [],
    ),
  )
