import type { Database } from '../../db/database.ts'
import { findToken } from '../../db/tokens.ts'
import { findUser } from '../../db/users.ts'
import type { Options } from '../options.ts'

/** What a client that asks for its bill is told: in dollars, or in quota where that is what is shown. */
type Bill = {
  /** What there was to spend altogether; undefined where nothing limits it. */
  limit: number | undefined
  used: number
  /** Unix seconds; 0: never. */
  until: number
}

/** Of the token or of its user, as an option says. */
export type Bills = { of: (caller: { userId: number; tokenId: number }) => Promise<Bill> }

type Parts = { options: Pick<Options, 'get'>; database: Database }

export const createBills = ({ options, database }: Parts): Bills => {
  const shown = (quota: number): number =>
    options.get('DisplayInCurrencyEnabled') ? quota / options.get('QuotaPerUnit') : quota

  const ofToken = async (tokenId: number): Promise<Bill> => {
    const token = await findToken(database.query, tokenId)
    if (token === undefined) return { limit: 0, used: 0, until: 0 }
    const { remain_quota, used_quota, unlimited_quota, expired_time } = token
    return {
      limit: unlimited_quota === 1 ? undefined : shown(Math.max(0, remain_quota) + used_quota),
      used: shown(used_quota),
      until: Math.max(0, expired_time),
    }
  }

  const ofUser = async (userId: number): Promise<Bill> => {
    const user = await findUser(database.query, userId)
    const { quota = 0, used_quota = 0 } = user ?? {}
    return { limit: shown(Math.max(0, quota) + used_quota), used: shown(used_quota), until: 0 }
  }

  return {
    of: ({ userId, tokenId }) => (options.get('DisplayTokenStatEnabled') ? ofToken(tokenId) : ofUser(userId)),
  }
}
