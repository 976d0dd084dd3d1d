import { sql } from 'kysely'
import type { Executor } from './database.ts'
import type { BatchLineRow, OwnFilePieceRow, OwnFileRow } from './schema.ts'

export const insertOwnFile = async (executor: Executor, row: OwnFileRow): Promise<void> => {
  await executor
    .insertInto('own_files')
    .values(row)
    .onConflict((conflict) => conflict.column('file_id').doUpdateSet({ bytes: row.bytes, expires_at: row.expires_at }))
    .execute()
}

export const findOwnFile = (executor: Executor, fileId: string): Promise<OwnFileRow | undefined> =>
  executor.selectFrom('own_files').selectAll().where('file_id', '=', fileId).executeTakeFirst()

export const insertPieces = async (executor: Executor, pieces: readonly OwnFilePieceRow[]): Promise<void> => {
  await executor.insertInto('own_file_pieces').values(pieces).execute()
}

export const findPiece = async (executor: Executor, fileId: string, place: number): Promise<string | undefined> => {
  const row = await executor
    .selectFrom('own_file_pieces')
    .select('content')
    .where('file_id', '=', fileId)
    .where('place', '=', place)
    .executeTakeFirst()
  return row?.content
}

/** What all files take, or those of one user. */
export const bytesOfOwnFiles = async (executor: Executor, userId?: number): Promise<number> => {
  const { bytes } = await executor
    .selectFrom('own_files')
    .select(sql<number>`coalesce(cast(sum(bytes) as bigint), 0)`.as('bytes'))
    .$if(userId !== undefined, (rows) => rows.where('user_id', '=', userId ?? 0))
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

/** Two nodes may have done the same call: the first word counts, which is the one that was paid for. */
export const insertBatchLines = async (executor: Executor, rows: readonly BatchLineRow[]): Promise<void> => {
  await executor
    .insertInto('batch_lines')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['batch_id', 'line']).doNothing())
    .execute()
}

/** What became of a call. */
export const lineOutcomes = { failed: 0, answered: 1, unmade: 2 } as const

type Which = { batchId: string; isAnswered: boolean | undefined; after: number }

/** What became of some calls, in their order, and how much is told of each. */
export const batchLinesAfter = (
  executor: Executor,
  { batchId, isAnswered, after, limit }: Which & { limit: number },
): Promise<Pick<BatchLineRow, 'line' | 'outcome' | 'bytes'>[]> =>
  executor
    .selectFrom('batch_lines')
    .select(['line', 'outcome', 'bytes'])
    .where('batch_id', '=', batchId)
    .where('line', '>', after)
    .$if(isAnswered !== undefined, (rows) => rows.where('outcome', ...outcomesOf(isAnswered)))
    .orderBy('line')
    .limit(limit)
    .execute()

/** What is told of them, up to the last one. */
export const readBatchLines = (
  executor: Executor,
  { batchId, isAnswered, after, last }: Which & { last: number },
): Promise<Pick<BatchLineRow, 'content'>[]> =>
  executor
    .selectFrom('batch_lines')
    .select('content')
    .where('batch_id', '=', batchId)
    .where('line', '>', after)
    .where('line', '<=', last)
    .$if(isAnswered !== undefined, (rows) => rows.where('outcome', ...outcomesOf(isAnswered)))
    .orderBy('line')
    .execute()

/** Of answers, or of all that is none. */
const outcomesOf = (isAnswered: boolean | undefined) =>
  [isAnswered === true ? '=' : '<>', lineOutcomes.answered] as const

export const expiredOwnFiles = (executor: Executor, now: number, limit: number): Promise<OwnFileRow[]> =>
  executor.selectFrom('own_files').selectAll().where('expires_at', '<', now).limit(limit).execute()

/** With all that stands in it, and that names it as its user's. */
export const deleteOwnFile = async (executor: Executor, { file_id, user_id }: OwnFileRow): Promise<void> => {
  await executor.deleteFrom('own_file_pieces').where('file_id', '=', file_id).execute()
  await executor.deleteFrom('files').where('user_id', '=', user_id).where('file_id', '=', file_id).execute()
  await executor.deleteFrom('own_files').where('file_id', '=', file_id).execute()
}

export const deleteBatchLines = async (
  executor: Executor,
  batchId: string,
  isAnswered: boolean | undefined,
): Promise<void> => {
  await executor
    .deleteFrom('batch_lines')
    .where('batch_id', '=', batchId)
    .$if(isAnswered !== undefined, (rows) => rows.where('outcome', ...outcomesOf(isAnswered)))
    .execute()
}
