import { useMemo } from 'react'
import { type Redemption, unlimitedUses } from '#contract/redemptions.ts'
import { type Formats, useFormat } from '../../lib/format.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/column.ts'
import { Copy } from '../../ui/copy.tsx'
import { Time } from '../../ui/time.tsx'
import { RedemptionStatus } from './redemption-status.tsx'

export const useRedemptionColumns = (): Column<Redemption>[] => {
  const t = useText('redemptions')
  const format = useFormat()
  return useMemo(
    () => [
      { id: 'id', label: t('columnId'), align: 'right', cell: ({ id }) => id },
      {
        id: 'name',
        label: t('columnName'),
        always: true,
        card: 'title',
        cell: ({ name }) => <span className="block font-medium break-words sm:min-w-28">{name}</span>,
      },
      { id: 'status', label: t('columnStatus'), cell: (redemption) => <RedemptionStatus redemption={redemption} /> },
      {
        id: 'key',
        label: t('columnKey'),
        cell: ({ key, name }) => (
          <Copy text={key} label={t('copyKeyOf', { name })} className="max-w-none">
            <code className="text-xs">{shortKey(key)}</code>
          </Copy>
        ),
      },
      { id: 'quota', label: t('columnQuota'), align: 'right', cell: ({ quota }) => format.quota(quota) },
      {
        id: 'kind',
        label: t('columnKind'),
        cell: ({ is_gift }) => (
          <Badge tone={is_gift ? 'brand' : 'neutral'}>{t(is_gift ? 'kindGift' : 'kindSingle')}</Badge>
        ),
      },
      { id: 'uses', label: t('columnUses'), align: 'right', cell: usesOf },
      { id: 'user', label: t('columnUser'), cell: (redemption) => <UsedBy redemption={redemption} /> },
      { id: 'created', label: t('columnCreated'), cell: ({ created_time }) => <Time seconds={created_time} /> },
      { id: 'redeemed', label: t('columnRedeemed'), cell: ({ redeemed_time }) => <Time seconds={redeemed_time} /> },
      { id: 'validity', label: t('columnValidity'), cell: (redemption) => validityOf(redemption, t, format) },
    ],
    [t, format],
  )
}

/** Hidden until somebody asks for them. */
export const hiddenAtFirst = ['redeemed', 'validity']

const shortKey = (key: string): string => (key.length > 16 ? `${key.slice(0, 6)}…${key.slice(-4)}` : key)

const usesOf = ({ is_gift, used_count, max_uses }: Redemption): string => {
  if (!is_gift) return `${used_count}/1`
  return `${used_count}/${max_uses === unlimitedUses ? '∞' : max_uses}`
}

function UsedBy({ redemption }: { redemption: Redemption }) {
  const t = useText('redemptions')
  const { used_user_id } = redemption
  return used_user_id === 0 ? (
    <span className="text-muted">{t('userNone')}</span>
  ) : (
    <span>{t('userId', { id: used_user_id })}</span>
  )
}

const validityOf = ({ valid_from, valid_until }: Redemption, t: Text<'redemptions'>, format: Formats): string => {
  const from = valid_from === 0 ? '' : t('validFromShort', { time: format.dateTime(valid_from) })
  const until = valid_until === 0 ? '' : t('validUntilShort', { time: format.dateTime(valid_until) })
  return [from, until].filter((part) => part !== '').join(' ') || t('validAlways')
}
