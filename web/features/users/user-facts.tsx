import type { User } from '#contract/user.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { boundAccount, signinWays } from '../../lib/login-ways.ts'
import { Facts } from '../../ui/facts.tsx'
import { NoteText } from '../../ui/note-text.tsx'
import { Time } from '../../ui/time.tsx'

type UserFactsProps = {
  user: User
  /** Not where what was used stands above in large. */
  withUsed?: boolean
}

/** What an administrator reads about a user but does not change. */
export function UserFacts({ user, withUsed = true }: UserFactsProps) {
  const t = useText('users')
  const format = useFormat()
  const bindings = signinWays
    .map((way) => ({ id: way.name, label: t(`way.${way.name}`), value: boundAccount(way, user) }))
    .filter(({ value }) => value !== '')
  const { note = '' } = user
  const facts = [
    { id: 'email', label: t('columnEmail'), value: user.email || t('notBound') },
    ...(withUsed ? [{ id: 'used', label: t('columnUsed'), value: format.quota(user.used_quota) }] : []),
    { id: 'requests', label: t('columnRequests'), value: format.number(user.request_count) },
    { id: 'invites', label: t('factInvites'), value: format.number(user.aff_count) },
    {
      id: 'earnings',
      label: t('factEarnings'),
      value: `${format.quota(user.aff_quota)} / ${format.quota(user.aff_history_quota)}`,
    },
    { id: 'joined', label: t('factJoined'), value: <Time seconds={user.created_at ?? 0} /> },
    { id: 'seen', label: t('factLastSignIn'), value: <Time seconds={user.last_login_at ?? 0} /> },
    ...bindings,
    ...(note === '' ? [] : [{ id: 'note', label: t('fieldNote'), value: <NoteText note={note} />, wide: true }]),
  ]
  return <Facts facts={facts} />
}
