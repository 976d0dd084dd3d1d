import { Ban, CircleCheck, Pencil, ScrollText, ShieldMinus, ShieldPlus, UserRoundX } from 'lucide-react'
import { roles, type User, userStatuses } from '#contract/user.ts'
import { longestReason, type UserAction } from '#contract/user-acts.ts'
import { users } from '#contract/users.ts'
import { type Actions, eachRow } from '../../lib/actions.ts'
import type { Question } from '../../lib/confirm.ts'
import type { Text } from '../../lib/i18n.ts'
import { actionsFor, isDeleted, isWithinReach } from './user-rank.ts'

/** Where a page with users on it leads. */
export type UserTools = { edit(user: User): void; seeLogs(user: User): void }

type Done = 'promoted' | 'demoted' | 'banned' | 'unbanned' | 'removed'

const manage = (action: UserAction, said: Done, show: (user: User) => User) => ({
  for: (user: User, operator: User) => actionsFor(user, operator).has(action),
  run: eachRow<User, typeof users.manage>(users.manage, ({ id }, { reason, tell }) => ({
    body: { id, action, ...(reason === '' ? {} : { reason }), ...(tell ? { tell } : {}) },
  })),
  show,
  done: ([user]: readonly User[], t: Text<'users'>) => t(said, { name: user?.username ?? '' }),
})

/** Whether it shall be, and why. */
const asking =
  (question: (name: string, t: Text<'users'>) => Question) =>
  ([user]: readonly User[], t: Text<'users'>): Question => ({
    ...question(user?.username ?? '', t),
    reason: { label: t('fieldReason'), hint: t('reasonHint'), tell: t('fieldTell'), longest: longestReason },
  })

export const userActions: Actions<User, 'users', UserTools> = {
  edit: {
    label: 'edit',
    icon: Pencil,
    key: 'e',
    for: (user, operator) => isWithinReach(user, operator) && !isDeleted(user),
    open: ([user], { edit }) => user && edit(user),
  },
  promote: {
    ...{
      label: 'promote',
      icon: ShieldPlus,
      ...manage('promote', 'promoted', (user) => ({ ...user, role: roles.admin })),
    },
    ask: asking((name, t) => ({ title: t('promoteTitle', { name }), text: t('promoteText'), action: t('promote') })),
    undo: 'demote',
  },
  demote: {
    ...{
      label: 'demote',
      icon: ShieldMinus,
      ...manage('demote', 'demoted', (user) => ({ ...user, role: roles.ordinary })),
    },
    ask: asking((name, t) => ({ title: t('demoteTitle', { name }), text: t('demoteText'), action: t('demote') })),
    undo: 'promote',
  },
  disable: {
    ...{
      label: 'disable',
      icon: Ban,
      ...manage('disable', 'banned', (user) => ({ ...user, status: userStatuses.banned })),
    },
    ask: asking((name, t) => ({
      ...{ title: t('disableTitle', { name }), text: t('disableText'), action: t('disable'), danger: true },
    })),
    undo: 'enable',
  },
  enable: {
    ...{
      label: 'enable',
      icon: CircleCheck,
      ...manage('enable', 'unbanned', (user) => ({ ...user, status: userStatuses.active })),
    },
    ask: asking((name, t) => ({ title: t('enableTitle', { name }), text: t('enableText'), action: t('enable') })),
    undo: 'disable',
  },
  logs: {
    label: 'seeLogs',
    icon: ScrollText,
    for: (user) => !isDeleted(user),
    open: ([user], { seeLogs }) => user && seeLogs(user),
  },
  remove: {
    ...{ label: 'remove', icon: UserRoundX, danger: true },
    ...manage('delete', 'removed', (user) => ({ ...user, DeletedAt: Math.floor(Date.now() / 1000) })),
    ask: asking((name, t) => ({
      ...{ title: t('removeTitle', { name }), text: t('removeText'), action: t('remove'), danger: true, typed: name },
    })),
  },
}
