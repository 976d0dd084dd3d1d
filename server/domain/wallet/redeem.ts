import { ApplicationError, type ErrorCode } from '#contract/errors.ts'
import { logTypes } from '#contract/log-types.ts'
import { redemptionStatuses } from '#contract/redemptions.ts'
import type { Database, OpenTransaction } from '../../db/database.ts'
import { claimRedemption, findRedemptionByKey, insertRedemptionUse } from '../../db/redemptions.ts'
import type { RedemptionRow } from '../../db/schema.ts'
import { nowSeconds } from '../../lib/clock.ts'
import type { Domain } from '../domain.ts'
import { recordEvent } from '../events.ts'

type Attempt = { user: { id: number; username: string }; key: string; address: string }
type Redeemed = { quota: number; is_gift: boolean }

type Parts = { domain: Pick<Domain, 'clock' | 'ledger' | 'limits'>; database: Database }

/**
 * Gives a user what a code is worth. Taking a use of the code, the credit and its log row are one transaction, so that
 * a code pays once however many try. Failures count against the user and the address: chosen codes can be guessed.
 */
export const createRedeem = ({ domain, database }: Parts): ((attempt: Attempt) => Promise<Redeemed>) => {
  const { clock, ledger, limits } = domain

  const redeem = async ({ user, key }: Attempt): Promise<Redeemed> => {
    // Most wrong codes end here, without a turn at the database's writer.
    const { id } = claimable(await findRedemptionByKey(database.query, key), nowSeconds(clock))
    return ledger.together(async (transaction, credit) => {
      const row = await claim(transaction, { id, key, userId: user.id })
      const { quota } = row
      await credit({
        ref: `redeem:${id}:${row.used_count}`,
        userId: user.id,
        kind: 'redeem',
        amount: quota,
        operatorId: 0,
      })
      await recordEvent(transaction, clock, {
        type: logTypes.recharge,
        userId: user.id,
        username: user.username,
        amount: quota,
        content: `Redeemed code #${id}`,
        happened: { name: 'code_redeemed', values: { code: String(id) } },
      })
      return { quota, is_gift: row.is_gift === 1 }
    })
  }

  const claim = async (
    transaction: OpenTransaction,
    { id, key, userId }: { id: number; key: string; userId: number },
  ): Promise<RedemptionRow> => {
    const now = nowSeconds(clock)
    const row = await claimRedemption(transaction, { id, userId, now })
    if (row === undefined) {
      claimable(await findRedemptionByKey(transaction, key), now)
      throw new ApplicationError('redeem_used')
    }
    const use = { redemption_id: id, user_id: userId, quota: row.quota, created_at: now }
    // Thrown, so that the transaction gives the use back.
    if (!(await insertRedemptionUse(transaction, use))) throw new ApplicationError('redeem_repeated')
    return row
  }

  return async (attempt) => {
    const takeBack = await limits.tryRedeem(attempt.user.id, attempt.address)
    try {
      const redeemed = await redeem(attempt)
      await takeBack()
      return redeemed
    } catch (error) {
      if (!isRefusal(error)) await takeBack()
      throw error
    }
  }
}

const isRefusal = (error: unknown): boolean => error instanceof ApplicationError && error.status === 200

/** Throws why a code cannot be redeemed, as far as it can be seen without taking a use of it. */
const claimable = (row: RedemptionRow | undefined, now: number): RedemptionRow => {
  if (row === undefined) throw new ApplicationError('redeem_unknown')
  const refusal = refusalOf(row, now)
  if (refusal !== undefined) throw new ApplicationError(refusal)
  return row
}

const refusalOf = (row: RedemptionRow, now: number): ErrorCode | undefined => {
  if (row.valid_from > now) return 'redeem_early'
  if (row.valid_until !== 0 && row.valid_until < now) return 'redeem_expired'
  if (row.status === redemptionStatuses.disabled) return 'redeem_disabled'
  if (row.status === redemptionStatuses.used) return row.is_gift === 1 ? 'redeem_exhausted' : 'redeem_used'
  return undefined
}
