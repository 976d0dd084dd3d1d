import { Ban, CircleCheck, Pencil, ScrollText, ShieldMinus, ShieldPlus, UserRoundX, UsersRound } from 'lucide-react'
import { roles, type User, userStatuses } from '#contract/user.ts'
import { type actionsOnMany, longestReason, type UserAction } from '#contract/user-acts.ts'
import { users } from '#contract/users.ts'
import { type ActionSet, type Actions, allRows, eachRow, refusedOf } from '../../lib/actions.ts'
import type { Answer, Question } from '../../lib/confirm.ts'
import type { Text } from '../../lib/i18n.ts'
import { serverSeconds } from '../../lib/server-time.ts'
import { actionsFor, isDeleted, isWithinReach } from './user-rank.ts'

/** Where a page with users on it leads. */
export type UserTools = { edit(user: User): void; seeLogs(user: User): void; setGroup(chosen: readonly User[]): void }

type Done = 'promoted' | 'demoted' | 'banned' | 'unbanned' | 'removed'
type DoneMany = 'bannedMany' | 'unbannedMany' | 'removedMany'

/** What is said with it where something is. */
const bodyOf = <Action extends UserAction>(action: Action, { reason, tell }: Answer) => ({
  ...{ action, ...(reason === '' ? {} : { reason }), ...(tell ? { tell } : {}) },
})

const manage = (action: UserAction, said: Done, show: (user: User) => User) => ({
  for: (user: User, operator: User) => actionsFor(user, operator).has(action),
  run: eachRow<User, typeof users.manage>(users.manage, ({ id }, answer) => ({
    body: { id, ...bodyOf(action, answer) },
  })),
  show,
  done: ([user]: readonly User[], t: Text<'users'>) => t(said, { name: user?.username ?? '' }),
})

/** The same with one or with many, whom one call is for. */
const manageMany = (
  action: (typeof actionsOnMany)[number],
  [said, saidOfMany]: readonly [Done, DoneMany],
  show: (user: User) => User,
) => {
  const one = manage(action, said, show)
  const many = allRows<User, typeof users.manageMany>(
    users.manageMany,
    (ids, answer) => ({ body: { ids, ...bodyOf(action, answer) } }),
    refusedOf,
  )
  return {
    ...one,
    many: true as const,
    run: (...[chosen, ...rest]: Parameters<typeof many>) => (chosen.length === 1 ? one.run : many)(chosen, ...rest),
    done: (chosen: readonly User[], t: Text<'users'>, count: number) =>
      chosen.length === 1 ? one.done(chosen, t) : t(saidOfMany, { count }),
  }
}

/** Whether it shall be, and why. */
const asking =
  (question: (name: string, t: Text<'users'>) => Question, ofMany?: (count: number, t: Text<'users'>) => Question) =>
  (chosen: readonly User[], t: Text<'users'>, fits: (user: User) => boolean): Question => {
    const [user] = chosen
    const reason = { label: t('fieldReason'), hint: t('reasonHint'), tell: t('fieldTell'), longest: longestReason }
    if (chosen.length === 1 || ofMany === undefined) return { ...question(user?.username ?? '', t), reason }
    const asked = ofMany(chosen.length, t)
    const others = chosen.filter((each) => !fits(each)).length
    const text = others === 0 ? asked.text : `${asked.text}\n${t('outOfReach', { count: others })}`
    return { ...asked, ...(text === undefined ? {} : { text }), reason }
  }

const actions: Actions<User, 'users', UserTools> = {
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
      ...manageMany('disable', ['banned', 'bannedMany'], (user) => ({ ...user, status: userStatuses.banned })),
    },
    tried: ({ status }) => status !== userStatuses.banned,
    ask: asking(
      (name, t) => ({
        ...{ title: t('disableTitle', { name }), text: t('disableText'), action: t('disable'), danger: true },
      }),
      (count, t) => ({
        ...{ title: t('disableManyTitle', { count }), text: t('disableManyText'), action: t('disable'), danger: true },
      }),
    ),
    undo: 'enable',
  },
  enable: {
    ...{
      label: 'enable',
      icon: CircleCheck,
      ...manageMany('enable', ['unbanned', 'unbannedMany'], (user) => ({ ...user, status: userStatuses.active })),
    },
    tried: ({ status }) => status === userStatuses.banned,
    ask: asking(
      (name, t) => ({ title: t('enableTitle', { name }), text: t('enableText'), action: t('enable') }),
      (count, t) => ({ title: t('enableManyTitle', { count }), text: t('enableText'), action: t('enable') }),
    ),
    undo: 'disable',
  },
  group: {
    ...{ label: 'setGroup', icon: UsersRound, many: 'only' },
    for: (user, operator) => isWithinReach(user, operator) && !isDeleted(user),
    tried: (user) => !isDeleted(user),
    open: (chosen, { setGroup }) => setGroup(chosen),
  },
  logs: {
    label: 'seeLogs',
    icon: ScrollText,
    for: (user) => !isDeleted(user),
    open: ([user], { seeLogs }) => user && seeLogs(user),
  },
  remove: {
    ...{ label: 'remove', icon: UserRoundX, danger: true },
    ...manageMany('delete', ['removed', 'removedMany'], (user) => ({
      ...user,
      DeletedAt: serverSeconds(),
    })),
    tried: (user) => !isDeleted(user),
    ask: asking(
      (name, t) => ({
        ...{ title: t('removeTitle', { name }), text: t('removeText'), action: t('remove'), danger: true, typed: name },
      }),
      (count, t) => ({
        ...{ title: t('removeManyTitle', { count }), text: t('removeManyText'), action: t('remove'), danger: true },
        typed: String(count),
      }),
    ),
  },
}

/** What their list and the page of one of them share. */
export const userActions: ActionSet<User, 'users', UserTools> = {
  area: 'users',
  actions,
  rowName: ({ username }) => username,
}
