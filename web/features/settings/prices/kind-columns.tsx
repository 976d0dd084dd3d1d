import { typedNumber } from '../../../lib/format-fixed.ts'
import type { Text } from '../../../lib/i18n.ts'
import type { TableColumn } from '../../../ui/table-file.tsx'
import { PriceCell } from './price-cell.tsx'
import { assumedRatio, type PriceKind, priceInstead, priceKinds } from './price-kinds.ts'
import type { ModelPrices, PriceRow } from './price-tables.ts'

/** The columns of what cached input, pictures and sound cost. An empty one says what is taken instead. */
export const kindColumns = (
  t: Text<'settings'>,
  set: (row: PriceRow, prices: ModelPrices) => void,
): TableColumn<PriceRow>[] =>
  priceKinds.map((kind) => ({
    id: kind,
    label: t(`kind.${kind}`),
    sort: kind,
    align: 'right',
    plain: ({ kinds }) => kinds[kind],
    cell: (row) => (
      <PriceCell
        label={t('kindOf', { kind: t(`kind.${kind}`), model: row.name })}
        amount={row.kinds[kind]}
        clearable
        disabled={row.price !== undefined}
        placeholder={row.price === undefined ? insteadText(kind, row, t) : ''}
        onChange={(amount) => set(row, { ...row, kinds: { [kind]: amount } })}
      />
    ),
  }))

const insteadText = (kind: PriceKind, { name, completionRatio, kinds }: PriceRow, t: Text<'settings'>): string => {
  const beside = { name, completionRatio, audio: kinds.audio }
  const instead = priceInstead(kind, beside)
  return instead === undefined ? typedNumber(assumedRatio(kind, beside)) : t(instead)
}
