import { remainderOf } from '#contract/request-ids.ts'
import type { Database } from '../../db/database.ts'
import { chargedQuota } from '../../db/settling/charges.ts'
import type { Settlement } from '../../db/settling/settlement.ts'
import { type Accounts, forgetCharged } from './accounts.ts'

type Parts = { database: Database; accounts: Pick<Accounts, 'forgetUser' | 'forgetToken'> }

/**
 * Of calls that are stored: whoever took their process for ended while it was only out of reach has charged them already,
 * for what was known of them then. The difference is charged beside it, once.
 */
export const chargeRemainders = async (
  { database, accounts }: Parts,
  settlements: readonly Settlement[],
): Promise<void> => {
  const charged = await chargedQuota(
    database.query,
    settlements.map(({ requestId }) => requestId),
  )
  for (const settlement of settlements) {
    const rest = settlement.quota - (charged.get(settlement.requestId) ?? settlement.quota)
    if (rest === 0) continue
    await database.settle([restOf(settlement, rest)])
    forgetCharged(accounts, settlement)
  }
}

/** Its row says the amount as a price of its own, so that it can be worked out again. What is given back has none. */
const restOf = (whole: Settlement, quota: number): Settlement => ({
  ...whole,
  requestId: remainderOf(whole.requestId),
  quota,
  promptTokens: 0,
  completionTokens: 0,
  durationMs: 0,
  content: '',
  other: JSON.stringify({ model_price: quota / quotaPerDollar, group_ratio: 1, rest_of: whole.requestId }),
  counted: false,
  logged: whole.logged && quota > 0,
})

const quotaPerDollar = 500_000
