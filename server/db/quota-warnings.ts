import type { Executor, OpenTransaction } from './database.ts'

/** A user's settled quota, how he wants to be told of it, and since when he has been warned. */
export type WarnableUser = {
  id: number
  email: string
  quota: number
  setting: string
  warnedAt: number | null
}

/** Those of the users who are there and not banned. */
export const listWarnableUsers = (executor: Executor, ids: readonly number[]): Promise<WarnableUser[]> =>
  executor
    .selectFrom('users')
    .leftJoin('quota_warnings', 'quota_warnings.user_id', 'users.id')
    .select(['users.id', 'users.email', 'users.quota', 'users.setting', 'quota_warnings.created_at as warnedAt'])
    .where('users.id', 'in', ids)
    .where('users.deleted_at', 'is', null)
    .where('users.status', '=', 1)
    .execute()

/** False when the user has been warned already. */
export const insertQuotaWarning = async (
  transaction: OpenTransaction,
  row: { user_id: number; threshold: number; created_at: number },
): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('quota_warnings')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The next crossing is warned of again. `warnedAt` spares a warning that came after the one that is meant. */
export const removeQuotaWarning = async (executor: Executor, userId: number, warnedAt?: number): Promise<void> => {
  await executor
    .deleteFrom('quota_warnings')
    .where('user_id', '=', userId)
    .$if(warnedAt !== undefined, (query) => query.where('created_at', '=', warnedAt ?? 0))
    .execute()
}

/** The same for a user whose quota was raised above the threshold he was warned at. */
export const rearmQuotaWarning = async (executor: Executor, userId: number): Promise<void> => {
  await executor
    .deleteFrom('quota_warnings')
    .where('user_id', '=', userId)
    .where('threshold', '<=', (eb) => eb.selectFrom('users').select('quota').where('id', '=', userId))
    .execute()
}
