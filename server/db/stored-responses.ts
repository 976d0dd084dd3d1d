import type { Executor } from './database.ts'
import type { StoredResponseRow } from './schema.ts'
import { isOver } from './set-times.ts'

/** An upstream that gives an id of the same user again means its newest answer. */
export const keepStoredResponses = async (executor: Executor, rows: readonly StoredResponseRow[]): Promise<void> => {
  await executor
    .insertInto('stored_responses')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'response_id']).doUpdateSet((eb) => ({
        channel_id: eb.ref('excluded.channel_id'),
        key_place: eb.ref('excluded.key_place'),
        created_at: eb.ref('excluded.created_at'),
        owed: eb.ref('excluded.owed'),
        context_tokens: eb.ref('excluded.context_tokens'),
      })),
    )
    .execute()
}

export const findStoredResponse = (
  executor: Executor,
  userId: number,
  responseId: string,
): Promise<StoredResponseRow | undefined> =>
  executor
    .selectFrom('stored_responses')
    .selectAll()
    .where('user_id', '=', userId)
    .where('response_id', '=', responseId)
    .executeTakeFirst()

export const deleteStoredResponse = async (executor: Executor, userId: number, responseId: string): Promise<void> => {
  await executor
    .deleteFrom('stored_responses')
    .where('user_id', '=', userId)
    .where('response_id', '=', responseId)
    .execute()
}

/** Those that are owed and in nobody's hands, the ones that waited longest first. */
export const listOwedResponses = (
  executor: Executor,
  { now, madeBefore, limit }: { now: number; madeBefore: number; limit: number },
): Promise<StoredResponseRow[]> =>
  executor
    .selectFrom('stored_responses')
    .selectAll()
    .where('owed', 'is not', null)
    .where(isUnclaimed(now))
    .where(isOver('created_at', { until: madeBefore - 1, now }))
    .orderBy('claimed_until')
    .limit(limit)
    .execute()

/** Nobody asks for longer: whoever does has gone down. */
export const claimSeconds = 300

const isUnclaimed = (now: number) => isOver('claimed_until', { until: now, now, ahead: claimSeconds })

/** False when nothing is owed, or somebody else is seeing to it. */
export const claimOwedResponse = async (
  executor: Executor,
  { userId, responseId, now, until }: { userId: number; responseId: string; now: number; until: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await executor
    .updateTable('stored_responses')
    .set({ claimed_until: until })
    .where('user_id', '=', userId)
    .where('response_id', '=', responseId)
    .where('owed', 'is not', null)
    .where(isUnclaimed(now))
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Ends a claim: what was owed is paid, or will be asked for again. */
export const releaseOwedResponse = async (
  executor: Executor,
  { userId, responseId, now, paid }: { userId: number; responseId: string; now: number; paid: boolean },
): Promise<void> => {
  await executor
    .updateTable('stored_responses')
    .set(paid ? { claimed_until: now, owed: null } : { claimed_until: now })
    .where('user_id', '=', userId)
    .where('response_id', '=', responseId)
    .execute()
}

/** Ends the claims of processes that are no more. */
export const releaseOwedResponses = async (executor: Executor): Promise<void> => {
  await executor
    .updateTable('stored_responses')
    .set({ claimed_until: 0 })
    .where('owed', 'is not', null)
    .where('claimed_until', '>', 0)
    .execute()
}
