import { useMemo } from 'react'
import { formatOption, parseOption } from '#contract/option-text.ts'
import { priceStepsOf } from '#contract/price-steps.ts'
import { tierRatiosOf } from '#contract/service-tiers.ts'
import { useOptionText, useSettings } from '../settings-state.ts'
import { type ExtraPrices, withEntryOf } from './extra-prices.ts'

/** The prices beside the usual ones as they are typed so far; undefined where an option cannot be read. */
export const useExtraPrices = () => {
  const { draft } = useSettings()
  const stepText = useOptionText('PriceStep')
  const tierText = useOptionText('ServiceTierRatio')
  return useMemo(() => {
    const steps = parseOption('PriceStep', stepText)
    const tiers = parseOption('ServiceTierRatio', tierText)
    if (!steps.ok || !tiers.ok) return undefined
    return {
      of: (model: string): ExtraPrices => ({
        steps: [...(priceStepsOf(steps.value, model) ?? [])],
        tiers: tierRatiosOf(tiers.value, model) ?? {},
      }),
      set: (model: string, extras: ExtraPrices) => {
        draft.type('PriceStep', formatOption('PriceStep', withEntryOf(steps.value, model, [...extras.steps])))
        draft.type('ServiceTierRatio', formatOption('ServiceTierRatio', withEntryOf(tiers.value, model, extras.tiers)))
      },
    }
  }, [stepText, tierText, draft])
}
