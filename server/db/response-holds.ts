import type { Executor } from './database.ts'
import type { ResponseHoldRow, StoredResponseRow } from './schema.ts'
import { isOver } from './set-times.ts'

export const keepResponseHold = async (executor: Executor, row: ResponseHoldRow): Promise<void> => {
  await executor
    .insertInto('response_holds')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'response_id']).doUpdateSet((eb) => ({
        amount: eb.ref('excluded.amount'),
        holder: eb.ref('excluded.holder'),
        held_until: eb.ref('excluded.held_until'),
      })),
    )
    .execute()
}

export const deleteResponseHold = async (executor: Executor, userId: number, responseId: string): Promise<void> => {
  await executor
    .deleteFrom('response_holds')
    .where('user_id', '=', userId)
    .where('response_id', '=', responseId)
    .execute()
}

/** A process says that it still holds what it held. */
export const renewResponseHolds = async (executor: Executor, holder: string, until: number): Promise<void> => {
  await executor.updateTable('response_holds').set({ held_until: until }).where('holder', '=', holder).execute()
}

type LeftHold = StoredResponseRow & Pick<ResponseHoldRow, 'amount' | 'holder'>

/** What others held up to a time, for answers that are still owed. */
export const listLeftHolds = (
  executor: Executor,
  { holder, limit, ...time }: { holder: string; until: number; now: number; ahead: number; limit: number },
): Promise<LeftHold[]> =>
  executor
    .selectFrom('response_holds')
    .innerJoin('stored_responses', (join) =>
      join
        .onRef('stored_responses.user_id', '=', 'response_holds.user_id')
        .onRef('stored_responses.response_id', '=', 'response_holds.response_id'),
    )
    .selectAll('stored_responses')
    .select(['response_holds.amount', 'response_holds.holder'])
    .where('response_holds.holder', '<>', holder)
    .where(isOver('response_holds.held_until', time))
    .where('stored_responses.owed', 'is not', null)
    .orderBy('response_holds.held_until')
    .limit(limit)
    .execute()

/** False when another process has taken it over meanwhile. */
export const takeOverResponseHold = async (
  executor: Executor,
  left: { userId: number; responseId: string; from: string },
  { holder, until }: { holder: string; until: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await executor
    .updateTable('response_holds')
    .set({ holder, held_until: until })
    .where('user_id', '=', left.userId)
    .where('response_id', '=', left.responseId)
    .where('holder', '=', left.from)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Those that nobody holds since before the given second. */
export const deleteOldResponseHolds = async (executor: Executor, before: number): Promise<void> => {
  await executor.deleteFrom('response_holds').where('held_until', '<', before).execute()
}
