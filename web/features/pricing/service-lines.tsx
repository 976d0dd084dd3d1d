import { serviceTiers, type TierRatios } from '#contract/service-tiers.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { type PriceUnit, priceOf } from './model-price.ts'
import { type ShownModel, shownRatio } from './shown-models.ts'

type ServiceLinesProps = { model: ShownModel; tiers: TierRatios; unit: PriceUnit }

/** What a model costs in the other services of its vendor, a line for each. */
export function ServiceLines({ model, tiers, unit }: ServiceLinesProps) {
  const t = useText('pricing')
  const format = useFormat()
  const usual = priceOf(model, shownRatio(model), unit)
  return serviceTiers.map((tier) => {
    const times = tiers[tier]
    if (times === undefined) return null
    return (
      <span key={tier} className="flex flex-wrap gap-x-2">
        <span className="text-muted">{t(`service.${tier}`)}</span>
        {usual.kind === 'call'
          ? format.price(usual.call * times)
          : t('stepPrices', {
              input: format.price(usual.input * times),
              output: format.price(usual.output * times),
              unit: t(`unit.${unit}`),
            })}
      </span>
    )
  })
}
