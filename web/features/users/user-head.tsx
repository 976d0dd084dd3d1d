import type { ManagedUser } from '#contract/users.ts'
import { useText } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { Quota } from '../../ui/figures.tsx'
import { Stat } from '../../ui/stat.tsx'
import { UserRole, UserStatus } from './user-badges.tsx'
import { Invites, UserName } from './user-cells.tsx'
import { UserFacts } from './user-facts.tsx'

/** The head and the figures of a user: of his own page, and beside the list. */
export function UserHead({ user }: { user: ManagedUser }) {
  const t = useText('users')
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <UserName user={user} />
        <UserStatus user={user} />
        <UserRole role={user.role} />
        <Badge>{user.group}</Badge>
        <span className="ml-auto text-xs text-muted">#{user.id}</span>
      </div>
      <div className="grid grid-cols-2 gap-3">
        <Stat label={t('columnQuota')} value={<Quota value={user.quota} />} />
        <Stat label={t('columnUsed')} value={<Quota value={user.used_quota} />} />
      </div>
      <UserFacts user={user} withUsed={false} />
      {(user.aff_count > 0 || user.inviter_id > 0) && <Invites user={user} />}
    </>
  )
}
