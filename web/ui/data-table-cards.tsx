import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { ChevronDown, Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../lib/i18n.ts'
import { Checkbox } from './checkbox.tsx'
import type { Column } from './column.ts'
import type { RowActions, RowControls, RowParts } from './data-table-parts.ts'
import { mutedClass, type RowLook } from './data-table-row.tsx'
import { IconButton } from './icon-button.tsx'
import { preloadMenu } from './lazy-menu-popup.tsx'
import { rowClick } from './row-click.ts'

type DataTableCardsProps<Row> = {
  parts: readonly RowParts<Row>[]
  look: (part: RowParts<Row>) => RowLook
  columns: readonly Column<Row>[]
  has: RowControls
  actions: RowActions<Row>
  rowName: (row: Row) => string
  card: ((row: Row) => ReactNode) | undefined
}

/** The table on a phone: one card per row. */
export function DataTableCards<Row>({ parts, look, card, ...shared }: DataTableCardsProps<Row>) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {parts.map((part) => (
        <RowCard key={part.id} part={part} card={card} {...look(part)} {...shared} />
      ))}
    </ul>
  )
}

type RowCardProps<Row> = Omit<DataTableCardsProps<Row>, 'parts' | 'look'> & RowLook & { part: RowParts<Row> }

function RowCard<Row>({
  part,
  columns,
  has,
  actions,
  rowName,
  card,
  selected,
  muted,
  hasMenu,
  page,
  canLook,
}: RowCardProps<Row>) {
  const t = useText('lists')
  const { row, depth, canUnfold, isUnfolded, details } = part
  const name = rowName(row)
  const title = columns.find((column) => column.card === 'title') ?? columns[0]
  const lines = columns.filter((column) => column !== title && column.card !== 'none')
  const click = rowClick({ canLook, canUnfold: has.unfold && canUnfold }, row, actions)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a shortcut for the finger; a control in the card does the same
    <li
      data-row={part.id}
      onClick={click}
      className={clsx(
        'group/row min-w-0 rounded-lg border bg-card p-3',
        selected && 'border-brand bg-brand-soft/40',
        depth > 0 && 'ml-4',
        click && 'cursor-pointer',
      )}
    >
      <div className="flex items-center gap-2.5">
        {has.selection && (
          <Checkbox
            label={t('selectRow', { name })}
            checked={selected}
            onChange={(next) => actions.select(row, next)}
          />
        )}
        <div className={clsx('min-w-0 flex-1 font-medium', muted && mutedClass)}>
          {page !== undefined ? (
            <Link to={page} data-open className="block w-fit max-w-full">
              {title?.cell(row)}
            </Link>
          ) : (
            title?.cell(row)
          )}
        </div>
        {canUnfold && (
          <IconButton
            label={t('expandRow', { name })}
            aria-expanded={isUnfolded}
            icon={<ChevronDown className={clsx('transition-transform', isUnfolded && 'rotate-180')} />}
            onClick={() => actions.unfold(row)}
          />
        )}
        {has.menu && hasMenu && (
          <IconButton
            label={t('rowActions', { name })}
            icon={<Ellipsis />}
            aria-haspopup="menu"
            onPointerEnter={preloadMenu}
            onFocus={preloadMenu}
            onClick={(event) => actions.openMenu(row, event.currentTarget)}
          />
        )}
      </div>
      <div className={muted ? mutedClass : undefined}>
        {card ? (
          <div className="mt-2">{card(row)}</div>
        ) : (
          <dl className="mt-2 grid gap-1.5">
            {lines.map((column) => (
              <div key={column.id} className="flex min-h-6 items-center justify-between gap-x-4 max-[359px]:flex-wrap">
                <dt className="shrink-0 text-xs text-muted">{column.label}</dt>
                <dd className="ml-auto min-w-0 text-right break-words">{column.cell(row)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {details !== undefined && (
        <div data-no-open className="mt-3 cursor-auto border-t pt-3">
          {details}
        </div>
      )}
    </li>
  )
}
