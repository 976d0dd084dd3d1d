import { type User, users } from '#contract/users.ts'
import { pagesOf } from '../../lib/list-rows.ts'
import { Badge } from '../../ui/badge.tsx'
import { Count, Quota } from '../../ui/figures.tsx'
import type { ListDefinition } from '../../ui/list/list-definition.ts'
import { Time } from '../../ui/time.tsx'
import { type UserTools, userActions } from './user-actions.ts'
import { UserRole, UserStatus } from './user-badges.tsx'
import { UserCard } from './user-card.tsx'
import { Invites, UserName } from './user-cells.tsx'
import { UserHead } from './user-head.tsx'
import { isDeleted } from './user-rank.ts'
import { userFilters } from './users-search.ts'

export const userList: ListDefinition<User, 'users', typeof userFilters, UserTools> = {
  area: 'users',
  title: 'users',
  rows: pagesOf(users.list),
  rowName: ({ username }) => username,
  filters: userFilters,
  columns: [
    { id: 'id', label: 'columnId', sort: 'id', cell: ({ id }) => <span className="text-muted">{id}</span> },
    {
      ...{ id: 'name', label: 'columnUser', sort: 'username', always: true, card: 'title' },
      cell: (user) => <UserName user={user} />,
    },
    { id: 'status', label: 'columnStatus', cell: (user) => <UserStatus user={user} /> },
    { id: 'role', label: 'columnRole', cell: ({ role }) => <UserRole role={role} /> },
    {
      ...{ id: 'group', label: 'columnGroup' },
      filterBy: ({ group }) => ({ group }),
      cell: ({ group }) => <Badge>{group}</Badge>,
    },
    {
      ...{ id: 'quota', label: 'columnQuota', sort: 'quota', align: 'right' },
      cell: ({ quota }) => <Quota value={quota} />,
    },
    {
      ...{ id: 'used', label: 'columnUsed', sort: 'used_quota', align: 'right' },
      cell: ({ used_quota }) => <Quota value={used_quota} />,
    },
    {
      ...{ id: 'requests', label: 'columnRequests', sort: 'request_count', align: 'right' },
      cell: ({ request_count }) => <Count value={request_count} />,
    },
    {
      ...{ id: 'seen', label: 'factLastSignIn', sort: 'last_login_at' },
      cell: ({ last_login_at = 0 }) => <Time seconds={last_login_at} />,
    },
    {
      ...{ id: 'email', label: 'columnEmail', className: 'max-w-56' },
      cell: ({ email }) => <span className={email === '' ? 'text-muted' : 'break-all'}>{email || '–'}</span>,
    },
    { id: 'invites', label: 'columnInvites', cell: (user) => <Invites user={user} /> },
  ],
  hidden: ['invites'],
  actions: userActions,
  peek: { draw: (user) => <UserHead user={user} />, page: ({ id }) => `/user/${id}` },
  card: (user) => <UserCard user={user} />,
  isMuted: isDeleted,
}
