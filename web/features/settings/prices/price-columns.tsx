import { defaultCompletionRatio } from '#contract/default-ratio-rules.ts'
import { formatMoney } from '../../../lib/format.ts'
import type { Text } from '../../../lib/i18n.ts'
import type { Column } from '../../../ui/column.ts'
import { PriceCell } from './price-cell.tsx'
import { inputPriceOf, outputPriceOf } from './price-conversions.ts'
import type { ModelPrices, PriceRow } from './price-tables.ts'

type SetPrices = (row: PriceRow, prices: ModelPrices) => void

/**
 * The columns of a table of prices that can be typed over. With `mayBeUnset` a row may lose all its prices; without,
 * it keeps a price or a ratio until it is deleted.
 */
export const priceColumns = (t: Text<'settings'>, mayBeUnset: boolean, set: SetPrices): Column<PriceRow>[] => [
  {
    id: 'name',
    label: t('columnModel'),
    card: 'title',
    cell: (row) => <span className="font-medium break-all">{row.name}</span>,
  },
  {
    id: 'price',
    label: t('columnPrice'),
    align: 'right',
    cell: (row) => (
      <PriceCell
        label={t('priceOf', { model: row.name })}
        amount={row.price}
        clearable={mayBeUnset || row.price === undefined || row.ratio !== undefined}
        onChange={(price) => set(row, { ...row, price })}
      />
    ),
  },
  {
    id: 'ratio',
    label: t('columnRatio'),
    align: 'right',
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
    align: 'right',
    cell: (row) => (
      <PriceCell
        label={t('completionOf', { model: row.name })}
        amount={row.completionRatio}
        clearable
        disabled={row.price !== undefined}
        placeholder={row.price === undefined ? shortNumber(defaultCompletionRatio(row.name)) : ''}
        onChange={(completionRatio) => set(row, { ...row, completionRatio })}
      />
    ),
  },
  {
    id: 'million',
    label: t('columnMillion'),
    align: 'right',
    cell: (row) => <span className="whitespace-nowrap text-muted">{costText(row, t)}</span>,
  },
]

const costText = (row: PriceRow, t: Text<'settings'>): string => {
  if (row.price !== undefined) return t('perRequest', { amount: money(row.price) })
  if (row.ratio === undefined) return '–'
  const output = outputPriceOf(row.ratio, row.completionRatio ?? defaultCompletionRatio(row.name))
  return `${money(inputPriceOf(row.ratio))} / ${money(output)}`
}

/** Cents, or as many digits as a smaller amount needs. */
export const money = (dollars: number): string => {
  const decimals = [2, 3, 4, 5].find(
    (count) => Math.abs(dollars * 10 ** count - Math.round(dollars * 10 ** count)) < 0.01,
  )
  return formatMoney(dollars, decimals ?? 6)
}

export const shortNumber = (value: number): string => String(Number(value.toFixed(4)))
