import type { Token } from '#contract/tokens.ts'
import { useText } from '../../lib/i18n.ts'
import { TokenStatus } from '../../pieces/tokens/token-status.tsx'
import { Time } from '../../ui/time.tsx'
import { TokenGroup, TokenKey } from './token-cells.tsx'
import { TokenExpiry } from './token-expiry.tsx'
import { TokenQuota } from './token-quota.tsx'

/** A token on a phone, below its name. */
export function TokenCard({ token }: { token: Token }) {
  const t = useText('tokens')
  return (
    <div className="grid gap-2.5">
      <div className="flex flex-wrap items-center gap-1.5">
        <TokenStatus token={token} />
        <TokenGroup group={token.group} />
        <span className="ml-auto">
          <TokenKey token={token} />
        </span>
      </div>
      <dl className="grid grid-cols-[2fr_1fr_1fr] items-start gap-3 [&_dt]:pb-0.5 [&_dt]:text-xs [&_dt]:text-muted">
        <div className="min-w-0">
          <dt>{t('columnQuota')}</dt>
          <dd>
            <TokenQuota token={token} />
          </dd>
        </div>
        <div className="min-w-0">
          <dt>{t('columnLastUsed')}</dt>
          <dd className="text-[13px]">
            <Time seconds={token.accessed_time} />
          </dd>
        </div>
        <div className="min-w-0 text-right">
          <dt>{t('columnExpires')}</dt>
          <dd>
            <TokenExpiry seconds={token.expired_time} />
          </dd>
        </div>
      </dl>
    </div>
  )
}
