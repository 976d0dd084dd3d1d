import { type Token, tokenStatuses, tokens } from '#contract/tokens.ts'
import { pagesOf } from '../../lib/list-rows.ts'
import { statusLook, TokenStatus } from '../../pieces/tokens/token-status.tsx'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { Time } from '../../ui/time.tsx'
import { type TokenTools, tokenActions } from './token-actions.ts'
import { TokenCard } from './token-card.tsx'
import { TokenGroup, TokenKey } from './token-cells.tsx'
import { TokenExpiry } from './token-expiry.tsx'
import { TokenFacts } from './token-facts.tsx'
import { neverExpires } from './token-form.ts'
import { TokenQuota } from './token-quota.tsx'
import { tokenFilters } from './tokens-search.ts'

export const tokenList: ListDefinition<Token, 'tokens', typeof tokenFilters, TokenTools> = {
  ...tokenActions,
  title: 'tokens',
  rows: pagesOf(tokens.list),
  filters: tokenFilters,
  live: 'shown',
  columns: [
    {
      ...{ id: 'name', label: 'columnName', sort: 'name', always: true, card: 'title' },
      plain: ({ name }) => name,
      cell: ({ name }) => <span className="block font-medium break-words sm:min-w-32">{name}</span>,
    },
    {
      id: 'status',
      label: 'columnStatus',
      plain: (token, t) => statusLook(token, t).label,
      filterBy: ({ status }) => ({ status: String(status) }),
      cell: (token) => <TokenStatus token={token} />,
    },
    { id: 'key', label: 'columnKey', cell: (token) => <TokenKey token={token} /> },
    {
      id: 'quota',
      label: 'columnQuota',
      sorts: [
        { sort: 'remain_quota', label: 'columnQuota' },
        { sort: 'used_quota', label: 'sortUsed' },
      ],
      plain: ({ remain_quota: quota, unlimited_quota }, t) => (unlimited_quota ? t('quotaUnlimited') : { quota }),
      cell: (token) => <TokenQuota token={token} />,
    },
    {
      id: 'group',
      label: 'columnGroup',
      plain: ({ group }, t) => group || t('groupOwn'),
      filterBy: ({ group }) => (group === '' ? { own_group: 'true' } : { group }),
      cell: ({ group }) => <TokenGroup group={group} />,
    },
    {
      ...{ id: 'created', label: 'columnCreated', sort: 'created_time' },
      plain: ({ created_time }) => ({ seconds: created_time }),
      cell: ({ created_time }) => <Time seconds={created_time} />,
    },
    {
      ...{ id: 'used', label: 'columnLastUsed', sort: 'accessed_time' },
      plain: ({ accessed_time }) => ({ seconds: accessed_time }),
      cell: ({ accessed_time }) => <Time seconds={accessed_time} />,
    },
    {
      ...{ id: 'expires', label: 'columnExpires', sort: 'expired_time' },
      plain: ({ expired_time: seconds }, t) => (seconds === neverExpires ? t('expiresNever') : { seconds }),
      cell: ({ expired_time }) => <TokenExpiry seconds={expired_time} />,
    },
  ],
  card: (token) => <TokenCard token={token} />,
  hidden: ['created'],
  peek: { draw: (token) => <TokenFacts token={token} />, page: ({ id }) => `/token/${id}` },
  isMuted: ({ status }) => status !== tokenStatuses.enabled,
}
