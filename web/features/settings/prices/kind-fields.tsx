import type { ReactNode } from 'react'
import { defaultAudioRatio } from '#contract/default-ratio-rules.ts'
import { outputPriceOf } from '#pricing/price-conversions.ts'
import { type Formats, useFormat } from '../../../lib/format.ts'
import { typedNumber } from '../../../lib/format-fixed.ts'
import { type Text, useText } from '../../../lib/i18n.ts'
import { FormSection } from '../../../ui/form-section.tsx'
import { amountOf } from './amount-text.ts'
import { type PriceForm, ratiosOf } from './price-form.ts'
import { assumedRatio, type PriceKind, priceInstead, priceKinds } from './price-kinds.ts'

type KindFieldsProps = {
  form: PriceForm
  hasFault: boolean
  field: (kind: PriceKind, label: string, unit: string, hint: ReactNode) => ReactNode
}

/** What cached input, pictures and sound cost with a model; open where something is set. */
export function KindFields({ form, hasFault, field }: KindFieldsProps) {
  const t = useText('settings')
  const format = useFormat()
  const byPrice = form.entry === 'price'
  return (
    <FormSection
      title={t('kinds')}
      description={byPrice ? undefined : t('kindsHint')}
      folded
      mustOpen={hasFault || priceKinds.some((kind) => form[kind] !== '')}
    >
      <div className="grid gap-4.5 sm:grid-cols-2">
        {priceKinds.map((kind) => (
          <div key={kind} className="contents">
            {field(
              kind,
              t(`kind.${kind}`),
              byPrice ? t('fieldMillionUnit') : '',
              t('kindEmpty', { instead: insteadText(kind, form, t, format) }),
            )}
          </div>
        ))}
      </div>
    </FormSection>
  )
}

/** What is taken where a field stays empty, in the unit that is typed. */
const insteadText = (kind: PriceKind, form: PriceForm, t: Text<'settings'>, format: Formats): string => {
  const name = form.name.trim()
  const ratios = form.entry === 'price' ? ratiosOf(form) : form
  const beside = { name, completionRatio: amountOf(ratios.completionRatio), audio: amountOf(ratios.audio) }
  const instead = priceInstead(kind, beside)
  if (instead !== undefined) return t(instead)
  const ratio = assumedRatio(kind, beside)
  const input = amountOf(ratios.ratio)
  if (form.entry === 'ratio' || input === undefined) return typedNumber(ratio)
  const audio = beside.audio ?? defaultAudioRatio(name)
  return format.price(outputPriceOf(input, kind === 'audioOutput' ? audio * ratio : ratio))
}
