import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { ChevronRight, Ellipsis } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { useText } from '../lib/i18n.ts'
import { Checkbox } from './checkbox.tsx'
import type { Column } from './column.ts'
import type { RowActions, RowControls, RowParts } from './data-table-parts.ts'
import { IconButton } from './icon-button.tsx'
import { preloadMenu } from './lazy-menu-popup.tsx'
import { rowClick } from './row-click.ts'

export type RowLook = {
  selected: boolean
  muted: boolean
  dense: boolean
  hasMenu: boolean
  /** The address of its own page. */
  page: string | undefined
  canLook: boolean
}

type DataTableRowProps<Row> = RowParts<Row> &
  RowLook & {
    columns: readonly Column<Row>[]
    has: RowControls
    actions: RowActions<Row>
    rowName: (row: Row) => string
    span: number
  }

/** Drawn again only when its own row, look or the columns change. */
export const DataTableRow = memo(TableRow, isUnchanged) as typeof TableRow // seam: memo forgets type parameters

function TableRow<Row>({ row, depth, columns, has, actions, rowName, span, ...props }: DataTableRowProps<Row>) {
  const t = useText('lists')
  const name = rowName(row)
  const { page, canLook } = props
  const click = rowClick({ canLook, canUnfold: has.unfold && props.canUnfold }, row, actions)
  return (
    <>
      {/* The click is a shortcut for the pointer: a control in the row does the same. */}
      <tr
        data-row={props.id}
        data-low={props.dense || undefined}
        aria-selected={has.selection ? props.selected : undefined}
        onClick={click}
        className={clsx(
          'group/row transition-colors',
          props.selected
            ? 'bg-brand-soft/50 [--row:var(--selected-row)]'
            : 'hover:bg-hover/60 hover:[--row:var(--hovered-row)]',
          click && 'cursor-pointer',
        )}
      >
        {has.selection && (
          <td className={clsx(cellClass, 'pl-4 print:hidden')}>
            <Checkbox
              label={t('selectRow', { name })}
              checked={props.selected}
              onChange={(selected) => actions.select(row, selected)}
            />
          </td>
        )}
        {has.unfold && (
          <td className={clsx(cellClass, 'pl-1.5 print:hidden')}>
            {props.canUnfold && (
              <button
                type="button"
                aria-expanded={props.isUnfolded}
                aria-label={t('expandRow', { name })}
                onClick={() => actions.unfold(row)}
                className="grid size-7 place-items-center rounded-md text-muted hover:bg-hover hover:text-fg"
              >
                <ChevronRight className={clsx('size-4 transition-transform', props.isUnfolded && 'rotate-90')} />
              </button>
            )}
          </td>
        )}
        {columns.map((column, index) => (
          <td
            key={column.id}
            className={clsx(
              cellClass,
              'group/cell px-3 py-1',
              column.only && column.card !== 'title' && 'relative',
              props.dense ? 'h-10' : 'h-13',
              column.align === 'right' && 'text-right',
              props.muted && mutedClass,
              index === 0 && depth > 0 && 'pl-8',
              column.card === 'title' && clsx(pinnedClass, 'left-0'),
              column.className,
            )}
          >
            {page !== undefined && column.card === 'title' ? (
              <Link to={page} data-open className="block w-fit max-w-full rounded hover:underline">
                {column.cell(row)}
              </Link>
            ) : (
              column.cell(row)
            )}
            {column.only?.(row)}
          </td>
        ))}
        {has.menu && (
          <td className={clsx(cellClass, pinnedClass, 'right-0 pr-3 text-right print:hidden')}>
            {props.hasMenu && (
              <IconButton
                label={t('rowActions', { name })}
                icon={<Ellipsis />}
                aria-haspopup="menu"
                onPointerEnter={preloadMenu}
                onFocus={preloadMenu}
                onClick={(event) => actions.openMenu(row, event.currentTarget)}
              />
            )}
          </td>
        )}
      </tr>
      {props.details !== undefined && <DetailsRow span={span}>{props.details}</DetailsRow>}
    </>
  )
}

/** Grey, yet dark enough to read. */
export const mutedClass = 'text-muted grayscale'

/** Stays in sight while the columns between are scrolled, over whatever is below it. */
const pinnedClass = 'print:static sticky z-1 bg-(--row,var(--card)) transition-colors'

const cellClass = 'border-b group-last/row:border-b-0'

function DetailsRow({ span, children }: { span: number; children: ReactNode }) {
  return (
    <tr>
      <td colSpan={span} className="border-b bg-bg px-4 py-3">
        {/* As wide as what is seen of the table, however wide its columns are. */}
        <div className="sticky left-4 w-[calc(100cqw-2rem)]">{children}</div>
      </td>
    </tr>
  )
}

function isUnchanged<Row>(before: DataTableRowProps<Row>, after: DataTableRowProps<Row>): boolean {
  return (
    before.row === after.row &&
    before.columns === after.columns &&
    before.selected === after.selected &&
    before.muted === after.muted &&
    before.dense === after.dense &&
    before.hasMenu === after.hasMenu &&
    before.page === after.page &&
    before.canLook === after.canLook &&
    before.isUnfolded === after.isUnfolded &&
    before.canUnfold === after.canUnfold &&
    before.depth === after.depth &&
    // Unfolded details may show anything: they are drawn with the table.
    before.details === undefined &&
    after.details === undefined
  )
}
