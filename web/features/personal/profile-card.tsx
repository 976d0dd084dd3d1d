import { roles, type User } from '#contract/user.ts'
import { useText } from '../../lib/i18n.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'

/** Who is signed in. */
export function ProfileCard({ user }: { user: User }) {
  const t = useText('personal')
  const facts = [
    { label: t('profileId'), value: user.id },
    { label: t('group'), value: user.group },
    { label: t('email'), value: user.email || t('emailNone') },
  ]
  return (
    <Card className="flex flex-wrap items-center gap-x-8 gap-y-4 p-5">
      <div className="flex min-w-0 items-center gap-3.5">
        <Avatar name={user.display_name || user.username} size={48} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2">
            <span className="text-base font-semibold break-all">{user.display_name || user.username}</span>
            <Badge tone={user.role >= roles.root ? 'brand' : 'muted'}>
              {user.role >= roles.root ? t('roleLabelRoot') : t('roleLabelOther')}
            </Badge>
          </p>
          <p className="text-[13px] text-muted">@{user.username}</p>
        </div>
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2 sm:ml-auto">
        {facts.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="break-all">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
