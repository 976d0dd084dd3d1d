import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Executor, OpenTransaction } from '../database.ts'
import { oneOf } from '../engine-sql.ts'
import { dayOf } from '../log-time.ts'

/**
 * What was written to since it was added up. What was added up of anything else may be read after this was, whatever
 * happens in between: until it is added up anew, it says what was so a moment ago.
 */
export type OpenPeriods = { hours: readonly number[]; days: ReadonlySet<number> }

export const readOpenPeriods = async (executor: Executor): Promise<OpenPeriods> => {
  const rows = await executor
    .selectFrom('open_hours')
    .select(['hour as start', sql<number>`1`.as('is_hour')])
    .unionAll(executor.selectFrom('open_days').select(['day as start', sql<number>`0`.as('is_hour')]))
    .orderBy('start')
    .execute()
  const hours = rows.flatMap(({ start, is_hour }) => (is_hour === 1 ? [start] : []))
  return { hours, days: new Set(rows.map(({ start }) => dayOf(start))) }
}

/** What was added up of these hours does not count any more. */
export const reopenHours = async (transaction: OpenTransaction, hours: readonly number[]): Promise<void> => {
  await transaction
    .insertInto('open_hours')
    .values([...hours].sort((one, other) => one - other).map((hour) => ({ hour })))
    .onConflict((conflict) => conflict.column('hour').doNothing())
    .execute()
}

/** Waits for settlements that are at work, and keeps others waiting: none may open an hour unseen. */
export const lockOpenHours = async ({ engine }: Database, transaction: OpenTransaction): Promise<void> => {
  if (engine === 'postgres') await sql`lock table open_hours in exclusive mode`.execute(transaction)
}

export const inOpenHours = (executor: Executor, { hours }: OpenPeriods): RawBuilder<SqlBool> =>
  oneOf(executor, 'hour', hours)

export const outsideOpenHours = (executor: Executor, open: OpenPeriods): RawBuilder<SqlBool> =>
  sql`not ${inOpenHours(executor, open)}`
