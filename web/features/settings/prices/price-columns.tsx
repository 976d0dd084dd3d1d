import { defaultCompletionRatio } from '#contract/default-ratio-rules.ts'
import { inputPriceOf, outputPriceOf } from '#pricing/price-conversions.ts'
import { type Formats, useFormat } from '../../../lib/format.ts'
import { typedNumber } from '../../../lib/format-fixed.ts'
import type { Text } from '../../../lib/i18n.ts'
import type { Orders } from '../../../lib/local-order.ts'
import { Badge } from '../../../ui/badge.tsx'
import type { TableColumn } from '../../../ui/table-file.tsx'
import { PriceCell } from './price-cell.tsx'
import { priceKinds } from './price-kinds.ts'
import { hasConflict, type ModelPrices, type PriceRow } from './price-tables.ts'

type SetPrices = (row: PriceRow, prices: ModelPrices) => void

/** Whose prices they are. */
export const nameColumn = (t: Text<'settings'>): TableColumn<PriceRow> => ({
  id: 'name',
  label: t('columnModel'),
  sort: 'name',
  card: 'title',
  plain: ({ name }) => name,
  cell: (row) => (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="min-w-30 font-medium wrap-anywhere">{row.name}</span>
      {hasConflict(row) && (
        <Badge tone="warn" title={t('conflictHint')}>
          {t('conflict')}
        </Badge>
      )}
    </span>
  ),
})

/**
 * The columns of a table of prices that can be typed over. With `mayBeUnset` a row may lose all its prices; without,
 * it keeps a price or a ratio until it is deleted.
 */
export const priceColumns = (t: Text<'settings'>, mayBeUnset: boolean, set: SetPrices): TableColumn<PriceRow>[] => [
  nameColumn(t),
  {
    id: 'price',
    label: t('columnPrice'),
    sort: 'price',
    align: 'right',
    plain: ({ price }) => price,
    cell: (row) => (
      <PriceCell
        label={t('priceOf', { model: row.name })}
        isPrice
        amount={row.price}
        clearable={mayBeUnset || row.price === undefined || row.ratio !== undefined}
        onChange={(price) => set(row, { ...row, price })}
      />
    ),
  },
  {
    id: 'ratio',
    label: t('columnRatio'),
    sort: 'ratio',
    align: 'right',
    plain: ({ ratio }) => ratio,
    cell: (row) => (
      <PriceCell
        label={t('ratioOf', { model: row.name })}
        amount={row.ratio}
        clearable={mayBeUnset || row.ratio === undefined}
        disabled={row.price !== undefined}
        onChange={(ratio) => set(row, { ...row, ratio })}
      />
    ),
  },
  {
    id: 'completionRatio',
    label: t('columnCompletion'),
    sort: 'completionRatio',
    align: 'right',
    plain: ({ completionRatio }) => completionRatio,
    cell: (row) => (
      <PriceCell
        label={t('completionOf', { model: row.name })}
        amount={row.completionRatio}
        clearable
        disabled={row.price !== undefined}
        placeholder={row.price === undefined ? typedNumber(defaultCompletionRatio(row.name)) : ''}
        onChange={(completionRatio) => set(row, { ...row, completionRatio })}
      />
    ),
  },
  {
    id: 'million',
    label: t('columnMillion'),
    sorts: [
      { sort: 'input', label: t('orderInput') },
      { sort: 'output', label: t('orderOutput') },
    ],
    align: 'right',
    cell: (row) => <Cost row={row} t={t} />,
  },
]

const kindOrders: Orders<PriceRow> = Object.fromEntries(
  priceKinds.map((kind) => [kind, ({ kinds }: PriceRow) => kinds[kind]]),
)

/** What the columns of prices are ordered by. */
export const priceOrders: Orders<PriceRow> = {
  name: ({ name }) => name,
  price: ({ price }) => price,
  ratio: ({ ratio }) => ratio,
  completionRatio: ({ completionRatio }) => completionRatio,
  input: (row) => tokenPricesOf(row)?.input,
  output: (row) => tokenPricesOf(row)?.output,
  ...kindOrders,
}

function Cost({ row, t }: { row: PriceRow; t: Text<'settings'> }) {
  return <span className="whitespace-nowrap text-muted">{costText(row, t, useFormat())}</span>
}

const costText = (row: PriceRow, t: Text<'settings'>, format: Formats): string => {
  if (row.price !== undefined) return t('perRequest', { amount: format.price(row.price) })
  const prices = tokenPricesOf(row)
  return prices === undefined ? '–' : `${format.price(prices.input)} / ${format.price(prices.output)}`
}

/** What a million tokens cost, where they do not cost a price for each request. */
const tokenPricesOf = ({ name, price, ratio, completionRatio }: PriceRow) =>
  price !== undefined || ratio === undefined
    ? undefined
    : { input: inputPriceOf(ratio), output: outputPriceOf(ratio, completionRatio ?? defaultCompletionRatio(name)) }
