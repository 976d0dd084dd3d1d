import type { Executor } from './database.ts'

/** Tables of notes that are kept for a while, by the second of their making. */
type DatedTable =
  | 'failed_calls'
  | 'live_tokens'
  | 'media_uploads'
  | 'owned_things'
  | 'remembered_responses'
  | 'stored_responses'

/** Deletes about `limit` from before the given second, oldest first, and answers how many. */
export const deleteOldest = async (
  executor: Executor,
  { table, before, limit }: { table: DatedTable; before: number; limit: number },
): Promise<number> => {
  const last = await executor
    .selectFrom(table)
    .select('created_at')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst()
  const { numDeletedRows } = await executor
    .deleteFrom(table)
    .where('created_at', last === undefined ? '<' : '<=', last?.created_at ?? before)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
