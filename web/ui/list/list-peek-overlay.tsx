import type { Offer } from '../../lib/actions.ts'
import type { Area, WordKey } from '../../lib/i18n.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import type { Filters } from '../../lib/list-filters.ts'
import { Facts } from '../facts.tsx'
import { Overlay } from '../overlay.tsx'
import type { ListDefinition, ListedRow, Peek } from './list-definition.ts'
import type { OpenList, ShownColumn } from './use-list.ts'

const ListPeek = lazyPart(() => import('./list-peek.tsx'), 'ListPeek')

type ListPeekOverlayProps<Row, A extends Area, F extends Filters<WordKey<A>>, Tools> = {
  list: ListDefinition<Row, A, F, Tools>
  open: OpenList<Row, F>
  /** Those that can be looked into, in their order. */
  rows: readonly Row[]
  rowName: (row: Row) => string
  offers: (row: Row) => readonly Offer[]
}

/** The row that is looked into, beside its list. */
export function ListPeekOverlay<Row extends ListedRow, A extends Area, F extends Filters<WordKey<A>>, Tools>(
  props: ListPeekOverlayProps<Row, A, F, Tools>,
) {
  const { list, open, rows, rowName, offers } = props
  const { state, columns } = open
  const place = rows.findIndex(({ id }) => String(id) === state.peek)
  const row = rows[place]
  const goTo = (other: Row | undefined) => other && (() => state.setPeek(String(other.id)))
  const close = () => state.setPeek(undefined)
  return (
    <Overlay onClose={close}>
      {row && (
        <ListPeek
          name={rowName(row)}
          page={list.peek?.page?.(row)}
          size={list.peek?.wide ? 'wide' : 'normal'}
          offers={offers(row)}
          onPrevious={goTo(rows[place - 1])}
          onNext={goTo(rows[place + 1])}
          onClose={close}
        >
          <RowRecord row={row} columns={columns} peek={list.peek} />
        </ListPeek>
      )}
    </Overlay>
  )
}

type RowRecordProps<Row> = { row: Row; columns: readonly ShownColumn<Row>[]; peek: Peek<Row> | undefined }

/** A row that is looked into: all of its columns, and what else is drawn of it. */
export function RowRecord<Row>({ row, columns, peek }: RowRecordProps<Row>) {
  const columnsBut = (...told: readonly string[]) => (
    <Facts
      facts={columns
        .filter(({ id }) => !told.includes(id))
        .map(({ id, label, cell }) => ({ id, label, value: cell(row) }))}
    />
  )
  return peek?.draw?.(row, columnsBut) ?? columnsBut()
}
