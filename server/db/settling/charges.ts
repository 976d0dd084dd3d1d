import { sql } from 'kysely'
import type { Executor } from '../database.ts'
import { oneOf } from '../engine-sql.ts'

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

/** What calls were charged, by their request ids; those that were not are missing. */
export const chargedQuota = async (
  executor: Executor,
  requestIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (requestIds.length === 0) return new Map()
  const rows = await executor
    .selectFrom('logs')
    .select(['request_id', 'quota'])
    .where(oneOf(executor, 'request_id', requestIds))
    .unionAll(
      executor
        .selectFrom('charges')
        .select(['request_id', 'quota'])
        .where(oneOf(executor, 'request_id', requestIds)),
    )
    .execute()
  return new Map(rows.map(({ request_id, quota }) => [request_id ?? '', quota]))
}
