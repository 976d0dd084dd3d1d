import { useMemo } from 'react'
import type { User } from '#contract/users.ts'
import { type Formats, useFormat } from '../../lib/format.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Column } from '../../ui/column.ts'
import { UserRole, UserStatus } from './user-badges.tsx'
import { Invites, UserName } from './user-cells.tsx'

export const useUserColumns = (): Column<User>[] => {
  const t = useText('users')
  const format = useFormat()
  return useMemo(() => userColumns(t, format), [t, format])
}

const userColumns = (t: Text<'users'>, format: Formats): Column<User>[] => [
  { id: 'id', label: t('columnId'), cell: (user) => <span className="text-muted">{user.id}</span> },
  { id: 'name', label: t('columnUser'), always: true, card: 'title', cell: (user) => <UserName user={user} /> },
  {
    id: 'email',
    label: t('columnEmail'),
    className: 'max-w-56',
    cell: ({ email }) => (
      <span className={email === '' ? 'text-muted' : 'block truncate'} title={email}>
        {email === '' ? '–' : email}
      </span>
    ),
  },
  { id: 'group', label: t('columnGroup'), cell: (user) => <Badge>{user.group}</Badge> },
  {
    id: 'quota',
    label: t('columnQuota'),
    align: 'right',
    cell: (user) => (
      <span title={format.number(user.quota)} className={user.quota < 0 ? 'text-bad' : undefined}>
        {format.quota(user.quota)}
      </span>
    ),
  },
  {
    id: 'used',
    label: t('columnUsed'),
    align: 'right',
    cell: (user) => <span title={format.number(user.used_quota)}>{format.quota(user.used_quota)}</span>,
  },
  { id: 'requests', label: t('columnRequests'), align: 'right', cell: (user) => format.number(user.request_count) },
  { id: 'invites', label: t('columnInvites'), cell: (user) => <Invites user={user} /> },
  { id: 'role', label: t('columnRole'), cell: (user) => <UserRole role={user.role} /> },
  { id: 'status', label: t('columnStatus'), cell: (user) => <UserStatus user={user} /> },
]
