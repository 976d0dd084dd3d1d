import type { Executor } from './database.ts'
import type { OwnedThingRow } from './schema.ts'

/** What is told again was made again. */
export const keepOwnedThings = async (executor: Executor, rows: readonly OwnedThingRow[]): Promise<void> => {
  await executor
    .insertInto('owned_things')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind', 'thing_id']).doUpdateSet((eb) => ({
        channel_id: eb.ref('excluded.channel_id'),
        key_place: eb.ref('excluded.key_place'),
        created_at: eb.ref('excluded.created_at'),
      })),
    )
    .execute()
}

/** Those of a kind, the latest first. */
export const listOwnedThings = (
  executor: Executor,
  { userId, kind, limit }: { userId: number; kind: string; limit: number },
): Promise<OwnedThingRow[]> =>
  executor
    .selectFrom('owned_things')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .orderBy('thing_id', 'desc')
    .limit(limit)
    .execute()

export const deleteOwnedThing = async (
  executor: Executor,
  { userId, kind, id }: { userId: number; kind: string; id: string },
): Promise<void> => {
  await executor
    .deleteFrom('owned_things')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('thing_id', '=', id)
    .execute()
}

/** Those of a user's that have these ids, of whatever kind. */
export const findOwnedThings = (executor: Executor, userId: number, ids: readonly string[]): Promise<OwnedThingRow[]> =>
  executor.selectFrom('owned_things').selectAll().where('user_id', '=', userId).where('thing_id', 'in', ids).execute()
