import type { PricedModel } from '#contract/models.ts'
import { useText } from '../../lib/i18n.ts'
import { BillingBadge } from './billing-badge.tsx'
import { GroupButtons } from './group-ratio.tsx'
import { cheapestGroups } from './model-price.ts'
import { PriceLines, ratiosText } from './price-lines.tsx'
import { availabilityOf, type ShownPrices } from './pricing-columns.tsx'

type PricingCardProps = { model: PricedModel; prices: ShownPrices }

/** A model on a phone, below its name. */
export function PricingCard({ model, prices: { group, ratios, unit, onShowGroup } }: PricingCardProps) {
  const t = useText('pricing')
  const groupRatio = ratios[group] ?? 1
  const availability = availabilityOf(model, group)
  return (
    <div className="grid gap-2.5">
      <div className="flex items-start justify-between gap-3">
        <span className="grid justify-items-start gap-1 text-[13px] text-muted">
          <BillingBadge model={model} />
          {ratiosText(model, groupRatio, t).join(' · ')}
        </span>
        <PriceLines model={model} groupRatio={groupRatio} unit={unit} />
      </div>
      <GroupButtons
        groups={model.enable_groups}
        ratios={ratios}
        cheapest={cheapestGroups(model, ratios)}
        shown={group}
        onShow={onShowGroup}
      />
      {availability !== 'available' && <p className="text-[13px] text-muted">{t(availability, { group })}</p>}
    </div>
  )
}
