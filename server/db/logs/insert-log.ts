import { type RawBuilder, sql } from 'kysely'
import type { Executor, OpenTransaction } from '../database.ts'
import { columns, noCall } from '../dimension-columns.ts'
import { isPostgres } from '../engine-sql.ts'
import { hourOf, idRange, idsPerSecond, partOf } from '../log-time.ts'
import type { LogRow } from '../schema.ts'
import { reopenHours } from './open-hours.ts'

/** A row that no call wrote: money came in, an administrator did something, a user checked in. */
export type PlainLog = Pick<LogRow, 'created_at' | 'user_id' | 'username' | 'content' | 'other'> & {
  type: 1 | 3 | 4 | 5
  /** How the balance changed, negative when quota was taken. */
  quota: number
}

export const insertLog = (executor: Executor, row: PlainLog): Promise<void> => {
  const insert = async (transaction: OpenTransaction) => {
    const id = nextLogId(transaction, row.created_at)
    await transaction
      .insertInto('logs')
      .values({ id, ...noCall, ...noTokens, request_id: null, use_time: 0, is_stream: 0, ...row })
      .execute()
    await addToHour(transaction, row)
    await reopenHours(transaction, [hourOf(row.created_at)])
  }
  // seam: Kysely tells an open transaction by this flag, and by its type only to whoever opened it
  return executor.isTransaction ? insert(executor as OpenTransaction) : executor.transaction().execute(insert)
}

/** A free id in the second given. On PostgreSQL, where others may be on their way, a sequence tells them apart. */
const nextLogId = (executor: Executor, second: number): RawBuilder<number> => {
  const [first, last] = idRange(second, second)
  return isPostgres(executor)
    ? sql`${first}::bigint + nextval('logs_id_seq') % ${sql.lit(idsPerSecond)}`
    : sql`(select coalesce(max(id) + 1, ${first}) from logs where id between ${first} and ${last})`
}

const addToHour = async (transaction: OpenTransaction, row: PlainLog): Promise<void> => {
  const { created_at: second, type, user_id, username, quota } = row
  const hour = { ...noCall, ...noTokens, hour: hourOf(second), type, user_id, username }
  await transaction
    .insertInto('usage_hours')
    .values({ ...hour, count: 1, logged: 1, quota, parts: partOf(second) })
    .onConflict((conflict) =>
      conflict.columns(['hour', ...columns]).doUpdateSet((eb) => ({
        count: eb('usage_hours.count', '+', 1),
        logged: eb('usage_hours.logged', '+', 1),
        quota: eb('usage_hours.quota', '+', quota),
        parts: sql`usage_hours.parts | excluded.parts`,
      })),
    )
    .execute()
}

const noTokens = { prompt_tokens: 0, completion_tokens: 0 }
