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

/** A channel that there is not: the note stays only to tell where in the order of the others its thing stood. */
const nowhere = 0

type OfOne = { userId: number; kind: string; id: string }

/** Those of a kind beyond another one in the order of their making. */
export const listOwnedThings = (
  executor: Executor,
  { userId, kind, from, direction, limit }: ListedThings,
): Promise<OwnedThingRow[]> => {
  const beyond = direction === 'desc' ? '<' : '>'
  return executor
    .selectFrom('owned_things')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('channel_id', '!=', nowhere)
    .$if(from !== undefined, (rows) =>
      rows.where((eb) =>
        eb.or([
          eb('made_at', beyond, from?.made_at ?? 0),
          eb.and([eb('made_at', '=', from?.made_at ?? 0), eb('thing_id', beyond, from?.thing_id ?? '')]),
        ]),
      ),
    )
    .orderBy('made_at', direction)
    .orderBy('thing_id', direction)
    .limit(limit)
    .execute()
}

type ListedThings = {
  userId: number
  kind: string
  /** Undefined: from the beginning. */
  from: Pick<OwnedThingRow, 'thing_id' | 'made_at'> | undefined
  direction: 'asc' | 'desc'
  limit: number
}

/** Also of what is gone. */
export const findNote = (executor: Executor, { userId, kind, id }: OfOne): Promise<OwnedThingRow | undefined> =>
  executor
    .selectFrom('owned_things')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('thing_id', '=', id)
    .executeTakeFirst()

export const noteGone = async (executor: Executor, { userId, kind, id }: OfOne): Promise<void> => {
  await executor
    .updateTable('owned_things')
    .set({ channel_id: nowhere })
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('thing_id', '=', id)
    .execute()
}

/** Those of a user's that have these ids, of whatever kind. */
export const findOwnedThings = (executor: Executor, userId: number, ids: readonly string[]): Promise<OwnedThingRow[]> =>
  executor
    .selectFrom('owned_things')
    .selectAll()
    .where('user_id', '=', userId)
    .where('thing_id', 'in', ids)
    .where('channel_id', '!=', nowhere)
    .execute()
