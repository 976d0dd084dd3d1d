import type { Executor } from './database.ts'
import type { StoredResponseRow } from './schema.ts'

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
