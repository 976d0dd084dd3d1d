import type { Executor, OpenTransaction } from './database.ts'
import type { NewUser, UserChange, UserRow } from './schema.ts'

/** What may be changed by itself. Quota moves by credits and settlements only. */
type PlainUserChange = Omit<UserChange, 'id' | 'quota' | 'used_quota' | 'request_count'>

const rootRole = 100

/** Answers the new user's id. */
export const insertUser = async (executor: Executor, row: NewUser): Promise<number> => {
  const { id } = await executor.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Deleted ones too. */
export const findUser = (executor: Executor, id: number): Promise<UserRow | undefined> =>
  executor.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

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

/** The name of a deleted account stays taken. */
export const isUsernameTaken = async (executor: Executor, username: string): Promise<boolean> =>
  (await executor.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst()) !== undefined

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

/**
 * Changes a user who still has the role and status of `row` and was not deleted: what was decided by them is then still
 * right. Answers whether he was changed.
 */
export const updateUnchangedUser = async (
  transaction: OpenTransaction,
  row: UserRow,
  change: PlainUserChange,
): Promise<boolean> => {
  const { numUpdatedRows } = await transaction
    .updateTable('users')
    .set({ status: row.status, ...change })
    .where('id', '=', row.id)
    .where('role', '=', row.role)
    .where('status', '=', row.status)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
