import { type Redemption, redemptionStatuses } from '#contract/redemptions.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { serverSeconds } from '../../lib/server-time.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

export function RedemptionStatus({ redemption }: { redemption: Redemption }) {
  const t = useText('redemptions')
  const { tone, label } = statusLook(redemption, t)
  return (
    <Badge tone={tone} dot>
      {label}
    </Badge>
  )
}

/** Unused, and nobody can redeem it any more. */
export const isExpired = ({ status, valid_until: until }: Redemption): boolean =>
  status === redemptionStatuses.unused && until !== 0 && until < serverSeconds()

export const statusLook = (redemption: Redemption, t: Text<'redemptions'>): { tone: Tone; label: string } => {
  const { status, is_gift } = redemption
  if (isExpired(redemption)) return { tone: 'warn', label: t('statusExpired') }
  switch (status) {
    case redemptionStatuses.unused:
      return { tone: 'ok', label: t(is_gift ? 'statusOpen' : 'statusUnused') }
    case redemptionStatuses.disabled:
      return { tone: 'bad', label: t('statusDisabled') }
    case redemptionStatuses.used:
      return { tone: 'muted', label: t(is_gift ? 'statusUsedUp' : 'statusUsed') }
    default:
      return { tone: 'muted', label: t('statusUnknown') }
  }
}
