import { useMemo } from 'react'
import type { Token } from '#contract/tokens.ts'
import { useText } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/column.ts'
import { Copy } from '../../ui/copy.tsx'
import { Time } from '../../ui/time.tsx'
import { TokenExpiry } from './token-expiry.tsx'
import { keyText, secretPrefix } from './token-form.ts'
import { TokenQuota } from './token-quota.tsx'
import { TokenStatus } from './token-status.tsx'

export const useTokenColumns = (): Column<Token>[] => {
  const t = useText('tokens')
  return useMemo(
    () => [
      {
        id: 'name',
        label: t('columnName'),
        always: true,
        card: 'title',
        cell: (token) => <span className="block font-medium break-words sm:min-w-32">{token.name}</span>,
      },
      { id: 'status', label: t('columnStatus'), cell: (token) => <TokenStatus token={token} /> },
      {
        id: 'key',
        label: t('columnKey'),
        cell: (token) => (
          <Copy text={keyText(token)} label={t('copyKeyOf', { name: token.name })} className="max-w-none">
            <code className="text-xs">{maskedKey(token.key)}</code>
          </Copy>
        ),
      },
      { id: 'quota', label: t('columnQuota'), cell: (token) => <TokenQuota token={token} /> },
      {
        id: 'group',
        label: t('columnGroup'),
        cell: ({ group }) => (
          <Badge tone={group === '' ? 'muted' : 'neutral'}>{group === '' ? t('groupOwn') : group}</Badge>
        ),
      },
      { id: 'created', label: t('columnCreated'), cell: (token) => <Time seconds={token.created_time} /> },
      { id: 'expires', label: t('columnExpires'), cell: (token) => <TokenExpiry seconds={token.expired_time} /> },
    ],
    [t],
  )
}

const maskedKey = (key: string): string => `${secretPrefix}${key.slice(0, 4)}…${key.slice(-4)}`
