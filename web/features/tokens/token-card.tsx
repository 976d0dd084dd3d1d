import type { Token } from '#contract/tokens.ts'
import { useText } from '../../lib/i18n.ts'
import { TokenStatus } from '../../pieces/tokens/token-status.tsx'
import { CardFacts } from '../../ui/card-facts.tsx'
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
      <CardFacts
        facts={[
          { label: t('columnQuota'), value: <TokenQuota token={token} /> },
          { label: t('columnLastUsed'), value: <Time seconds={token.accessed_time} className="text-[13px]" /> },
          { label: t('columnExpires'), value: <TokenExpiry seconds={token.expired_time} /> },
        ]}
      />
    </div>
  )
}
