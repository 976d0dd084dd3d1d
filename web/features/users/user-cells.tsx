import { Link } from '@tanstack/react-router'
import type { User } from '#contract/user.ts'
import type { ManagedUser } from '#contract/users.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { Avatar } from '../../ui/avatar.tsx'

/** The display name with the name to log in with below it, or that name alone. */
export function UserName({ user }: { user: User }) {
  const isNamed = user.display_name !== '' && user.display_name !== user.username
  return (
    <span className="flex min-w-0 items-center gap-2.5 group-data-low/row:-my-0.5 sm:min-w-40">
      <Avatar name={user.display_name || user.username} size={32} />
      <span className="min-w-0 group-data-low/row:flex group-data-low/row:items-baseline group-data-low/row:gap-1.5">
        <span className="block font-medium break-words">{isNamed ? user.display_name : user.username}</span>
        {isNamed && <span className="block text-xs font-normal break-all text-muted">@{user.username}</span>}
      </span>
    </span>
  )
}

/** Whom the user invited, and by whom he was. */
export function Invites({ user }: { user: ManagedUser }) {
  const t = useText('users')
  const format = useFormat()
  const { aff_count: count, aff_history_quota: earned, inviter_id: inviter, inviter_name: name = '' } = user
  if (count === 0 && inviter === 0) return <span className="text-muted">–</span>
  return (
    <span className="grid justify-items-start text-xs">
      {count > 0 && <span>{t('invited', { count, amount: format.quota(earned) })}</span>}
      {inviter > 0 && <InvitedBy id={String(inviter)} name={name} />}
    </span>
  )
}

function InvitedBy({ id, name }: { id: string; name: string }) {
  const t = useText('users')
  const gone = useText('lists')('userGone', { id })
  if (name === '') return t('invitedBy', { name: gone })
  return (
    <Link to="/user/$id" params={{ id }} className="rounded hover:underline">
      {t('invitedBy', { name })}
    </Link>
  )
}
