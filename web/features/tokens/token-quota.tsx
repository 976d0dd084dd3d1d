import type { Token } from '#contract/tokens.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { Meter } from '../../ui/meter.tsx'

/** How much of its quota a token has used, as figures and as a bar. */
export function TokenQuota({ token }: { token: Token }) {
  const t = useText('tokens')
  const format = useFormat()
  if (token.unlimited_quota) {
    return (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:flex-col max-sm:items-start">
        <Badge>{t('quotaUnlimited')}</Badge>
        <span className="text-xs text-muted">{t('quotaUsed', { amount: format.quota(token.used_quota) })}</span>
      </span>
    )
  }
  // Less than a cent is not nothing.
  const left = format.quota(token.remain_quota)
  const total = token.remain_quota + token.used_quota
  return (
    <div className="w-full max-w-44 min-w-32 sm:w-max sm:max-w-none">
      <span className="text-xs sm:whitespace-nowrap">
        {/* Of nothing at all nothing is left: twice the same figure would tell no more. */}
        {total > 0 ? t('quotaLeft', { left, total: format.quota(total) }) : left}
      </span>
      <div className="mt-1">
        <Meter label={t('quotaMeter')} share={total > 0 ? token.used_quota / total : 1} />
      </div>
    </div>
  )
}
