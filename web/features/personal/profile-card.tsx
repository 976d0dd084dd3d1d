import { roles, type User } from '#contract/user.ts'
import { useText } from '../../lib/i18n.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Who is signed in. */
export function ProfileCard({ user }: { user: User }) {
  const t = useText('personal')
  const facts = [
    { label: t('profileId'), value: user.id },
    { label: t('group'), value: user.group },
    { label: t('email'), value: user.email || t('emailNone') },
  ]
  return (
    <Card className={cardClass}>
      <div className={nameClass}>
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
      <dl className={factsClass}>
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

/** Where they will be. */
export function LoadingProfile() {
  return (
    <Card aria-busy className={cardClass}>
      <div className={nameClass}>
        <Skeleton className="size-12 rounded-full" />
        <div className="grid h-11 content-evenly">
          <Skeleton className="h-4.5 w-32" />
          <Skeleton className="h-3 w-20" />
        </div>
      </div>
      <div className={factsClass}>
        {factsDrawn.map((width) => (
          <div key={width} className="grid h-9 content-evenly">
            <Skeleton className="h-3 w-10" />
            <Skeleton className={`h-3.5 ${width}`} />
          </div>
        ))}
      </div>
    </Card>
  )
}

const factsDrawn = ['w-6', 'w-14', 'w-28']

const cardClass = 'flex flex-wrap items-center gap-x-8 gap-y-4 p-5'
const nameClass = 'flex min-w-0 items-center gap-3.5'
const factsClass = 'flex flex-wrap gap-x-8 gap-y-2 sm:ml-auto'
