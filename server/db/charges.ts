import { sql } from 'kysely'
import type { Executor } from './database.ts'

/** Whether the charge of a call has been stored, with a row of its own or without. */
export const hasCharge = async (executor: Executor, requestId: string): Promise<boolean> => {
  const found = await executor
    .selectFrom('logs')
    .select(sql<number>`1`.as('one'))
    .where('request_id', '=', requestId)
    .unionAll(executor.selectFrom('charges').select(sql<number>`1`.as('one')).where('request_id', '=', requestId))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
