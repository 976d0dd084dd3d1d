import { CircleCheck, CircleSlash } from 'lucide-react'
import type { PricedModel } from '#contract/models.ts'
import type { Text } from '../../lib/i18n.ts'
import type { Column } from '../../ui/column.ts'
import { Copy } from '../../ui/copy.tsx'
import { BillingBadge } from './billing-badge.tsx'
import { GroupButtons } from './group-ratio.tsx'
import { cheapestGroups, type PriceUnit } from './model-price.ts'
import { PriceLines, ratiosText } from './price-lines.tsx'

/** Which prices are shown, and how to see those of another group. */
export type ShownPrices = {
  group: string
  ratios: Readonly<Record<string, number>>
  unit: PriceUnit
  onShowGroup(group: string): void
}

/** Whether members of the group can call the model, and why not. */
export const availabilityOf = (model: PricedModel, group: string): 'available' | 'notInGroup' | 'notPriced' => {
  if (!model.priced) return 'notPriced'
  return model.enable_groups.includes(group) ? 'available' : 'notInGroup'
}

export const pricingColumns = (
  t: Text<'pricing'>,
  { group, ratios, unit, onShowGroup }: ShownPrices,
): Column<PricedModel>[] => [
  {
    id: 'available',
    label: t('columnAvailable'),
    cell: (model) => <Availability model={model} group={group} t={t} />,
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
        ratios={ratios}
        cheapest={cheapestGroups(model, ratios)}
        shown={group}
        onShow={onShowGroup}
      />
    ),
  },
  {
    id: 'ratio',
    label: t('columnRatio'),
    cell: (model) => (
      <span className="grid text-[13px] text-muted">
        {ratiosText(model, ratios[group] ?? 1, t).map((line) => (
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
    cell: (model) => <PriceLines model={model} groupRatio={ratios[group] ?? 1} unit={unit} />,
  },
]

type AvailabilityProps = { model: PricedModel; group: string; t: Text<'pricing'> }

function Availability({ model, group, t }: AvailabilityProps) {
  const availability = availabilityOf(model, group)
  const Icon = availability === 'available' ? CircleCheck : CircleSlash
  return (
    <span className="inline-flex" title={t(availability, { group })}>
      <Icon className={`size-4 shrink-0 ${availability === 'available' ? 'text-ok' : 'text-muted'}`} aria-hidden />
      <span className="sr-only">{t(availability, { group })}</span>
    </span>
  )
}
