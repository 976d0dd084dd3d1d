import type { ListedRedemption } from '#contract/redemptions.ts'
import { useText } from '../../lib/i18n.ts'
import { CardFacts } from '../../ui/card-facts.tsx'
import { Quota } from '../../ui/figures.tsx'
import { Time } from '../../ui/time.tsx'
import { RedemptionKey, RedemptionKind, UsedBy, usesOf } from './redemption-cells.tsx'
import { RedemptionStatus } from './redemption-status.tsx'

/** A code on a phone, below its name. */
export function RedemptionCard({ redemption }: { redemption: ListedRedemption }) {
  const t = useText('redemptions')
  const user = { label: t('columnUser'), value: <UsedBy redemption={redemption} /> }
  return (
    <div className="grid gap-2.5">
      <div className="flex flex-wrap items-center gap-1.5">
        <RedemptionStatus redemption={redemption} />
        <RedemptionKind isGift={redemption.is_gift} />
        <span className="ml-auto">
          <RedemptionKey redemption={redemption} />
        </span>
      </div>
      <CardFacts
        facts={[
          { label: t('columnQuota'), value: <Quota value={redemption.quota} /> },
          redemption.used_user_id === 0 ? { label: t('columnUses'), value: usesOf(redemption) } : user,
          { label: t('columnCreated'), value: <Time seconds={redemption.created_time} className="text-[13px]" /> },
        ]}
      />
    </div>
  )
}
