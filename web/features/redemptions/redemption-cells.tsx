import { type ListedRedemption, type Redemption, unlimitedUses } from '#contract/redemptions.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { Copy } from '../../ui/copy.tsx'
import { UserLink } from '../../ui/user-link.tsx'

export function RedemptionKey({ redemption: { key, name } }: { redemption: Redemption }) {
  const t = useText('redemptions')
  return (
    <Copy text={key} label={t('copyKeyOf', { name })} className="max-w-none">
      <code className="text-xs">{shortKey(key)}</code>
    </Copy>
  )
}

export function RedemptionKind({ isGift }: { isGift: boolean }) {
  const t = useText('redemptions')
  return <Badge tone={isGift ? 'brand' : 'neutral'}>{t(isGift ? 'kindGift' : 'kindSingle')}</Badge>
}

export const usesOf = ({ is_gift, used_count, max_uses }: Redemption): string => {
  if (!is_gift) return `${used_count}/1`
  return `${used_count}/${max_uses === unlimitedUses ? '∞' : max_uses}`
}

export function UsedBy({ redemption: { used_user_id: id, used_user_name: name } }: { redemption: ListedRedemption }) {
  const t = useText('redemptions')
  if (id === 0) return <span className="text-muted">{t('userNone')}</span>
  return <UserLink id={id} name={name} />
}

export function RedemptionValidity({ redemption: { valid_from, valid_until } }: { redemption: Redemption }) {
  const t = useText('redemptions')
  const format = useFormat()
  const from = valid_from === 0 ? '' : t('validFromShort', { time: format.dateTime(valid_from) })
  const until = valid_until === 0 ? '' : t('validUntilShort', { time: format.dateTime(valid_until) })
  return [from, until].filter((part) => part !== '').join(' ') || t('validAlways')
}

const shortKey = (key: string): string => (key.length > 16 ? `${key.slice(0, 6)}…${key.slice(-4)}` : key)
