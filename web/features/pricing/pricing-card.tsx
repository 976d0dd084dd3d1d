import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { useStore } from '../../lib/store.ts'
import { BillingBadge } from './billing-badge.tsx'
import { GroupButtons } from './group-ratio.tsx'
import { PriceLines, ratiosText } from './price-lines.tsx'
import { ratiosPreference } from './price-unit.ts'
import { isAvailable, type ShownModel } from './shown-models.ts'

/** A model on a phone, below its name. */
export function PricingCard({ model }: { model: ShownModel }) {
  const t = useText('pricing')
  const format = useFormat()
  const showsRatios = useStore(ratiosPreference)
  return (
    <div className="grid gap-2.5">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1.5">
        <span className="grid justify-items-start gap-1 text-[13px] text-muted">
          <BillingBadge model={model} />
          {showsRatios && ratiosText(model, t, format).join(' · ')}
        </span>
        <PriceLines model={model} />
      </div>
      <GroupButtons model={model} />
      {(!isAvailable(model) || !model.priced) && (
        <p className="text-[13px] text-muted">{t(model.availability, { group: model.group })}</p>
      )}
    </div>
  )
}
