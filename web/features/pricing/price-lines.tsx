import clsx from 'clsx'
import { quotaTypes } from '#contract/models.ts'
import { type Formats, useFormat } from '../../lib/format.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { useStore } from '../../lib/store.ts'
import { Badge } from '../../ui/badge.tsx'
import { priceOf } from './model-price.ts'
import { unitPreference } from './price-unit.ts'
import { type ShownModel, shownRatio } from './shown-models.ts'

/** What a model costs in the group that is shown; `across`: side by side, each at the same place in every row. */
export function PriceLines({ model, across = false }: { model: ShownModel; across?: boolean }) {
  const t = useText('pricing')
  const format = useFormat()
  const unit = useStore(unitPreference)
  if (!model.hasPrice) return <Badge tone="warn">{t('unpriced')}</Badge>
  const price = priceOf(model, shownRatio(model), unit)
  if (price.kind === 'call') return <Line label={t('perCall')} text={format.price(price.call)} />
  const usual = !model.priced && (
    <Badge tone="warn" title={t('usualPriceHint')}>
      {t('usualPrice')}
    </Badge>
  )
  const cacheRead = price.cacheRead !== price.input && (
    <Line label={t('cacheRead')} text={format.price(price.cacheRead)} unit={t(`unit.${unit}`)} across={across} />
  )
  return (
    <span className={across ? 'inline-flex items-center gap-2 align-middle' : 'inline-grid gap-0.5'}>
      {usual && <span className="justify-self-end">{usual}</span>}
      <span className={across ? acrossClass : 'contents'}>
        <Line label={t('input')} text={format.price(price.input)} unit={t(`unit.${unit}`)} across={across} />
        {cacheRead || (across && <span />)}
        <Line label={t('output')} text={format.price(price.output)} unit={t(`unit.${unit}`)} across={across} />
      </span>
    </span>
  )
}

const acrossClass = 'inline-grid grid-cols-[repeat(3,max-content)] gap-x-3 *:min-w-22'

type LineProps = { label: string; text: string; unit?: string; across?: boolean }

function Line({ label, text, unit, across = false }: LineProps) {
  return (
    <span className={clsx('flex whitespace-nowrap', across ? stackedClass : 'items-baseline justify-end gap-2')}>
      <span className="text-xs leading-4 text-muted">{label}</span>
      <span className="font-medium tabular-nums">
        {text}
        {unit !== undefined && <span className="text-xs font-normal text-muted"> / {unit}</span>}
      </span>
    </span>
  )
}

/** The label over the price, both smaller in low rows. */
const stackedClass = 'flex-col items-end group-data-low/row:*:leading-3.5 group-data-low/row:text-[13px]'

/** Whether ratios of its own make its price. */
export const hasRatios = ({ quota_type: type, hasPrice }: ShownModel): boolean =>
  type !== quotaTypes.perCall && hasPrice

/** The ratios that make the price: of the model, of its output, of the group. */
export const ratiosText = (model: ShownModel, t: Text<'pricing'>, { ratio }: Formats): string[] => [
  ...(hasRatios(model)
    ? [
        t('ratioModel', { ratio: ratio(model.model_ratio) }),
        t('ratioCompletion', { ratio: ratio(model.completion_ratio) }),
      ]
    : []),
  t('ratioGroup', { ratio: ratio(shownRatio(model)) }),
]

export function RatioLines({ model }: { model: ShownModel }) {
  const t = useText('pricing')
  const format = useFormat()
  return (
    <span className="grid text-[13px] text-muted">
      {ratiosText(model, t, format).map((line) => (
        <span key={line} className="whitespace-nowrap">
          {line}
        </span>
      ))}
    </span>
  )
}
