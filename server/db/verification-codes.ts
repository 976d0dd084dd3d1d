import type { Insertable } from 'kysely'
import type { Executor } from './database.ts'
import type { VerificationCodesTable } from './schema.ts'

export const insertVerificationCode = async (
  executor: Executor,
  row: Insertable<VerificationCodesTable>,
): Promise<void> => {
  await executor.insertInto('verification_codes').values(row).execute()
}

type CodeQuery = { purpose: string; target: string; now: number; asker?: string }

/** The newest code for the target, or the newest that the asker had sent; undefined when that is not open any more. */
export const findVerificationCode = async (
  executor: Executor,
  { purpose, target, now, asker }: CodeQuery,
): Promise<{ id: number; code_hash: string } | undefined> => {
  const codes = executor
    .selectFrom('verification_codes')
    .select(['id', 'code_hash', 'used_at', 'expires_at'])
    .where('purpose', '=', purpose)
    .where('target', '=', target)
  const newest = await (asker === undefined ? codes : codes.where('asker', '=', asker))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest !== undefined && newest.used_at === null && newest.expires_at > now ? newest : undefined
}

/** Counts a try at the code. False when it has had all that it may have. */
export const countCodeTry = async (executor: Executor, id: number, mostTries: number): Promise<boolean> => {
  const { numUpdatedRows } = await executor
    .updateTable('verification_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', id)
    .where('tries', '<', mostTries)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Uses up all codes for the target. */
export const closeVerificationCodes = async (
  executor: Executor,
  { purpose, target, now }: CodeQuery,
): Promise<void> => {
  await executor
    .updateTable('verification_codes')
    .set({ used_at: now })
    .where('purpose', '=', purpose)
    .where('target', '=', target)
    .where('used_at', 'is', null)
    .execute()
}

/** Uses up a code that is too long to be guessed. False when there is none, or it was used, or ran out. */
export const spendVerificationCode = async (
  executor: Executor,
  { purpose, target, code_hash }: Pick<Insertable<VerificationCodesTable>, 'purpose' | 'target' | 'code_hash'>,
  now: number,
): Promise<boolean> => {
  const { numUpdatedRows } = await executor
    .updateTable('verification_codes')
    .set({ used_at: now })
    .where('purpose', '=', purpose)
    .where('target', '=', target)
    .where('code_hash', '=', code_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Uses the code up. False when somebody was faster. */
export const closeVerificationCode = async (executor: Executor, id: number, now: number): Promise<boolean> => {
  const { numUpdatedRows } = await executor
    .updateTable('verification_codes')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Those that ran out before the given time. */
export const deleteOldVerificationCodes = async (executor: Executor, before: number): Promise<void> => {
  await executor.deleteFrom('verification_codes').where('expires_at', '<', before).execute()
}
