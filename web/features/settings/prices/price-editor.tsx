import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useText } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { inOrder } from '../../../lib/local-order.ts'
import { notify } from '../../../lib/notify.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Overlay } from '../../../ui/overlay.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { type TableColumn, TableFile } from '../../../ui/table-file.tsx'
import { usePriceSearch } from '../use-page-search.ts'
import { ApplyPrices } from './apply-prices.tsx'
import { ExtraCell } from './extra-cell.tsx'
import { usualPriceOf } from './extra-prices.ts'
import { kindColumns } from './kind-columns.tsx'
import { nameColumn, priceColumns, priceOrders } from './price-columns.tsx'
import { PriceFilterFields, usePriceFilter } from './price-filter.tsx'
import { type ModelPrices, type PriceRow, type PriceTables, priceRows, removeModel, setPrices } from './price-tables.ts'
import { useExtraPrices } from './use-extra-prices.ts'
import { usePricePage } from './use-price-page.ts'

const PriceDialog = lazyPart(() => import('./price-dialog.tsx'), 'PriceDialog')
const ExtraPricesDialog = lazyPart(() => import('./extra-prices-dialog.tsx'), 'ExtraPricesDialog')

const pageSize = 10

export type PriceViewProps = {
  tables: PriceTables
  update: (change: (tables: PriceTables) => PriceTables) => void
}

/** Every model with a price, as a table that can be typed over. */
export function PriceEditor({ tables, update }: PriceViewProps) {
  const t = useText('settings')
  const [search, change] = usePriceSearch()
  const [dialog, setDialog] = useState<{ row?: PriceRow }>()
  const rows = useMemo(() => priceRows(tables), [tables])
  const { found, ...filter } = usePriceFilter(rows)
  const shownPrices = search.kinds ? 'kinds' : 'text'
  const table = usePricePage({ rows: found, rowId: nameOf, orders: priceOrders, firstSize: pageSize })
  const extraPrices = useExtraPrices()
  const [extended, setExtended] = useState<PriceRow>()
  const columns = useColumns({ update, onEdit: setDialog, onExtend: setExtended, extraPrices, shownPrices })
  const usual = extended && usualPriceOf(extended)
  const showModel = (name: string, prices: ModelPrices) => {
    const all = inOrder(priceRows(setPrices(tables, name, prices)), priceOrders, table.sort)
    const page = Math.floor(all.findIndex((row) => row.name === name) / table.pager.size) + 1
    void change({ model: undefined, served: undefined, conflicts: undefined, page: page > 1 ? page : undefined })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <PriceFilterFields {...filter} />
        <Segmented
          label={t('shownPrices')}
          value={shownPrices}
          onChange={(prices) => void change({ kinds: prices === 'kinds' || undefined })}
          choices={[
            { value: 'text', label: t('shownPrices.text') },
            { value: 'kinds', label: t('shownPrices.kinds') },
          ]}
        />
        <div className="flex basis-full flex-wrap gap-2 max-sm:[&>button]:flex-1 sm:[&>button:last-child]:ml-auto 2xl:ml-auto 2xl:basis-auto">
          <Button onClick={() => setDialog({})} onPointerEnter={PriceDialog.preload}>
            <Plus aria-hidden />
            {t('addModel')}
          </Button>
          <ApplyPrices />
          <TableFile name="prices" columns={columns} rows={table.ordered} tone="framed" />
        </div>
      </div>
      <div className="rounded-xl sm:border sm:bg-card">
        <DataTable
          label={t('prices.editor')}
          columns={columns}
          rows={table.shown}
          rowId={nameOf}
          rowName={nameOf}
          sort={table.sort}
          onSort={table.setSort}
          dense
          empty={<Empty kind="match" title={t('noModelsMatch')} />}
        />
        <Pager className="py-2.5 sm:border-t sm:px-4" {...table.pager} />
      </div>
      <Overlay onClose={() => setDialog(undefined)}>
        {dialog && (
          <PriceDialog
            {...dialog}
            tables={tables}
            onClose={() => setDialog(undefined)}
            onDone={(name, prices) => {
              update((all) => setPrices(all, name, prices))
              if (!dialog.row) showModel(name, prices)
            }}
          />
        )}
      </Overlay>
      <Overlay onClose={() => setExtended(undefined)}>
        {extended && usual && extraPrices && (
          <ExtraPricesDialog
            model={extended.name}
            usual={usual}
            extras={extraPrices.of(extended.name)}
            onDone={(extras) => extraPrices.set(extended.name, extras)}
            onClose={() => setExtended(undefined)}
          />
        )}
      </Overlay>
    </div>
  )
}

/** There is no room for all beside each other. */
type ShownPrices = 'text' | 'kinds'

type ColumnParts = {
  update: PriceViewProps['update']
  onEdit: (edited: { row: PriceRow }) => void
  onExtend: (row: PriceRow) => void
  extraPrices: ReturnType<typeof useExtraPrices>
  shownPrices: ShownPrices
}

/** The prices, and what can be done with a model. */
const useColumns = ({ update, onEdit, onExtend, extraPrices, shownPrices }: ColumnParts) => {
  const t = useText('settings')
  return useMemo((): TableColumn<PriceRow>[] => {
    const remove = (row: PriceRow) => {
      update((all) => removeModel(all, row.name))
      notify.info(t('modelDeleted', { model: row.name }), {
        label: t('undo'),
        run: () => update((all) => setPrices(all, row.name, row)),
      })
    }
    const set = (row: PriceRow, prices: ModelPrices) => update((all) => setPrices(all, row.name, prices))
    const extras: TableColumn<PriceRow> = {
      ...{ id: 'extras', label: t('columnExtras'), align: 'right' },
      cell: (row) => <ExtraCell row={row} extras={extraPrices?.of(row.name)} onEdit={() => onExtend(row)} />,
    }
    return [
      ...(shownPrices === 'kinds' ? [nameColumn(t), ...kindColumns(t, set)] : [...priceColumns(t, false, set), extras]),
      {
        id: 'actions',
        label: t('actions'),
        align: 'right',
        cell: (row) => (
          <span className="flex justify-end">
            <IconButton label={t('editModel', { model: row.name })} icon={<Pencil />} onClick={() => onEdit({ row })} />
            <IconButton label={t('deleteModel', { model: row.name })} icon={<Trash2 />} onClick={() => remove(row)} />
          </span>
        ),
      },
    ]
  }, [t, update, onEdit, onExtend, extraPrices, shownPrices])
}

const nameOf = ({ name }: PriceRow) => name
