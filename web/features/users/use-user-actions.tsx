import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ban, CircleCheck, Pencil, ScrollText, ShieldMinus, ShieldPlus, UserRoundX } from 'lucide-react'
import type { ReactNode } from 'react'
import { type User, type UserAction, users } from '#contract/users.ts'
import { call } from '../../lib/api.ts'
import { confirm, type Question } from '../../lib/confirm.ts'
import { type Text, useText } from '../../lib/i18n.ts'
import { notify } from '../../lib/notify.ts'
import { usePages } from '../../lib/pages.ts'
import { refresh } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { showAtOnce } from '../../lib/shown-rows.ts'
import type { MenuEntry } from '../../ui/menu-entry.ts'
import { actionsFor, isDeleted, isWithinReach } from './user-rank.ts'

/** What can be done with one user, as the entries of the menu. */
export const useUserActions = ({ onEdit }: { onEdit(user: User): void }): ((user: User) => MenuEntry[]) => {
  const t = useText('users')
  const navigate = useNavigate()
  const exists = usePages()
  const operator = useUser()
  const manage = useMutation({
    mutationFn: ({ user, action }: { user: User; action: UserAction }) =>
      call(users.manage, { body: { id: user.id, action } }),
    onSuccess: ({ role, status }, { user, action }) => {
      const DeletedAt = action === 'delete' ? Math.floor(Date.now() / 1000) : null
      showAtOnce<User>(users.list, (row) => (row.id === user.id ? { ...row, role, status, DeletedAt } : row)).accept()
      notify.success(t('operationDone'))
    },
    onSettled: () => refresh(users.list),
  })
  const ask = async (user: User, action: UserAction) => {
    const question = questionFor(action, user, t)
    if (question === undefined || (await confirm(question))) manage.mutate({ user, action })
  }

  return (user) => {
    if (operator === null || isDeleted(user)) return []
    const allowed = actionsFor(user, operator)
    const acts = looks.flatMap(({ action, key, icon }): MenuEntry[] =>
      allowed.has(action) ? [{ label: t(key), icon, onSelect: () => void ask(user, action) }] : [],
    )
    const seeLogs = () => void navigate({ to: '/log', search: { username: user.username } })
    return [
      ...(isWithinReach(user, operator) ? [{ label: t('edit'), icon: <Pencil />, onSelect: () => onEdit(user) }] : []),
      ...acts,
      ...(exists('/log') ? [{ label: t('seeLogs'), icon: <ScrollText />, onSelect: seeLogs }] : []),
      ...(allowed.has('delete')
        ? [
            'separator' as const,
            { label: t('remove'), icon: <UserRoundX />, danger: true, onSelect: () => void ask(user, 'delete') },
          ]
        : []),
    ]
  }
}

type Look = { action: UserAction; key: 'promote' | 'demote' | 'disable' | 'enable'; icon: ReactNode }

const looks: readonly Look[] = [
  { action: 'promote', key: 'promote', icon: <ShieldPlus /> },
  { action: 'demote', key: 'demote', icon: <ShieldMinus /> },
  { action: 'disable', key: 'disable', icon: <Ban /> },
  { action: 'enable', key: 'enable', icon: <CircleCheck /> },
]

/** What is asked before it is done; lifting a ban harms nobody. */
const questionFor = (action: UserAction, { username: name }: User, t: Text<'users'>): Question | undefined => {
  switch (action) {
    case 'promote':
      return { title: t('promoteTitle', { name }), text: t('promoteText'), action: t('promote') }
    case 'demote':
      return { title: t('demoteTitle', { name }), text: t('demoteText'), action: t('demote') }
    case 'disable':
      return { title: t('disableTitle', { name }), text: t('disableText'), action: t('disable'), danger: true }
    case 'enable':
      return undefined
    case 'delete':
      return {
        title: t('removeTitle', { name }),
        text: t('removeText'),
        action: t('remove'),
        danger: true,
        typed: name,
      }
  }
}
