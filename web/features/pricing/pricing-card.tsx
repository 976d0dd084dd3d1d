import type { PricedModel } from '#contract/models.ts'
import { useText } from '../../lib/i18n.ts'
import { BillingBadge } from './billing-badge.tsx'
import { GroupButtons } from './group-ratio.tsx'
import { cheapestGroups } from './model-price.ts'
import { PriceLines, ratiosText } from './price-lines.tsx'
import { availabilityOf, isAvailable, type ShownPrices } from './shown-prices.ts'

type PricingCardProps = { model: PricedModel; prices: ShownPrices }

/** A model on a phone, below its name. */
export function PricingCard({ model, prices }: PricingCardProps) {
  const t = useText('pricing')
  const { group, ratios, onShowGroup } = prices
  const availability = availabilityOf(model, prices)
  return (
    <div className="grid gap-2.5">
      <div className="flex items-start justify-between gap-3">
        <span className="grid justify-items-start gap-1 text-[13px] text-muted">
          <BillingBadge model={model} />
          {ratiosText(model, prices, t).join(' · ')}
        </span>
        <PriceLines model={model} prices={prices} />
      </div>
      <GroupButtons
        groups={model.enable_groups}
        ratios={ratios}
        cheapest={cheapestGroups(model, ratios)}
        shown={group}
        onShow={onShowGroup}
      />
      {(!isAvailable(availability) || !model.priced) && (
        <p className="text-[13px] text-muted">{t(availability, { group })}</p>
      )}
    </div>
  )
}
