import { roles, type User, userStatuses } from '#contract/users.ts'
import { useText } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { isDeleted } from './user-rank.ts'

export function UserRole({ role }: { role: number }) {
  const t = useText('users')
  switch (role) {
    case roles.ordinary:
      return <Badge tone="muted">{t('roleOrdinary')}</Badge>
    case roles.admin:
      return <Badge tone="info">{t('roleAdmin')}</Badge>
    case roles.root:
      return <Badge tone="brand">{t('roleRoot')}</Badge>
    default:
      return <Badge tone="bad">{t('roleUnknown')}</Badge>
  }
}

export function UserStatus({ user }: { user: User }) {
  const t = useText('users')
  if (isDeleted(user)) return <Badge tone="muted">{t('statusDeleted')}</Badge>
  switch (user.status) {
    case userStatuses.active:
      return (
        <Badge tone="ok" dot>
          {t('statusActive')}
        </Badge>
      )
    case userStatuses.banned:
      return (
        <Badge tone="bad" dot>
          {t('statusBanned')}
        </Badge>
      )
    default:
      return <Badge tone="muted">{t('statusUnknown')}</Badge>
  }
}
