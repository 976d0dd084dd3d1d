import { sql } from 'kysely'
import type { Executor } from './database.ts'
import type { RememberedResponseRow } from './schema.ts'

export const keepRememberedResponses = async (
  executor: Executor,
  rows: readonly RememberedResponseRow[],
): Promise<void> => {
  await executor
    .insertInto('remembered_responses')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['user_id', 'response_id']).doNothing())
    .execute()
}

/** Those of one user that are not older than `since`. */
type OfUser = { userId: number; since: number }

export type LinkOfChain = Pick<RememberedResponseRow, 'response_id' | 'previous_id' | 'size'>

/** An answer and those that it goes on from, the newest first, as far as they are there. */
export const findChain = async (
  executor: Executor,
  { userId, since }: OfUser,
  { id, longest }: { id: string; longest: number },
): Promise<LinkOfChain[]> =>
  executor
    .withRecursive('chain', (query) =>
      query
        .selectFrom('remembered_responses')
        .select(['response_id', 'previous_id', 'size', sql<number>`1`.as('place')])
        .where('user_id', '=', userId)
        .where('response_id', '=', id)
        .where('created_at', '>=', since)
        .unionAll((next) =>
          next
            .selectFrom('chain')
            .innerJoin('remembered_responses as earlier', (join) =>
              join.onRef('earlier.response_id', '=', 'chain.previous_id').on('earlier.user_id', '=', userId),
            )
            .select([
              'earlier.response_id',
              'earlier.previous_id',
              'earlier.size',
              sql<number>`chain.place + 1`.as('place'),
            ])
            .where('earlier.created_at', '>=', since)
            .where('chain.place', '<', longest),
        ),
    )
    .selectFrom('chain')
    .select(['response_id', 'previous_id', 'size'])
    .orderBy('place')
    .execute()

export const findRememberedResponses = (
  executor: Executor,
  { userId, since }: OfUser,
  ids: readonly string[],
): Promise<RememberedResponseRow[]> =>
  executor
    .selectFrom('remembered_responses')
    .selectAll()
    .where('user_id', '=', userId)
    .where('response_id', 'in', ids)
    .where('created_at', '>=', since)
    .execute()

export const deleteRememberedResponse = async (executor: Executor, userId: number, id: string): Promise<boolean> => {
  const { numDeletedRows } = await executor
    .deleteFrom('remembered_responses')
    .where('user_id', '=', userId)
    .where('response_id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** What those of a user take together. */
export const sizeOfRemembered = async (executor: Executor, userId: number): Promise<number> => {
  const { total } = await executor
    .selectFrom('remembered_responses')
    .select(({ fn }) => fn.coalesce(fn.sum<number | string>('size'), sql<number>`0`).as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** Deletes the oldest of a user until so many bytes are gone, some at a time; answers how many went. */
export const deleteOldestRemembered = async (
  executor: Executor,
  { userId, bytes, limit }: { userId: number; bytes: number; limit: number },
): Promise<number> => {
  const oldest = await executor
    .selectFrom('remembered_responses')
    .select(['response_id', 'size'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  const ids: string[] = []
  let gone = 0
  for (const { response_id, size } of oldest) {
    if (gone >= bytes) break
    ids.push(response_id)
    gone += size
  }
  if (ids.length === 0) return 0
  await executor
    .deleteFrom('remembered_responses')
    .where('user_id', '=', userId)
    .where('response_id', 'in', ids)
    .execute()
  return gone
}
