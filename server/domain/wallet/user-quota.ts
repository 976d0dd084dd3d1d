import { ApplicationError } from '#contract/errors.ts'
import { logTypes } from '#contract/log-types.ts'
import type { OpenTransaction } from '../../db/database.ts'
import type { UserRow } from '../../db/schema.ts'
import { findUser } from '../../db/users.ts'
import type { Clock } from '../../lib/clock.ts'
import { randomKey } from '../../lib/identifiers.ts'
import type { Operator } from '../audit.ts'
import { recordEvent } from '../events.ts'
import type { Crediting } from '../money/ledger.ts'

/** The balance wanted, and balance and use as they were when somebody decided so. */
export type QuotaWish = { quota: number; quotaBefore: number | undefined; usedQuotaBefore: number | undefined }

type Books = {
  transaction: OpenTransaction
  clock: Clock
  credit: Crediting
  /** How an amount is written. */
  said: (quota: number) => string
  /** What the user is told of it. */
  because: string
}

/**
 * Changes a balance by what the wish differs from what it was made on, so that calls that were charged meanwhile stay
 * charged. Balance and use together only change when quota is credited or taken: then a wish made before is refused,
 * and so is the same wish the second time. Answers what was added.
 */
export const adjustQuota = async (
  { transaction, clock, credit, said, because }: Books,
  user: UserRow,
  wish: QuotaWish | undefined,
  operator: Operator,
): Promise<number> => {
  if (wish === undefined) return 0
  const before = wish.quotaBefore ?? user.quota
  const amount = wish.quota - before
  if (amount === 0) return 0
  const ref = `adjust:${user.id}:${randomKey(16)}`
  await credit({ ref, userId: user.id, kind: 'adjust', amount, operatorId: operator.id })
  // Read once the row is ours, so that nothing can come in between.
  const after = await findUser(transaction, user.id)
  if (after === undefined) throw new ApplicationError('user_missing')
  if (wish.usedQuotaBefore !== undefined && after.quota - amount + after.used_quota !== before + wish.usedQuotaBefore) {
    throw new ApplicationError('user_quota_changed')
  }
  const content = `The quota was changed by an administrator from ${said(after.quota - amount)} to ${said(after.quota)}`
  await recordEvent(transaction, clock, {
    type: logTypes.manage,
    userId: user.id,
    username: after.username,
    amount,
    content: because === '' ? content : `${content}. Reason: ${because}`,
    happened: {
      name: 'quota_changed',
      values: { before: after.quota - amount, after: after.quota, ...(because === '' ? {} : { reason: because }) },
    },
  })
  return amount
}
