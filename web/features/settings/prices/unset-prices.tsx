import { ListChecks, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useText } from '../../../lib/i18n.ts'
import { lazyPart } from '../../../lib/lazy-part.tsx'
import { findNames } from '../../../lib/name-search.ts'
import { notify } from '../../../lib/notify.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Overlay } from '../../../ui/overlay.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { SearchInput } from '../../../ui/search-input.tsx'
import { useSelection } from '../../../ui/selection.ts'
import { TableFile } from '../../../ui/table-file.tsx'
import { usePriceSearch } from '../use-page-search.ts'
import { ApplyPrices } from './apply-prices.tsx'
import { applyBatch } from './batch-form.ts'
import { priceColumns, priceOrders } from './price-columns.tsx'
import type { PriceViewProps } from './price-editor.tsx'
import { type PriceRow, priceRow, setPrices } from './price-tables.ts'
import { usePricePage } from './use-price-page.ts'
import type { useUnsetModels } from './use-unset-models.ts'

const PriceDialog = lazyPart(() => import('./price-dialog.tsx'), 'PriceDialog')
const BatchDialog = lazyPart(() => import('./batch-dialog.tsx'), 'BatchDialog')

type UnsetPricesProps = PriceViewProps & { unset: ReturnType<typeof useUnsetModels> }

/** The enabled models that nothing prices yet. A row stays while its price is typed, and leaves once it is saved. */
export function UnsetPrices({ tables, update, unset }: UnsetPricesProps) {
  const t = useText('settings')
  const format = useFormat()
  const [{ model: keyword = '' }, change] = usePriceSearch()
  const [dialog, setDialog] = useState<'add' | 'batch'>()
  const selection = useSelection(keyword)
  const found = useMemo(
    () => findNames(unset.models ?? [], keyword, asItIs).map((name) => priceRow(tables, name)),
    [unset.models, keyword, tables],
  )
  const selected = (unset.models ?? []).filter((name) => selection.ids.has(name))
  const table = usePricePage({ rows: unset.models && found, rowId: nameOf, orders: priceOrders })
  const columns = useMemo(
    () => priceColumns(t, true, (row, prices) => update((all) => setPrices(all, row.name, prices))),
    [t, update],
  )
  if (unset.error) return <ErrorState title={t('unsetFailed')} error={unset.error} onRetry={unset.retry} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-[13px] text-muted">{t('unsetIntro')}</p>
      <div className="flex flex-wrap items-center gap-2">
        <SearchInput
          className="w-full sm:w-72"
          label={t('searchModels')}
          value={keyword}
          onSearch={(text) => void change({ model: text === '' ? undefined : text, page: undefined })}
        />
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>button]:flex-1 sm:ml-auto">
          <Button onClick={() => setDialog('add')}>
            <Plus aria-hidden />
            {t('addModel')}
          </Button>
          <Button
            data-selected={selected.length}
            onClick={() => (selected.length === 0 ? notify.error(t('batchSelect')) : setDialog('batch'))}
          >
            <ListChecks aria-hidden />
            {t('batchSet')}
            {selected.length > 0 && ` (${format.number(selected.length)})`}
          </Button>
          <ApplyPrices />
          <TableFile name="unset-prices" columns={columns} rows={table.ordered} tone="framed" />
        </div>
      </div>
      <div className="rounded-xl sm:border sm:bg-card">
        <DataTable
          label={t('prices.unset')}
          columns={columns}
          rows={unset.models && table.shown}
          rowId={nameOf}
          rowName={nameOf}
          sort={table.sort}
          onSort={table.setSort}
          selection={selection}
          dense
          empty={<NoUnset isSearch={keyword !== ''} />}
        />
        {found.length > 0 && <Pager className="py-2.5 sm:border-t sm:px-4" {...table.pager} />}
      </div>
      <Overlay onClose={() => setDialog(undefined)}>
        {dialog === 'add' ? (
          <PriceDialog
            tables={tables}
            onClose={() => setDialog(undefined)}
            onDone={(name, prices) => update((all) => setPrices(all, name, prices))}
          />
        ) : (
          dialog === 'batch' && (
            <BatchDialog
              count={selected.length}
              onClose={() => setDialog(undefined)}
              onDone={(given) => {
                update((all) => applyBatch(all, selected, given))
                selection.clear()
                notify.info(t('batchDone', { count: selected.length }))
              }}
            />
          )
        )}
      </Overlay>
    </div>
  )
}

function NoUnset({ isSearch }: { isSearch: boolean }) {
  const t = useText('settings')
  return <Empty kind={isSearch ? 'match' : 'first'} title={t(isSearch ? 'noModelsMatch' : 'unsetNone')} />
}

const asItIs = (name: string) => name
const nameOf = ({ name }: PriceRow) => name
