import { type PricedModel, quotaTypes } from '#contract/models.ts'
import { useText } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'

export function BillingBadge({ model }: { model: PricedModel }) {
  const t = useText('pricing')
  return model.quota_type === quotaTypes.perCall ? (
    <Badge tone="info">{t('billing.call')}</Badge>
  ) : (
    <Badge tone="brand">{t('billing.usage')}</Badge>
  )
}
