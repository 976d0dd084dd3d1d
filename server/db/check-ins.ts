import type { Executor } from './database.ts'
import type { CheckInRow } from './schema.ts'

/** False when the user has checked in on that day. */
export const insertCheckIn = async (executor: Executor, row: CheckInRow): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await executor
    .insertInto('check_ins')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'day']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export const hasCheckedIn = async (executor: Executor, userId: number, day: number): Promise<boolean> => {
  const row = await executor
    .selectFrom('check_ins')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .executeTakeFirst()
  return row !== undefined
}
