import { FileUp, X } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useFormat } from '../../../lib/format.ts'
import { useText } from '../../../lib/i18n.ts'
import { notify } from '../../../lib/notify.ts'
import { formOf } from '../../../lib/record-form.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorLine } from '../../../ui/error-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { RecordField } from '../../../ui/record-field.tsx'
import { useSelection } from '../../../ui/selection.ts'
import { TableFile } from '../../../ui/table-file.tsx'
import { useRecordForm } from '../../../ui/use-record-form.ts'
import { ApplyPrices } from './apply-prices.tsx'
import { type PriceDifference, priceDifferences, type ReadList, withOffer } from './price-differences.ts'
import type { PriceViewProps } from './price-editor.tsx'
import { differenceOrders, priceListColumns } from './price-list-columns.tsx'
import { SeenLists } from './seen-lists.tsx'
import { usePriceLists } from './use-price-lists.ts'
import { usePricePage } from './use-price-page.ts'
import { useTurnover } from './use-turnover.ts'
import type { useUnsetModels } from './use-unset-models.ts'

type PriceListsProps = PriceViewProps & { unset: ReturnType<typeof useUnsetModels> }

/** What others ask for the models, beside what is set here. What is taken over is saved like whatever is typed. */
export function PriceLists({ tables, update, unset }: PriceListsProps) {
  const t = useText('settings')
  const format = useFormat()
  const { lists, error, isReading, readAddress, readFile, forget } = usePriceLists()
  const turnover = useTurnover()
  const selection = useSelection()
  const [places, setPlaces] = useState<Readonly<Record<string, number>>>({})
  const differences = useMemo(() => {
    const found = priceDifferences(tables, lists, unset.models ?? [])
    return found.toSorted((one, other) => (turnover?.get(other.model) ?? 0) - (turnover?.get(one.model) ?? 0))
  }, [tables, lists, unset.models, turnover])
  const chosen = useCallback(({ model, asked }: PriceDifference) => asked[places[model] ?? 0] ?? asked[0], [places])
  const columns = useMemo(
    () =>
      priceListColumns({
        t,
        format,
        turnover,
        chosen,
        choose: (model, place) => setPlaces((known) => ({ ...known, [model]: place })),
      }),
    [t, format, turnover, chosen],
  )
  const orders = useMemo(() => differenceOrders(chosen), [chosen])
  const table = usePricePage({
    rows: lists.length === 0 ? undefined : differences,
    rowId: modelOf,
    orders,
  })
  const selected = differences.filter(({ model }) => selection.ids.has(model))
  /** What was selected ends with the lists it was selected in. */
  const ending =
    <Given,>(act: (given: Given) => void) =>
    (given: Given) => {
      selection.clear()
      act(given)
    }
  const take = () => {
    const offers = selected.flatMap((difference) => chosen(difference)?.offer ?? [])
    update((all) => offers.reduce(withOffer, all))
    selection.clear()
    notify.info(t('listTaken', { count: offers.length }))
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-[13px] text-muted">{t('listsIntro')}</p>
      <ListSources isReading={isReading} onAddress={ending(readAddress)} onFile={ending(readFile)} />
      <SeenLists onRead={ending(readAddress)} />
      {error && <Notice tone="bad">{error.message}</Notice>}
      <ReadLists lists={lists} onForget={ending(forget)} />
      {/* Without them nothing is compared that has no price here. */}
      {unset.error && <ErrorLine title={t('unsetFailed')} onRetry={unset.retry} />}
      {lists.length > 0 && (
        <>
          <div className="flex flex-wrap justify-end gap-2 max-sm:[&>button]:flex-1">
            <Button
              onClick={() =>
                selection.toggleAll(
                  differences.map(({ model }) => model),
                  true,
                )
              }
            >
              {t('listSelectAll', { count: differences.length })}
            </Button>
            <Button
              data-selected={selected.length}
              onClick={() => (selected.length === 0 ? notify.error(t('batchSelect')) : take())}
            >
              {t('listTake', { count: selected.length })}
            </Button>
            <ApplyPrices />
            <TableFile name="price-differences" columns={columns} rows={table.ordered} tone="framed" />
          </div>
          <div className="rounded-xl sm:border sm:bg-card">
            <DataTable
              label={t('prices.lists')}
              columns={columns}
              rows={table.shown}
              rowId={modelOf}
              rowName={modelOf}
              sort={table.sort}
              onSort={table.setSort}
              selection={selection}
              empty={<Empty kind="match" title={t('listSame')} />}
            />
            <Pager className="py-2.5 sm:border-t sm:px-4" {...table.pager} />
          </div>
        </>
      )}
    </div>
  )
}

const modelOf = ({ model }: PriceDifference) => model

type ListSourcesProps = { isReading: boolean; onAddress: (address: string) => void; onFile: (file: File) => void }

function ListSources({ isReading, onAddress, onFile }: ListSourcesProps) {
  const t = useText('settings')
  const edit = useRecordForm(listForm, { text: t, save: async ({ address }) => onAddress(address.trim()) })
  const picker = useRef<HTMLInputElement>(null)
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-2 [&>button]:mt-[26px]"
      onSubmit={(event) => void edit.form.handleSubmit(edit.submit)(event)}
    >
      <RecordField edit={edit} name="address" className="min-w-60 flex-1">
        {(field) => <Input {...field} type="url" placeholder="https://models.dev/api.json" />}
      </RecordField>
      <Button type="submit" loading={isReading}>
        {t('listFetch')}
      </Button>
      <Button onClick={() => picker.current?.click()}>
        <FileUp aria-hidden />
        {t('listFile')}
      </Button>
      <input
        ref={picker}
        type="file"
        accept=".json,application/json"
        aria-label={t('listFile')}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) onFile(file)
          currentTarget.value = ''
        }}
      />
    </form>
  )
}

const listForm = formOf<never, { address: string }, 'settings'>()({
  address: {
    control: 'text',
    label: 'listAddress',
    start: '',
    required: 'listAddressMissing',
    to: (address) => ({ address: address.trim() }),
  },
})

function ReadLists({ lists, onForget }: { lists: readonly ReadList[]; onForget: (name: string) => void }) {
  const t = useText('settings')
  if (lists.length === 0) return null
  return (
    <ul className="grid gap-1 text-[13px]">
      {lists.map(({ name, format, offers, leftOut }) => (
        <li key={name} className="flex flex-wrap items-center gap-x-3">
          <span className="min-w-0 truncate">{name}</span>
          <span className="shrink-0 text-muted">{t('listRead', { format, count: offers.length })}</span>
          {leftOut > 0 && <span className="shrink-0 text-muted">{t('listLeftOut', { count: leftOut })}</span>}
          <IconButton label={t('listForget', { name })} icon={<X />} onClick={() => onForget(name)} />
        </li>
      ))}
    </ul>
  )
}
