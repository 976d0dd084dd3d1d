import type { User } from '#contract/users.ts'
import { useFormat } from '../../lib/format.ts'
import { useText } from '../../lib/i18n.ts'
import { boundAccount, signinWays } from '../../lib/login-ways.ts'
import { Time } from '../../ui/time.tsx'

/** What an administrator reads about a user but does not change. */
export function UserFacts({ user }: { user: User }) {
  const t = useText('users')
  const format = useFormat()
  const bindings = signinWays
    .map((way) => ({ label: t(`way.${way.name}`), value: boundAccount(way, user) }))
    .filter(({ value }) => value !== '')
  const facts = [
    { label: t('columnEmail'), value: user.email || t('notBound') },
    { label: t('columnUsed'), value: format.quota(user.used_quota) },
    { label: t('columnRequests'), value: format.number(user.request_count) },
    { label: t('factInvites'), value: format.number(user.aff_count) },
    { label: t('factEarnings'), value: `${format.quota(user.aff_quota)} / ${format.quota(user.aff_history_quota)}` },
    { label: t('factJoined'), value: <Time seconds={user.created_at ?? 0} /> },
    { label: t('factLastSignIn'), value: <Time seconds={user.last_login_at ?? 0} /> },
    ...bindings,
  ]
  return (
    <dl className="grid gap-1.5 text-[13px]">
      {facts.map(({ label, value }) => (
        <div key={label} className="flex justify-between gap-4">
          <dt className="shrink-0 text-muted">{label}</dt>
          <dd className="min-w-0 text-right break-all">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
