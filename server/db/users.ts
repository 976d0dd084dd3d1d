import { skeletonsOf } from '../lib/name-skeletons.ts'
import type { Executor, OpenTransaction } from './database.ts'
import type { NewUser, UserChange, UserRow } from './schema.ts'

/** What may be changed by itself. Quota moves by credits and settlements only. */
type UserChangeByName = Omit<UserChange, 'id' | 'quota' | 'used_quota' | 'request_count'>
type PlainUserChange = Omit<UserChangeByName, 'username'>

const rootRole = 100

/** Answers the new user's id. */
export const insertUser = async (executor: Executor, row: NewUser): Promise<number> => {
  const { id } = await executor.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
  await claimName(executor, id, row.username)
  return id
}

/** Breaks off, as a unique key does, where the name passes for somebody else's. */
const claimName = async (executor: Executor, userId: number, name: string): Promise<void> => {
  await executor.deleteFrom('usernames').where('user_id', '=', userId).execute()
  const rows = skeletonsOf(name).map((skeleton) => ({ skeleton, user_id: userId }))
  await executor.insertInto('usernames').values(rows).execute()
}

export const renameUser = async (transaction: OpenTransaction, id: number, username: string): Promise<void> => {
  await transaction.updateTable('users').set({ username }).where('id', '=', id).execute()
  await claimName(transaction, id, username)
}

/** Until the transaction is over no other gets past this for the same user: what it counts of his stays as it is. */
export const lockUser = async (transaction: OpenTransaction, id: number): Promise<void> => {
  await transaction
    .updateTable('users')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', id)
    .execute()
}

/** Deleted ones too. */
export const findUser = (executor: Executor, id: number): Promise<UserRow | undefined> =>
  executor.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

/** What those of the ids are called that are users, deleted ones too. */
export const findUsernames = async (
  executor: Executor,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await executor.selectFrom('users').select(['id', 'username']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, username }) => [id, username]))
}

/** By username, else by email. */
export const findUserByLogin = async (executor: Executor, login: string): Promise<UserRow | undefined> => {
  if (login === '') return undefined
  const users = () => executor.selectFrom('users').selectAll().where('deleted_at', 'is', null)
  // Always both: who is found by the first would otherwise be told from who is not by the time it takes.
  const [named, mailed] = await Promise.all([
    users().where('username', '=', login).executeTakeFirst(),
    users().where('email', 'in', [login, login.toLowerCase()]).orderBy('id').executeTakeFirst(),
  ])
  return named ?? mailed
}

/** Of several with one address, which there should not be, the oldest. */
export const findUserByEmail = (executor: Executor, email: string): Promise<UserRow | undefined> =>
  executor
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst()

export const findUserByInviteCode = (executor: Executor, code: string): Promise<UserRow | undefined> =>
  executor
    .selectFrom('users')
    .selectAll()
    .where('aff_code', '=', code)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export const findUserIdByAccessToken = async (executor: Executor, tokenHash: string): Promise<number | undefined> => {
  const row = await executor
    .selectFrom('users')
    .select('id')
    .where('access_token_hash', '=', tokenHash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

/** The super admin, when there is one. */
export const findRoot = (executor: Executor): Promise<UserRow | undefined> =>
  executor
    .selectFrom('users')
    .selectAll()
    .where('role', '=', rootRole)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .executeTakeFirst()

/** Also by a name that looks like it. The name of a deleted account stays taken. */
export const isUsernameTaken = async (executor: Executor, username: string): Promise<boolean> => {
  const alike = executor.selectFrom('usernames').select('user_id').where('skeleton', 'in', skeletonsOf(username))
  return (await alike.limit(1).executeTakeFirst()) !== undefined
}

export const isEmailTaken = async (executor: Executor, email: string): Promise<boolean> => {
  const owner = await executor
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return owner !== undefined
}

/** False when the address became somebody else's meanwhile. */
export const bindEmail = async (executor: Executor, id: number, email: string): Promise<boolean> => {
  const { numUpdatedRows } = await executor
    .updateTable('users')
    .set({ email })
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users as others')
            .select('others.id')
            .where('others.email', '=', email)
            .where('others.id', '<>', id)
            .where('others.deleted_at', 'is', null),
        ),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const updateUser = async (executor: Executor, id: number, change: PlainUserChange): Promise<void> => {
  if (Object.keys(change).length === 0) return
  await executor.updateTable('users').set(change).where('id', '=', id).execute()
}

/** After a login. False when the account was banned or deleted or got another password while the old one was weighed. */
export const noteLogin = async (
  executor: Executor,
  { id, status, password_hash }: UserRow,
  now: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await executor
    .updateTable('users')
    .set({ last_login_at: now })
    .where('id', '=', id)
    .where('status', '=', status)
    .where('password_hash', '=', password_hash)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/**
 * Changes a user who still has the role and status of `row` and was not deleted: what was decided by them is then still
 * right. Answers whether he was changed.
 */
export const updateUnchangedUser = async (
  transaction: OpenTransaction,
  row: UserRow,
  change: UserChangeByName,
): Promise<boolean> => {
  const { numUpdatedRows } = await transaction
    .updateTable('users')
    .set({ status: row.status, ...change })
    .where('id', '=', row.id)
    .where('role', '=', row.role)
    .where('status', '=', row.status)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  const { username = row.username } = change
  if (username !== row.username) await claimName(transaction, row.id, username)
  return true
}
