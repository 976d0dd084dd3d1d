import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { type PriceUnit, priceOf } from './model-price.ts'
import { type ShownModel, shownRatio } from './shown-models.ts'

/** What long prompts cost, a line for each step. */
export function StepLines({ model, unit }: { model: ShownModel; unit: PriceUnit }) {
  const t = useText('pricing')
  const format = useFormat()
  const usual = priceOf(model, shownRatio(model), unit)
  if (usual.kind === 'call') return null
  return model.price_steps.map(({ above, input, output }) => (
    <span key={above} className="flex flex-wrap gap-x-2">
      <span className="text-muted">{t('stepAbove', { tokens: format.number(above) })}</span>
      {t('stepPrices', {
        input: format.price(usual.input * input),
        output: format.price(usual.output * output),
        unit: t(`unit.${unit}`),
      })}
    </span>
  ))
}
