import { useMemo, useState } from 'react'
import { isParent, leavesOf, type RowId } from '../../lib/list-rows.ts'
import type { ListedRow } from './list-definition.ts'

/**
 * These rows, wherever in the list they are, or all that match the filters, except some. One that has not come yet has
 * the row that stands for it in its place.
 */
type Chosen<Row> = { of: 'rows'; rows: ReadonlyMap<RowId, Row> } | { of: 'matching'; except: ReadonlySet<RowId> }

export type ListSelection<Row> = {
  chosen: Chosen<Row>
  isEmpty: boolean
  /** Of a row that stands for several, whether all of them are. */
  has(row: Row): boolean
  count(total: number): number
  /** How many of them are on other pages than these rows. */
  elsewhere(rows: readonly Row[], total: number): number
  choose(rows: readonly Row[], chosen: boolean): void
  chooseMatching(): void
  /** Only these of what was chosen stay so. */
  keep(ids: readonly RowId[]): void
  /** Of what was chosen one by one: this row is no longer there. */
  forget(row: Row): void
  clear(): void
}

const none = { of: 'rows' as const, rows: new Map<RowId, never>() }

/** What is selected ends with what it was selected in: `scope` names the filters and the mode. */
export const useListSelection = <Row extends ListedRow>(scope: string): ListSelection<Row> => {
  const [state, setState] = useState<{ scope: string; chosen: Chosen<Row> }>({ scope, chosen: none })
  return useMemo(() => {
    const chosen = state.scope === scope ? state.chosen : none
    const become = (next: (old: Chosen<Row>) => Chosen<Row>) =>
      setState((old) => ({ scope, chosen: next(old.scope === scope ? old.chosen : none) }))
    const hasId = (id: RowId) => (chosen.of === 'rows' ? chosen.rows.has(id) : !chosen.except.has(id))
    const count = (total: number) => (chosen.of === 'rows' ? chosen.rows.size : Math.max(0, total - chosen.except.size))
    return {
      chosen,
      isEmpty: chosen.of === 'rows' && chosen.rows.size === 0,
      has: (row) => idsOf(row).every(hasId),
      count,
      elsewhere: (rows, total) => Math.max(0, count(total) - rows.flatMap(idsOf).filter(hasId).length),
      choose: (rows, isChosen) => become((old) => withRows(old, rows, isChosen)),
      chooseMatching: () => become(() => ({ of: 'matching', except: new Set() })),
      keep: (ids) =>
        become((old) =>
          old.of === 'rows' ? { of: 'rows', rows: new Map([...old.rows].filter(([id]) => ids.includes(id))) } : none,
        ),
      forget: (row) => become((old) => (old.of === 'rows' ? withRows(old, [row], false) : old)),
      clear: () => become(() => none),
    }
  }, [state, scope])
}

const withRows = <Row extends ListedRow>(old: Chosen<Row>, rows: readonly Row[], isChosen: boolean): Chosen<Row> => {
  if (old.of === 'matching') {
    const except = new Set(old.except)
    for (const id of rows.flatMap(idsOf)) isChosen ? except.delete(id) : except.add(id)
    return { of: 'matching', except }
  }
  const next = new Map(old.rows)
  for (const row of rows) {
    const here = new Map(leavesOf(row).map((leaf) => [leaf.id, leaf]))
    for (const id of idsOf(row)) isChosen ? next.set(id, here.get(id) ?? row) : next.delete(id)
  }
  return { of: 'rows', rows: next }
}

const idsOf = (row: ListedRow): readonly RowId[] => (isParent(row) ? row.ids : [row.id])
