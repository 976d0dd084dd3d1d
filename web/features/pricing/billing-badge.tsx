import { type PricedModel, quotaTypes } from '#contract/models.ts'
import { useText } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'

export function BillingBadge({ model }: { model: PricedModel }) {
  const t = useText('pricing')
  return <Badge tone={model.quota_type === quotaTypes.perCall ? 'info' : 'brand'}>{t(billingLabelOf(model))}</Badge>
}

export const billingLabelOf = ({ quota_type: type }: PricedModel) =>
  type === quotaTypes.perCall ? 'billing.call' : 'billing.usage'
