import { ApplicationError } from '#contract/errors.ts'
import { roles } from '#contract/user.ts'
import type { ActReason, UserAction } from '#contract/user-acts.ts'
import type { UserChange as UserWish } from '#contract/users.ts'
import type { Database, OpenTransaction } from '../../db/database.ts'
import { isUniqueViolation } from '../../db/failures.ts'
import { deleteKnownDevicesOfUser } from '../../db/known-devices.ts'
import type { UserRow } from '../../db/schema.ts'
import { deleteSessionsOfUser } from '../../db/sessions.ts'
import { findUser, updateUnchangedUser } from '../../db/users.ts'
import { type Clock, nowSeconds } from '../../lib/clock.ts'
import { withoutUndefined } from '../../lib/without-undefined.ts'
import { changedFields, type Operator, recordAct } from '../audit.ts'
import type { Domain } from '../domain.ts'
import { type NoticeMessage, quotaNotice } from '../messages/notice-texts.ts'
import { welcome } from '../messages/welcome.ts'
import { checkUsername } from '../money/account-rules.ts'
import { quotaText } from '../money/quota-text.ts'
import { adjustQuota, type QuotaWish } from '../wallet/user-quota.ts'
import { checkPassword, ownerOf } from './password-rules.ts'
import type { Passwords } from './passwords.ts'
import type { Sessions } from './sessions.ts'
import { actNotice, postNotice, reasonFields, recordToldAct } from './told-acts.ts'
import type { UserAccounts } from './user-accounts.ts'
import { changeOf, checkReach, checkStanding, readsNote } from './user-ranks.ts'

type UserAct = ActReason & { action: UserAction }
type NewUserWish = { username: string; password: string; displayName: string }

/** What administrators do to other people's accounts. Each act is checked, done and written down in one transaction. */
export type UserAdministration = {
  /** The user, if he is within the operator's reach or the operator himself. */
  read: (id: number, operator: Operator) => Promise<UserRow>
  create: (wish: NewUserWish, operator: Operator) => Promise<UserRow>
  change: (wish: UserWish, operator: Operator) => Promise<UserRow>
  manage: (id: number, act: UserAct, operator: Operator) => Promise<Pick<UserRow, 'role' | 'status'>>
}

type UserUpdate = Parameters<typeof updateUnchangedUser>[2]

type Parts = {
  domain: Pick<Domain, 'clock' | 'log' | 'options' | 'identities' | 'ledger' | 'outbox' | 'notifications'>
  database: Database
  passwords: Passwords
  sessions: Sessions
  accounts: UserAccounts
}

export const createUserAdministration = (parts: Parts): UserAdministration => {
  const { domain, database, passwords, sessions, accounts } = parts
  const { clock, identities, ledger, options } = domain
  const said = (quota: number) => quotaText(options, quota)

  /** What is known of the user here is forgotten even when only the answer was lost. */
  const acting = async <Result>(id: number, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work()
    } finally {
      identities.forgetUser(id)
      sessions.forgetUser(id)
    }
  }

  const checkGroup = (group: string, row: UserRow) => {
    const known = group === row.group || Object.hasOwn(options.get('GroupRatio'), group)
    if (!known) throw new ApplicationError('group_missing', { group })
    return group
  }

  /** Nobody's is made whom the operator may not touch, who would otherwise learn from a refusal what it is like. */
  const hashFor = async (wish: UserWish, password: string, operator: Operator): Promise<string> => {
    const row = await find(database.query, wish.id)
    checkReach(row, operator)
    const { username = row.username, display_name: displayName = row.display_name } = wish
    return passwords.hash(checkPassword(password, { ...ownerOf(row), username, displayName }), [`user ${operator.id}`])
  }

  const tell = (user: UserRow, message: NoticeMessage) =>
    postNotice({ ...domain, executor: database.query }, user, message)

  return {
    read: async (id, operator) => {
      const row = await find(database.query, id)
      if (row.id !== operator.id) checkReach(row, operator)
      return row
    },
    create: async ({ username, password, displayName }, operator) => {
      const name = username.trim()
      if (name === '' || password === '') throw new ApplicationError('user_fields_missing')
      const account = { username: name, password, displayName, email: '', role: roles.ordinary, inviterId: 0 }
      const id = await accounts.create(account, async (transaction, newId, credit) => {
        await welcome(domain, { id: newId, username: name, inviter: undefined }, transaction, credit)
        await recordAct(transaction, clock, operator, {
          action: 'user.create',
          target: `user:${newId}`,
          after: { username: name, display_name: displayName },
        })
      })
      return find(database.query, id)
    },
    change: async (wish, operator) => {
      if (wish.password && wish.id === operator.id) throw new ApplicationError('password_own_elsewhere')
      const passwordHash = wish.password ? await hashFor(wish, wish.password, operator) : undefined
      const { row, added } = await acting(wish.id, () =>
        ledger.together(async (transaction, credit) => {
          const before = await find(transaction, wish.id)
          // Whoever may read somebody may send him back as he is.
          if (changesNothing(before, wish, operator)) return { row: before, added: 0 }
          checkReach(before, operator)
          checkStanding(before)
          const change = withoutUndefined({
            username: newName(wish, before),
            display_name: wish.display_name,
            group: wish.group === undefined ? undefined : checkGroup(wish.group, before),
            note: wish.note,
            password_hash: passwordHash,
            ...(passwordHash === undefined ? {} : await signOut(transaction, wish.id)),
          })
          await update(transaction, before, change)
          const books = { transaction, clock, credit, said, because: wish.tell ? wish.reason : '' }
          const added = await adjustQuota(books, before, quotaWish(wish, before), operator)
          const after = await find(transaction, wish.id)
          const untouched = { ...toldFields(before), quota: after.quota - added }
          const changed = changedFields(untouched, toldFields(after))
          await recordAct(transaction, clock, operator, {
            action: 'user.change',
            target: `user:${wish.id}`,
            before: changed.before,
            after: { ...changed.after, ...reasonFields({ reason: wish.reason, tell: wish.tell && added !== 0 }) },
          })
          return { row: after, added }
        }),
      )
      if (wish.tell && added !== 0) {
        await tell(row, quotaNotice(said(row.quota - added), said(row.quota), wish.reason))
      }
      return row
    },
    manage: async (id, act, operator) => {
      const row = await acting(id, () =>
        database.transaction((transaction) => performAct(transaction, clock, { id, act, operator })),
      )
      if (act.tell) await tell(row, actNotice(act.action, act.reason))
      return { role: row.role, status: row.status }
    },
  }
}

type Performed = { id: number; act: UserAct; operator: Operator }

/** Answers the user as he is then. */
const performAct = async (
  transaction: OpenTransaction,
  clock: Clock,
  { id, act, operator }: Performed,
): Promise<UserRow> => {
  const before = await find(transaction, id)
  checkReach(before, operator)
  checkStanding(before)
  const { change, signsOut } = changeOf(act, before, operator, nowSeconds(clock))
  const signedOut = signsOut ? await signOut(transaction, id) : {}
  await update(transaction, before, { ...change, ...signedOut })
  const after = { ...before, ...change }
  // What he is told of a ban stands with the reason.
  const changed = changedFields(before, { ...after, ban_told: before.ban_told })
  await recordAct(transaction, clock, operator, {
    action: `user.${act.action}`,
    target: `user:${id}`,
    before: { username: before.username, ...changed.before },
    after: { ...changed.after, ...reasonFields(act) },
  })
  if (act.tell) await recordToldAct(transaction, clock, before, act.action, act.reason)
  return after
}

const find = async (executor: Database['query'], id: number): Promise<UserRow> => {
  const row = await findUser(executor, id)
  if (row === undefined) throw new ApplicationError('user_missing')
  return row
}

const update = async (transaction: OpenTransaction, row: UserRow, change: UserUpdate): Promise<void> => {
  try {
    if (!(await updateUnchangedUser(transaction, row, change))) throw new ApplicationError('user_changed')
  } catch (error) {
    throw isUniqueViolation(error) ? new ApplicationError('username_taken') : error
  }
}

/** Everything by which the user is signed in now. */
const signOut = async (transaction: OpenTransaction, id: number) => {
  await deleteSessionsOfUser(transaction, id)
  await deleteKnownDevicesOfUser(transaction, id)
  return { access_token_hash: null }
}

const quotaWish = (wish: UserWish, { quota, used_quota }: UserRow): QuotaWish | undefined => {
  if (wish.quota === undefined) return undefined
  const usedSince = used_quota - (wish.used_quota ?? used_quota)
  return {
    quota: wish.quota,
    quotaBefore: wish.quota_before ?? quota + usedSince,
    usedQuotaBefore: wish.used_quota_before,
  }
}

/** A name from elsewhere may be longer than anybody could choose: as long as it stays it is not looked at. */
const newName = ({ username }: UserWish, row: UserRow): string | undefined =>
  username === undefined || username === row.username ? undefined : checkUsername(username.trim())

const changesNothing = (row: UserRow, wish: UserWish, operator: Operator): boolean => {
  const { quota, quotaBefore = 0 } = quotaWish(wish, row) ?? { quota: 0 }
  const names = ['username', 'display_name', 'group'] as const
  // Nobody guesses what is noted of him.
  const isNoteKept = wish.note === undefined || (readsNote(row, operator) && wish.note === row.note)
  return (
    !wish.password &&
    isNoteKept &&
    quota === quotaBefore &&
    names.every((name) => (wish[name] ?? row[name]) === row[name])
  )
}

/** What the audit tells of a user; of the password, that it changed. */
const toldFields = ({ username, display_name, group, quota, note, password_hash }: UserRow): object => ({
  username,
  display_name,
  group,
  quota,
  note,
  password: password_hash,
})
