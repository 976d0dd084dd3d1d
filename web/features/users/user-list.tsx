import type { User } from '#contract/user.ts'
import { users } from '#contract/users.ts'
import { pagesOf } from '../../lib/list-rows.ts'
import { Badge } from '../../ui/badge.tsx'
import { Count, Quota } from '../../ui/figures.tsx'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { Time } from '../../ui/time.tsx'
import { type UserTools, userActions } from './user-actions.ts'
import { roleWord, statusWord, UserRole, UserStatus } from './user-badges.tsx'
import { UserCard } from './user-card.tsx'
import { Invites, UserName } from './user-cells.tsx'
import { UserHead } from './user-head.tsx'
import { isDeleted, statusFilterOf } from './user-rank.ts'
import { userFilters } from './users-search.ts'

export const userList: ListDefinition<User, 'users', typeof userFilters, UserTools> = {
  ...userActions,
  title: 'users',
  rows: pagesOf(users.list),
  filters: userFilters,
  live: 'shown',
  columns: [
    {
      id: 'id',
      label: 'columnId',
      sort: 'id',
      plain: ({ id }) => id,
      cell: ({ id }) => <span className="text-muted">{id}</span>,
    },
    {
      ...{ id: 'name', label: 'columnUser', sort: 'username', always: true, card: 'title' },
      plain: ({ username }) => username,
      cell: (user) => <UserName user={user} />,
    },
    {
      ...{ id: 'status', label: 'columnStatus' },
      plain: (user, t) => t(statusWord(user)),
      filterBy: (user) => ({ status: statusFilterOf(user) }),
      cell: (user) => <UserStatus user={user} />,
    },
    {
      ...{ id: 'role', label: 'columnRole' },
      plain: ({ role }, t) => t(roleWord(role)),
      filterBy: ({ role }) => ({ role: String(role) }),
      cell: ({ role }) => <UserRole role={role} />,
    },
    {
      ...{ id: 'group', label: 'columnGroup' },
      plain: ({ group }) => group,
      filterBy: ({ group }) => ({ group }),
      cell: ({ group }) => <Badge>{group}</Badge>,
    },
    {
      ...{ id: 'quota', label: 'columnQuota', sort: 'quota', align: 'right' },
      plain: ({ quota }) => ({ quota }),
      cell: ({ quota }) => <Quota value={quota} />,
    },
    {
      ...{ id: 'used', label: 'columnUsed', sort: 'used_quota', align: 'right' },
      plain: ({ used_quota }) => ({ quota: used_quota }),
      cell: ({ used_quota }) => <Quota value={used_quota} />,
    },
    {
      ...{ id: 'requests', label: 'columnRequests', sort: 'request_count', align: 'right' },
      plain: ({ request_count }) => request_count,
      cell: ({ request_count }) => <Count value={request_count} />,
    },
    {
      ...{ id: 'seen', label: 'factLastSignIn', sort: 'last_login_at' },
      plain: ({ last_login_at = 0 }) => ({ seconds: last_login_at }),
      cell: ({ last_login_at = 0 }) => <Time seconds={last_login_at} />,
    },
    {
      ...{ id: 'email', label: 'columnEmail', className: 'max-w-56' },
      plain: ({ email }) => email,
      cell: ({ email }) => <span className={email === '' ? 'text-muted' : 'break-all'}>{email || '–'}</span>,
    },
    {
      id: 'invites',
      label: 'columnInvites',
      plain: ({ aff_count }) => aff_count,
      cell: (user) => <Invites user={user} />,
    },
  ],
  hidden: ['invites'],
  peek: {
    draw: (user) => <UserHead user={user} />,
    page: ({ id }) => `/user/${id}`,
  },
  card: (user) => <UserCard user={user} />,
  isMuted: isDeleted,
}
