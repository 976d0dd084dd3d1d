import type { ManagedUser } from '#contract/users.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { CardFacts } from '../../ui/card-facts.tsx'
import { UserRole, UserStatus } from './user-badges.tsx'
import { Invites } from './user-cells.tsx'

/** A user on a phone, below the name. */
export function UserCard({ user }: { user: ManagedUser }) {
  const t = useText('users')
  const format = useFormat()
  const figures = [
    { label: t('columnQuota'), value: format.quota(user.quota) },
    { label: t('columnUsed'), value: format.quota(user.used_quota) },
    { label: t('columnRequests'), value: format.number(user.request_count) },
  ]
  return (
    <div className="grid gap-2.5">
      <div className="flex flex-wrap items-center gap-1.5">
        <UserStatus user={user} />
        <UserRole role={user.role} />
        <Badge>{user.group}</Badge>
        <span className="ml-auto text-xs text-muted">#{user.id}</span>
      </div>
      {user.email !== '' && <p className="text-[13px] break-all text-muted">{user.email}</p>}
      <CardFacts facts={figures} />
      {(user.aff_count > 0 || user.inviter_id > 0) && <Invites user={user} />}
    </div>
  )
}
