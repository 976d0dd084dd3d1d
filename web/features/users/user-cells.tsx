import type { User } from '#contract/user.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { Avatar } from '../../ui/avatar.tsx'

/** The display name with the name to log in with below it, or that name alone. */
export function UserName({ user }: { user: User }) {
  const isNamed = user.display_name !== '' && user.display_name !== user.username
  return (
    <span className="flex min-w-0 items-center gap-2.5 sm:min-w-40">
      <Avatar name={user.display_name || user.username} size={32} />
      <span className="min-w-0">
        <span className="block font-medium break-words">{isNamed ? user.display_name : user.username}</span>
        {isNamed && <span className="block text-xs font-normal break-all text-muted">@{user.username}</span>}
      </span>
    </span>
  )
}

/** Whom the user invited, and by whom he was. */
export function Invites({ user }: { user: User }) {
  const t = useText('users')
  const format = useFormat()
  const lines = [
    user.aff_count > 0 && t('invited', { count: user.aff_count, amount: format.quota(user.aff_history_quota) }),
    user.inviter_id > 0 && t('invitedBy', { id: String(user.inviter_id) }),
  ].filter((line) => line !== false)
  if (lines.length === 0) return <span className="text-muted">–</span>
  return (
    <span className="grid text-xs">
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  )
}
