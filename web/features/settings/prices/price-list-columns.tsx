import { type Formats, useFormat } from '../../../lib/format.ts'
import type { Text } from '../../../lib/i18n.ts'
import type { Orders } from '../../../lib/local-order.ts'
import { Select } from '../../../ui/select.tsx'
import type { TableColumn } from '../../../ui/table-file.tsx'
import type { Asked, Costs, PriceDifference } from './price-differences.ts'

type Parts = {
  t: Text<'settings'>
  format: Formats
  turnover: ReadonlyMap<string, number> | undefined
  /** Which of the offers is chosen for the model. */
  chosen: (difference: PriceDifference) => Asked | undefined
  choose: (model: string, place: number) => void
}

/** What is set beside what is asked, and what the change would have meant for the last month. */
export const priceListColumns = ({ t, format, turnover, chosen, choose }: Parts): TableColumn<PriceDifference>[] => [
  {
    id: 'model',
    sort: 'model',
    label: t('columnModel'),
    card: 'title',
    plain: ({ model }) => model,
    cell: ({ model }) => {
      const quota = turnover?.get(model) ?? 0
      return (
        <span className="grid min-w-28">
          <span className="font-medium break-words">{model}</span>
          {quota > 0 && (
            <span className="text-[13px] text-muted">{t('listTurnover', { amount: format.quota(quota) })}</span>
          )}
        </span>
      )
    },
  },
  {
    ...{ id: 'now', label: t('listNow'), sort: 'now', align: 'right' },
    plain: ({ now }) => now && costsText(now, t, format),
    cell: ({ now }) => <CostsText costs={now} t={t} />,
  },
  {
    id: 'asked',
    label: t('listAsked'),
    sort: 'asked',
    plain: (row) => {
      const asked = chosen(row)
      return asked && `${costsText(asked.costs, t, format)} · ${askerOf(asked)}`
    },
    cell: (row) => {
      const asked = chosen(row)
      if (asked === undefined) return '–'
      if (row.asked.length === 1) return <AskedText asked={asked} t={t} />
      return (
        <Select
          className="min-w-44"
          label={t('listAskedFor', { model: row.model })}
          value={row.asked.indexOf(asked)}
          onChange={(place) => choose(row.model, place ?? 0)}
          choices={row.asked.map((each, value) => ({
            value,
            label: costsText(each.costs, t, format),
            hint: askerOf(each),
          }))}
        />
      )
    },
  },
  {
    id: 'change',
    label: t('listChange'),
    sort: 'change',
    align: 'right',
    plain: (row) => changeText(chosen(row), format),
    cell: (row) => {
      const [quota, change] = [turnover?.get(row.model) ?? 0, chosen(row)?.change]
      if (change === undefined) return '–'
      return (
        <span className="grid justify-items-end sm:whitespace-nowrap">
          <span>{changeText(chosen(row), format)}</span>
          {quota > 0 && (
            <span className="text-[13px] text-muted">
              {rangeText(change.least * quota, change.most * quota, (part) => signed(part, format.quota))}
            </span>
          )}
        </span>
      )
    },
  },
]

/** What the columns are ordered by: of prices the first that a row has, of a change the least. */
export const differenceOrders = (chosen: Parts['chosen']): Orders<PriceDifference> => ({
  model: ({ model }) => model,
  now: ({ now }) => now && firstCost(now),
  asked: (row) => {
    const asked = chosen(row)
    return asked && firstCost(asked.costs)
  },
  change: (row) => chosen(row)?.change?.least,
})

const firstCost = ({ perCall, input }: Costs): number | undefined => perCall ?? input

const askerOf = ({ list, offer }: Asked): string => (offer.by === '' ? list : `${offer.by} · ${list}`)

function AskedText({ asked, t }: { asked: Asked; t: Text<'settings'> }) {
  return (
    <span className="grid">
      <CostsText costs={asked.costs} t={t} />
      <span className="max-w-64 truncate text-[13px] text-muted">{askerOf(asked)}</span>
    </span>
  )
}

function CostsText({ costs, t }: { costs: Costs | undefined; t: Text<'settings'> }) {
  const format = useFormat()
  return <span className="sm:whitespace-nowrap">{costs ? costsText(costs, t, format) : '–'}</span>
}

const costsText = ({ input, output, cacheRead, perCall }: Costs, t: Text<'settings'>, format: Formats): string => {
  if (perCall !== undefined) return t('perRequest', { amount: format.price(perCall) })
  const parts = [input, output, cacheRead].map((price) => (price === undefined ? '–' : format.price(price)))
  return (cacheRead === undefined ? parts.slice(0, 2) : parts).join(' / ')
}

const changeText = (asked: Asked | undefined, format: Formats): string | undefined =>
  asked?.change && rangeText(asked.change.least, asked.change.most, (part) => signed(part, format.percent))

const rangeText = (least: number, most: number, write: (part: number) => string): string => {
  const [low, high] = [write(least), write(most)]
  return low === high ? low : `${low} … ${high}`
}

const signed = (part: number, write: (amount: number) => string): string => (part > 0 ? `+${write(part)}` : write(part))
