import type { RedemptionBatch } from '#contract/redemption-batches.ts'
import { useText } from '../../lib/i18n.ts'
import { CardFacts } from '../../ui/card-facts.tsx'
import { Count, Quota } from '../../ui/figures.tsx'
import { Time } from '../../ui/time.tsx'
import { UserLink } from '../../ui/user-link.tsx'

/** Codes that were made together, on a phone, below their name. */
export function BatchCard({ batch }: { batch: RedemptionBatch }) {
  const t = useText('redemptions')
  return (
    <div className="grid gap-2.5">
      <CardFacts
        facts={[
          { label: t('columnCount'), value: <Count value={batch.count} /> },
          { label: t('statusUsed'), value: <Count value={batch.used} /> },
          { label: t('statusOpen'), value: <Count value={batch.remaining} /> },
          { label: t('columnSum'), value: <Quota value={batch.quota} /> },
        ]}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-[13px] text-muted">
        <UserLink id={batch.creator_id} name={batch.creator_name} />
        <Time seconds={batch.created_time} />
      </div>
    </div>
  )
}
