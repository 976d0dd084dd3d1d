import { ArrowUpDown } from 'lucide-react'
import { useText } from '../lib/i18n.ts'
import type { Sort } from '../lib/table-state.ts'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { type Column, sortEntries, sortsOf } from './column.ts'
import { Menu } from './menu.tsx'
import type { Selection } from './selection.ts'

type CardsHeadProps<Row> = {
  columns: readonly Column<Row>[]
  sort: Sort | undefined
  onSort: ((sort: Sort | undefined) => void) | undefined
  selection: Selection | undefined
  ids: readonly string[]
}

/** What the head of a table does, over its cards on a phone: the page is selected, and the list ordered. */
export function CardsHead<Row>({ columns, sort, onSort, selection, ids }: CardsHeadProps<Row>) {
  const t = useText('lists')
  const orders = onSort ? columns.flatMap(sortsOf) : []
  if (!selection && orders.length === 0) return null
  const selectedCount = selection ? ids.filter((id) => selection.ids.has(id)).length : 0
  const chosen = orders.find((order) => order.sort === sort?.id)
  return (
    <div className="flex min-h-9 items-center justify-between gap-3 pb-2 print:hidden">
      {selection && (
        <Checkbox
          checked={ids.length > 0 && selectedCount === ids.length}
          indeterminate={selectedCount > 0 && selectedCount < ids.length}
          onChange={(selected) => selection.toggleAll(ids, selected)}
        >
          {t('selectPage')}
        </Checkbox>
      )}
      {onSort && orders.length > 0 && (
        <Menu
          entries={sortEntries(orders, sort, onSort)}
          trigger={(props) => (
            <Button {...props} size="sm" className="ml-auto">
              <ArrowUpDown aria-hidden />
              {chosen
                ? t('sortedBy', { name: chosen.label, arrow: sort?.direction === 'asc' ? '↑' : '↓' })
                : t('sortBy')}
            </Button>
          )}
        />
      )}
    </div>
  )
}
