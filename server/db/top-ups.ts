import type { Executor, OpenTransaction } from './database.ts'
import type { NewTopUp, TopUpRow } from './schema.ts'
import { lockUser } from './users.ts'

export const insertTopUp = async (executor: Executor, row: NewTopUp): Promise<void> => {
  await executor.insertInto('top_ups').values(row).execute()
}

type UnpaidLimit = { most: number; madeAfter: number }

/** False when the payer has `most` orders that can still be paid: those made after this time. */
export const insertTopUpWithin = async (
  transaction: OpenTransaction,
  row: NewTopUp,
  { most, madeAfter }: UnpaidLimit,
): Promise<boolean> => {
  await lockUser(transaction, row.user_id)
  const { count } = await transaction
    .selectFrom('top_ups')
    .where('user_id', '=', row.user_id)
    .where('status', '=', 'pending')
    .where('created_at', '>', madeAfter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= most) return false
  await insertTopUp(transaction, row)
  return true
}

export const findTopUp = (executor: Executor, tradeNo: string): Promise<TopUpRow | undefined> =>
  executor.selectFrom('top_ups').selectAll().where('trade_no', '=', tradeNo).executeTakeFirst()

type Payment = { tradeNo: string; providerTradeNo: string; paidAt: number; madeAfter: number }

/**
 * Marks an order as paid, once: whoever gets true credits it. One that was expired by a clock that ran ahead is young
 * enough all the same.
 */
export const payTopUp = async (
  executor: Executor,
  { tradeNo, providerTradeNo, paidAt, madeAfter }: Payment,
): Promise<boolean> => {
  const { numUpdatedRows } = await executor
    .updateTable('top_ups')
    .set({ status: 'success', provider_trade_no: providerTradeNo, paid_at: paidAt })
    .where('trade_no', '=', tradeNo)
    .where('status', 'in', ['pending', 'expired'])
    .where('created_at', '>', madeAfter)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Orders made at this time or earlier can no longer be paid. */
export const expireTopUps = async (executor: Executor, madeUntil: number): Promise<void> => {
  await executor
    .updateTable('top_ups')
    .set({ status: 'expired' })
    .where('status', '=', 'pending')
    .where('created_at', '<=', madeUntil)
    .execute()
}
