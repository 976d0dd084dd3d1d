import { ApplicationError } from '#contract/errors.ts'
import { largestQuota } from '#contract/fields.ts'
import type { Executor, OpenTransaction } from './database.ts'
import { rearmQuotaWarning } from './quota-warnings.ts'

export type Credit = {
  /** Unique: a credit with a known reference changes nothing. */
  ref: string
  userId: number
  kind: string
  amount: number
  /** Who did it. 0 when it was nobody but the user. */
  operatorId: number
  createdAt: number
}

/**
 * Moves quota into an account, once per reference. What is taken out must be there, unless somebody else than the user
 * takes it. No balance becomes one that could not be read exactly: neither its user nor a list with him would be shown.
 */
export const applyCredit = async (
  transaction: OpenTransaction,
  { ref, userId, kind, amount, operatorId, createdAt }: Credit,
): Promise<'applied' | 'known'> => {
  if (Math.abs(amount) > largestQuota) throw new ApplicationError('balance_full', { most: largestQuota })
  const inserted = await transaction
    .insertInto('credits')
    .values({ ref, user_id: userId, kind, amount, operator_id: operatorId, created_at: createdAt })
    .onConflict((conflict) => conflict.column('ref').doNothing())
    .executeTakeFirst()
  if (inserted.numInsertedOrUpdatedRows === 0n) return 'known'

  const mustBeCovered = amount < 0 && (operatorId === 0 || operatorId === userId)
  const updated = await transaction
    .updateTable('users')
    .set((eb) => ({ quota: eb('quota', '+', amount) }))
    .where('id', '=', userId)
    .where('quota', '<=', largestQuota - Math.max(0, amount))
    .where('quota', '>=', -largestQuota - Math.min(0, amount))
    .$if(mustBeCovered, (users) => users.where('quota', '>=', -amount))
    .executeTakeFirst()
  if (updated.numUpdatedRows > 0n) {
    if (amount > 0) await rearmQuotaWarning(transaction, userId)
    return 'applied'
  }
  // Thrown, so that the transaction takes the credit's row back.
  const user = await transaction.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
  if (user === undefined) throw new ApplicationError('user_missing')
  if (mustBeCovered) throw new ApplicationError('quota_insufficient')
  throw new ApplicationError('balance_full', { most: largestQuota })
}

/** Whether any quota was given, beyond what the super admin begins with, or used, or is promised by a code or an order. */
export const hasMovedQuota = async (executor: Executor): Promise<boolean> => {
  const signs = [
    executor.selectFrom('credits').select('id').where('kind', '<>', 'setup').limit(1),
    executor.selectFrom('users').select('id').where('used_quota', '>', 0).limit(1),
    executor.selectFrom('redemptions').select('id').limit(1),
    executor.selectFrom('top_ups').select('id').limit(1),
  ]
  for (const sign of signs) if ((await sign.executeTakeFirst()) !== undefined) return true
  return false
}
