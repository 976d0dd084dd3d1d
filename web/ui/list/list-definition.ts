import type { ReactNode } from 'react'
import type { Actions } from '../../lib/actions.ts'
import type { PlainValue } from '../../lib/csv.ts'
import type { Formats } from '../../lib/format.ts'
import type { Area, CommonKey, Text, WordKey } from '../../lib/i18n.ts'
import type { Filters, FilterValues } from '../../lib/list-filters.ts'
import type { TimeRange, UsualRange } from '../../lib/list-range.ts'
import type { PageSource, RowId } from '../../lib/list-rows.ts'
import type { Column } from '../column.ts'

/** A column of a list: its label is a key of the list's area. `sort` is the word by which the server orders by it. */
type ListColumn<Row, A extends Area, F extends Filters> = Omit<Column<Row>, 'label' | 'only' | 'sorts'> & {
  label: WordKey<A>
  sorts?: readonly { sort: string; label: WordKey<A> }[]
  /** Who sees it; without it everybody. */
  for?: 'admin'
  /** The same for a file; without it the column is in none. */
  plain?: (row: Row, t: Text<A>, format: Formats) => PlainValue
  /** What it tells in several columns of a file. */
  plainParts?: readonly { label: WordKey<A>; plain: (row: Row, t: Text<A>, format: Formats) => PlainValue }[]
  /** The filters that find rows which hold the same; where a cell holds several, by each of them. */
  filterBy?: (row: Row) => { [Name in keyof F]?: string | readonly string[] }
}

/** A list that is narrowed to a time: the usual one hangs on the clock, and moves on when the list is refreshed. */
type ListRange = {
  usual: UsualRange
  /** As its endpoint takes it, where that is not in seconds. */
  query?: (range: TimeRange) => Record<string, unknown>
}

/** What is shown of a row that is looked into. */
export type Peek<Row> = {
  /**
   * Without it all of its columns. What it is given draws those that it does not tell by itself: on a phone they are read
   * nowhere else.
   */
  draw?: (row: Row, columnsBut: (...told: readonly string[]) => ReactNode) => ReactNode
  /** The address of its own page, where rows have any; one without is then not looked into. */
  page?: (row: Row) => string | undefined
  wide?: true
}

/** What a list has to know of its rows. */
export type ListedRow = { id: RowId }

/**
 * A list of one noun: what stands here is all that its page knows of it. Address, query, paging, order, filters, saved
 * views, selection, menus, keys and what is looked into come from it (docs/decisions/0045-a-list-is-a-definition.md).
 */
export type ListDefinition<Row, A extends Area, F extends Filters<WordKey<A>>, Tools> = {
  area: A
  /** The title of the page; what a browser remembers of the list is kept under the same word. */
  title: CommonKey & WordKey<'common'>
  rows: PageSource<Row>
  /** Where they come from for whoever is no administrator, and sees what is his own. */
  ownRows?: PageSource<Row>
  /** What the filters are called in the query; without it as they are here. */
  query?: (filters: FilterValues<F>) => Record<string, unknown>
  /** What its controls are told apart by. No number that only the database knows. */
  rowName: (row: Row, t: Text<A>, format: Formats) => string
  filters: F
  range?: ListRange
  columns: readonly ListColumn<Row, A, F>[]
  /** Columns that are hidden until somebody asks for them. */
  hidden?: readonly string[]
  actions: Actions<Row, A, Tools>
  /** Its rows are looked into. */
  peek?: Peek<Row>
  /** What is drawn over the list of a row, of which a cell says that it be shown (`view-row.ts`). */
  viewer?: (row: Row, rows: readonly Row[], onClose: () => void) => ReactNode
  /**
   * It can be followed, on its first page and while it is seen: how many rows have come is told until they are asked for,
   * or the rows are shown as they change.
   */
  live?: 'told' | 'shown'
  /** While there is such a row on the page, the page is looked at again every second. */
  isUnderWay?: (row: Row) => boolean
  /** The query for all rows that one stands for (`ParentRow`): it is unfolded to those that came with it. */
  below?: (row: Row) => Record<string, unknown>
  /** Rows that are unfolded at first. */
  isUnfolded?: (row: Row, filters: FilterValues<F>) => boolean
  /** Below a row that is unfolded. */
  details?: (row: Row) => ReactNode
  /** On a phone. */
  card?: (row: Row) => ReactNode
  isMuted?: (row: Row) => boolean
  /** Low rows at first. */
  dense?: true
}
