import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PricedModel } from '#contract/models.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { useUser } from '../../lib/session.ts'
import { useStore } from '../../lib/store.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { makerNameOf } from './model-finding.ts'
import { type ModelPrice, priceOf } from './model-price.ts'
import { unitPreference } from './price-unit.ts'
import { ServiceLines } from './service-lines.tsx'
import { isAvailable, type ShownModel, shownRatio } from './shown-models.ts'
import { StepLines } from './step-lines.tsx'

/** What unfolds below a model: the prices that differ from the usual, and where it is called. */
export function ModelDetails({ model }: { model: ShownModel }) {
  const t = useText('pricing')
  const format = useFormat()
  const user = useUser()
  const unit = useStore(unitPreference)
  const { endpoints, group } = model
  const further = model.hasPrice ? furtherPrices(model, priceOf(model, shownRatio(model), unit)) : []
  const isChat = model.supported_endpoint_types.some((type) => endpoints[type]?.path === chatPath)
  const mayTry = user !== null && isChat && isAvailable(model)
  return (
    <dl className="grid gap-x-10 gap-y-3 py-1 text-[13px] sm:grid-cols-[repeat(3,auto)] sm:justify-start">
      <Fact label={t('maker')}>{makerNameOf(model) || t('makerUnknown')}</Fact>
      {model.knows_until !== undefined && <Fact label={t('knowsUntil')}>{model.knows_until}</Fact>}
      {model.retires_on !== undefined && <Fact label={t('retiresOn')}>{model.retires_on}</Fact>}
      <Fact label={t('furtherPrices')}>
        {further.length === 0
          ? t('furtherNone')
          : further.map(([key, dollars]) => (
              <span key={key} className="flex gap-2 whitespace-nowrap">
                <span className="text-muted">{t(key)}</span>
                {t('amountPer', { amount: format.price(dollars), unit: t(`unit.${unit}`) })}
              </span>
            ))}
      </Fact>
      {model.hasPrice && model.price_steps.length > 0 && (
        <Fact label={t('longPrompts')}>
          <StepLines model={model} unit={unit} />
        </Fact>
      )}
      {model.hasPrice && model.service_tiers !== undefined && (
        <Fact label={t('otherServices')}>
          <ServiceLines model={model} tiers={model.service_tiers} unit={unit} />
        </Fact>
      )}
      <Fact label={t('endpoints')}>
        {model.supported_endpoint_types.length === 0 && t('endpointsNone')}
        {model.supported_endpoint_types.map((type) => (
          <span key={type} className="flex min-w-0 flex-wrap items-center gap-x-2">
            <Badge tone="muted">{type}</Badge>
            <code className="text-xs break-all">
              {endpoints[type]?.method} {endpoints[type]?.path}
            </code>
          </span>
        ))}
        {mayTry && (
          <Link
            to="/playground"
            search={{ model: model.model_name, group }}
            className={buttonClass({ size: 'sm', className: 'mt-1 justify-self-start' })}
          >
            {t('tryInPlayground')}
          </Link>
        )}
      </Fact>
    </dl>
  )
}

/** What the playground speaks. */
const chatPath = '/v1/chat/completions'

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="pb-1 text-xs text-muted">{label}</dt>
      <dd className="grid gap-1">{children}</dd>
    </div>
  )
}

/** Only those that are not the price of any other input or output. */
const furtherPrices = (model: PricedModel, price: ModelPrice) => {
  if (price.kind === 'call') return []
  const lines = [
    ['cacheRead', price.cacheRead, model.cache_ratio !== 1],
    ['cacheWrite', price.cacheWrite, model.cache_creation_ratio !== 1],
    [
      'cacheWriteHour',
      price.cacheWriteHour,
      model.cache_creation_ratio !== 1 && model.cache_creation_hour_ratio !== model.cache_creation_ratio,
    ],
    ['imageInput', price.imageInput, model.image_ratio !== 1],
    ['imageOutput', price.imageOutput, model.image_completion_ratio !== model.completion_ratio],
    ['audioInput', price.audioInput, model.audio_ratio !== 1],
    ['audioOutput', price.audioOutput, model.audio_ratio !== 1 || model.audio_completion_ratio !== 1],
  ] as const
  return lines.flatMap(([key, dollars, differs]) => (differs ? [[key, dollars] as const] : []))
}
