import { roles, type User, userStatuses } from '#contract/user.ts'
import { useText } from '../../lib/i18n.ts'
import { Badge } from '../../ui/badge.tsx'
import { isDeleted } from './user-rank.ts'

export const roleWord = (role: number) => {
  switch (role) {
    case roles.ordinary:
      return 'roleOrdinary'
    case roles.admin:
      return 'roleAdmin'
    case roles.root:
      return 'roleRoot'
    default:
      return 'roleUnknown'
  }
}

const roleTones = { roleOrdinary: 'muted', roleAdmin: 'info', roleRoot: 'brand', roleUnknown: 'bad' } as const

export const statusWord = (user: User) => {
  if (isDeleted(user)) return 'statusDeleted'
  if (user.status === userStatuses.active) return 'statusActive'
  return user.status === userStatuses.banned ? 'statusBanned' : 'statusUnknown'
}

const statusTones = { statusDeleted: 'muted', statusActive: 'ok', statusBanned: 'bad', statusUnknown: 'muted' } as const

export function UserRole({ role }: { role: number }) {
  const t = useText('users')
  const word = roleWord(role)
  return <Badge tone={roleTones[word]}>{t(word)}</Badge>
}

export function UserStatus({ user }: { user: User }) {
  const t = useText('users')
  const word = statusWord(user)
  const tone = statusTones[word]
  return (
    <Badge tone={tone} dot={tone !== 'muted'}>
      {t(word)}
    </Badge>
  )
}
