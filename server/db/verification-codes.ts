import type { Insertable } from 'kysely'
import type { Executor } from './database.ts'
import type { VerificationCodesTable } from './schema.ts'

export const insertVerificationCode = async (
  executor: Executor,
  row: Insertable<VerificationCodesTable>,
): Promise<void> => {
  await executor.insertInto('verification_codes').values(row).execute()
}

/** Counts a try at the newest open code and answers the code to compare with; undefined when there is none to try. */
export const tryVerificationCode = (
  executor: Executor,
  { purpose, target, now, mostTries }: { purpose: string; target: string; now: number; mostTries: number },
): Promise<{ id: number; code_hash: string } | undefined> =>
  executor
    .updateTable('verification_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('verification_codes')
        .select('id')
        .where('purpose', '=', purpose)
        .where('target', '=', target)
        .orderBy('id', 'desc')
        .limit(1),
    )
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('tries', '<', mostTries)
    .returning(['id', 'code_hash'])
    .executeTakeFirst()

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
