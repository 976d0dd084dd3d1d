import { CircleCheck, CircleSlash } from 'lucide-react'
import type { PricedModel } from '#contract/models.ts'
import type { Text } from '../../lib/i18n.ts'
import type { Column } from '../../ui/column.ts'
import { Copy } from '../../ui/copy.tsx'
import { BillingBadge } from './billing-badge.tsx'
import { GroupButtons } from './group-ratio.tsx'
import { cheapestGroups } from './model-price.ts'
import { PriceLines, ratiosText } from './price-lines.tsx'
import { availabilityOf, isAvailable, type ShownPrices } from './shown-prices.ts'

export const pricingColumns = (t: Text<'pricing'>, prices: ShownPrices): Column<PricedModel>[] => [
  {
    id: 'available',
    label: t('columnAvailable'),
    cell: (model) => <AvailabilityMark model={model} prices={prices} t={t} />,
  },
  {
    id: 'model',
    label: t('columnModel'),
    always: true,
    card: 'title',
    className: 'max-w-80',
    cell: (model) => (
      <Copy
        text={model.model_name}
        label={t('copyModel', { model: model.model_name })}
        className="font-mono text-[13px]"
      >
        {model.model_name}
      </Copy>
    ),
  },
  {
    id: 'billing',
    label: t('columnBilling'),
    cell: (model) => <BillingBadge model={model} />,
  },
  {
    id: 'groups',
    label: t('columnGroups'),
    className: 'min-w-40',
    cell: (model) => (
      <GroupButtons
        groups={model.enable_groups}
        ratios={prices.ratios}
        cheapest={cheapestGroups(model, prices.ratios)}
        shown={prices.group}
        onShow={prices.onShowGroup}
      />
    ),
  },
  {
    id: 'ratio',
    label: t('columnRatio'),
    cell: (model) => (
      <span className="grid text-[13px] text-muted">
        {ratiosText(model, prices, t).map((line) => (
          <span key={line} className="whitespace-nowrap">
            {line}
          </span>
        ))}
      </span>
    ),
  },
  {
    id: 'price',
    label: t('columnPrice'),
    align: 'right',
    cell: (model) => <PriceLines model={model} prices={prices} />,
  },
]

type AvailabilityMarkProps = { model: PricedModel; prices: ShownPrices; t: Text<'pricing'> }

function AvailabilityMark({ model, prices, t }: AvailabilityMarkProps) {
  const availability = availabilityOf(model, prices)
  const said = t(availability, { group: prices.group })
  const Icon = isAvailable(availability) ? CircleCheck : CircleSlash
  return (
    <span className="inline-flex" title={said}>
      <Icon className={`size-4 shrink-0 ${isAvailable(availability) ? 'text-ok' : 'text-muted'}`} aria-hidden />
      <span className="sr-only">{said}</span>
    </span>
  )
}
