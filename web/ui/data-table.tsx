import clsx from 'clsx'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useText } from '../lib/i18n.ts'
import { useIsPhone } from '../lib/media.ts'
import type { Sort } from '../lib/table-state.ts'
import { CardsHead } from './cards-head.tsx'
import type { Column } from './column.ts'
import { DataTableCards } from './data-table-cards.tsx'
import { DataTableHead } from './data-table-head.tsx'
import type { RowActions, RowParts } from './data-table-parts.ts'
import { DataTableRow } from './data-table-row.tsx'
import { ErrorState } from './error-state.tsx'
import { useKeptFocus } from './kept-focus.ts'
import { LazyMenuPopup } from './lazy-menu-popup.tsx'
import { LoadingRows } from './loading-rows.tsx'
import type { MenuEntry } from './menu-entry.ts'
import type { Selection } from './selection.ts'
import { TableScroller } from './table-scroller.tsx'

export type DataTableProps<Row> = {
  /** Names the table for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined until the first answer. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** Names a row for screen readers: "Actions for ...". */
  rowName: (row: Row) => string
  /** Another page or a refresh is on its way. */
  fetching?: boolean
  error?: unknown
  onRetry?: () => void
  /** Shown instead of rows when there are none: `<Empty kind="first" ... />` or `<Empty kind="match" ... />`. */
  empty: ReactNode
  hiddenColumns?: readonly string[]
  sort?: Sort | undefined
  onSort?: (sort: Sort | undefined) => void
  selection?: Selection
  /** The entries of the row menu; one menu serves all rows. */
  menu?: (row: Row) => MenuEntry[]
  /** Rows that nothing can be done with have no menu. */
  hasMenu?: (row: Row) => boolean
  /** A click on the row outside its controls looks into it; its name leads to its page, where it has one. */
  record?: { look(row: Row): void; canLook(row: Row): boolean; page(row: Row): string | undefined }
  /** What unfolds below a row. */
  details?: (row: Row) => ReactNode
  /** Rows that are unfolded at first. */
  isUnfolded?: (row: Row) => boolean
  /** Rows below a row, drawn when it is unfolded. */
  subRows?: (row: Row) => readonly Row[] | undefined
  /** Rows that are out of use are greyed. */
  isMuted?: (row: Row) => boolean
  /** 40 px rows instead of 52. */
  dense?: boolean
  skeletonRows?: number
  /** Replaces the card that is made of the columns, on a phone. */
  card?: (row: Row) => ReactNode
}

/**
 * A table with everything but paging: sticky head, selection, sorting, one shared row menu, unfolding, and cards at
 * 600 px and below. Pages use it through `TablePage`, or directly inside a card.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const isPhone = useIsPhone()
  const { rows, columns, hiddenColumns, selection, dense, skeletonRows } = props
  // Those that were unfolded or folded by hand.
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const [menu, setMenu] = useState<{ row: Row; anchor: Element } | null>(null)
  const visible = useMemo(
    () => columns.filter((column) => column.always || !hiddenColumns?.includes(column.id)),
    [columns, hiddenColumns],
  )

  // Rows are memoised, so they get one object of actions that never changes and always acts on the latest props.
  const latest = useRef(props)
  latest.current = props
  const actions = useMemo<RowActions<Row>>(
    () => ({
      select: (row, selected) => latest.current.selection?.toggle(latest.current.rowId(row), selected),
      openMenu: (row, anchor) => {
        setMenu({ row, anchor })
      },
      look: (row) => latest.current.record?.look(row),
      unfold: (row) => setTurned((old) => flipped(old, latest.current.rowId(row))),
    }),
    [],
  )

  const has = partsOf(props)
  const span = visible.length + Number(has.selection) + Number(has.menu) + Number(has.unfold)

  const rowParts = (row: Row, depth: number): RowParts<Row>[] => {
    const id = props.rowId(row)
    const isUnfolded = turned.has(id) !== (props.isUnfolded?.(row) ?? false)
    const children = props.subRows?.(row)
    const own: RowParts<Row> = {
      id,
      row,
      depth,
      isUnfolded,
      canUnfold: children !== undefined ? children.length > 0 : props.details !== undefined,
      details: isUnfolded && children === undefined ? props.details?.(row) : undefined,
    }
    return isUnfolded && children ? [own, ...children.flatMap((child) => rowParts(child, depth + 1))] : [own]
  }
  const parts = rows?.flatMap((row) => rowParts(row, 0))
  const ids = parts?.map((part) => part.id) ?? []
  const idText = ids.join('\n')
  useKeptFocus(useMemo(() => (idText === '' ? [] : idText.split('\n')), [idText]))
  const head = { columns: visible, sort: props.sort, onSort: props.onSort, selection, ids }
  const shared = { columns: visible, actions, has, rowName: props.rowName }
  const look = (part: RowParts<Row>) => ({
    selected: selection?.ids.has(part.id) ?? false,
    muted: props.isMuted?.(part.row) ?? false,
    dense: props.dense ?? false,
    hasMenu: props.hasMenu?.(part.row) ?? true,
    page: props.record?.page(part.row),
    canLook: props.record?.canLook(part.row) ?? false,
  })

  const state = tableState(props, parts?.length)
  return (
    <div className="relative">
      <ProgressLine active={props.fetching === true && rows !== undefined} />
      {state === 'error' && <ErrorState error={props.error} onRetry={props.onRetry} />}
      {state === 'empty' && props.empty}
      {state === 'loading' && <LoadingRows columns={visible} has={has} count={skeletonRows} dense={dense} />}
      {state === 'rows' && parts && isPhone && (
        <>
          <CardsHead {...head} />
          <DataTableCards parts={parts} look={look} card={props.card} {...shared} />
        </>
      )}
      {state === 'rows' && parts && !isPhone && (
        <TableScroller label={props.label} hasMenu={has.menu}>
          <table className="w-full border-separate border-spacing-0 text-left" aria-busy={props.fetching || undefined}>
            <caption className="sr-only">{props.label}</caption>
            <DataTableHead has={has} {...head} />
            <tbody>
              {parts.map((part) => (
                <DataTableRow key={part.id} {...part} {...look(part)} {...shared} span={span} />
              ))}
            </tbody>
          </table>
        </TableScroller>
      )}
      <LoadingNote isLoading={state === 'loading'} />
      <LazyMenuPopup
        anchor={menu?.anchor ?? null}
        entries={menu && props.menu ? props.menu(menu.row) : []}
        onClose={() => setMenu(null)}
      />
    </div>
  )
}

const tableState = <Row,>({ rows, error }: DataTableProps<Row>, count: number | undefined) => {
  if (rows === undefined) return error ? 'error' : 'loading'
  return count === 0 ? 'empty' : 'rows'
}

const partsOf = <Row,>({ selection, menu, details, subRows }: DataTableProps<Row>) => ({
  selection: selection !== undefined,
  menu: menu !== undefined,
  unfold: details !== undefined || subRows !== undefined,
})

const flipped = (old: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(old)
  if (!next.delete(id)) next.add(id)
  return next
}

function LoadingNote({ isLoading }: { isLoading: boolean }) {
  const t = useText()
  return (
    <span role="status" className="sr-only">
      {isLoading ? t('loading') : ''}
    </span>
  )
}

function ProgressLine({ active }: { active: boolean }) {
  return (
    <div className="absolute inset-x-0 top-0 z-20 h-0.5 overflow-hidden rounded-t-xl" aria-hidden>
      <div
        className={clsx(
          'h-full w-1/3 rounded-full bg-brand',
          active ? 'animate-[slide_1.1s_ease-in-out_infinite] opacity-100 delay-150' : 'opacity-0',
        )}
      />
    </div>
  )
}
