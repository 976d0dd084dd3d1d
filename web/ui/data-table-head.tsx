import clsx from 'clsx'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { Fragment } from 'react'
import { useText } from '../lib/i18n.ts'
import type { Sort } from '../lib/table-state.ts'
import { Checkbox } from './checkbox.tsx'
import { type Column, nextSort, sortEntries, sortsOf } from './column.ts'
import type { RowControls } from './data-table-parts.ts'
import { Menu } from './menu.tsx'
import type { Selection } from './selection.ts'

type DataTableHeadProps<Row> = {
  columns: readonly Column<Row>[]
  has: RowControls
  sort: Sort | undefined
  onSort: ((sort: Sort | undefined) => void) | undefined
  selection: Selection | undefined
  ids: readonly string[]
}

const headClass =
  'print:static sticky top-0 z-10 h-10 border-b bg-card text-xs font-medium whitespace-nowrap text-muted'

export function DataTableHead<Row>({ columns, has, sort, onSort, selection, ids }: DataTableHeadProps<Row>) {
  const t = useText('lists')
  const selectedCount = selection ? ids.filter((id) => selection.ids.has(id)).length : 0
  return (
    <thead>
      <tr>
        {has.selection && selection && (
          <th scope="col" className={clsx(headClass, 'w-10 pl-4 print:hidden')}>
            <Checkbox
              label={t('selectPage')}
              checked={ids.length > 0 && selectedCount === ids.length}
              indeterminate={selectedCount > 0 && selectedCount < ids.length}
              onChange={(selected) => selection.toggleAll(ids, selected)}
            />
          </th>
        )}
        {has.unfold && (
          <th scope="col" className={clsx(headClass, 'w-8 print:hidden')}>
            <span className="sr-only">{t('more')}</span>
          </th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
        ))}
        {has.menu && (
          <th scope="col" className={clsx(headClass, 'right-0 z-20 w-12 print:hidden')}>
            <span className="sr-only">{t('actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}

type HeadCellProps<Row> = Pick<DataTableHeadProps<Row>, 'sort' | 'onSort'> & { column: Column<Row> }

function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const sorts = sortsOf(column)
  const direction = sorts.some((each) => each.sort === sort?.id) ? sort?.direction : undefined
  return (
    <th
      scope="col"
      aria-sort={direction === undefined ? undefined : direction === 'asc' ? 'ascending' : 'descending'}
      className={clsx(
        headClass,
        'px-3',
        column.card === 'title' && 'left-0 z-20',
        column.align === 'right' && 'text-right',
        column.className,
      )}
    >
      {sorts.length === 0 || !onSort ? (
        column.label
      ) : sorts.length > mostBeside ? (
        <SortMenu label={column.label} sorts={sorts} sort={sort} onSort={onSort} />
      ) : (
        sorts.map((each, place) => (
          <Fragment key={each.sort}>
            {place > 0 && ' / '}
            <SortButton order={each.sort} label={each.label} sort={sort} onSort={onSort} />
          </Fragment>
        ))
      )}
    </th>
  )
}

/** More orders than these have no room beside each other, and stand in a menu under the name of the column. */
const mostBeside = 2

type SortMenuProps = Pick<SortButtonProps, 'label' | 'sort' | 'onSort'> & { sorts: ReturnType<typeof sortsOf> }

function SortMenu({ label, sorts, sort, onSort }: SortMenuProps) {
  const chosen = sorts.find((each) => each.sort === sort?.id)
  return (
    <Menu
      entries={sortEntries(sorts, sort, onSort)}
      trigger={(props) => (
        <button {...props} type="button" className={sortClass}>
          {chosen ? `${label}: ${chosen.label}` : label}
          <SortIcon direction={chosen && sort?.direction} />
        </button>
      )}
    />
  )
}

const sortClass = 'inline-flex h-8 items-center gap-1 rounded hover:text-fg'

type SortButtonProps = {
  order: string
  label: string
  sort: Sort | undefined
  onSort(sort: Sort | undefined): void
}

function SortButton({ order, label, sort, onSort }: SortButtonProps) {
  return (
    <button type="button" onClick={() => onSort(nextSort(order, sort))} className={sortClass}>
      {label}
      <SortIcon direction={sort?.id === order ? sort.direction : undefined} />
    </button>
  )
}

function SortIcon({ direction }: { direction: Sort['direction'] | undefined }) {
  const Icon = direction === 'asc' ? ArrowUp : direction === 'desc' ? ArrowDown : ChevronsUpDown
  return <Icon className={clsx('size-3.5', direction === undefined && 'opacity-50')} aria-hidden />
}
