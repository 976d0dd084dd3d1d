import { applyCredit } from '../db/credits.ts'
import type { Database, Settlement } from '../db/database.ts'
import { type Clock, nowSeconds } from '../lib/clock.ts'
import type { Accounts, Hold, HoldWish } from './accounts.ts'
import type { Settlements } from './settlements.ts'

export type { Settlement }

/** A movement of quota into an account; negative ones are an administrator's. `ref` makes it happen once. */
export type Credit = {
  ref: string
  userId: number
  kind: 'setup' | 'gift' | 'redeem' | 'pay' | 'check-in' | 'invite' | 'transfer' | 'refund' | 'adjust'
  amount: number
  operatorId: number
}

/** The only code that moves quota. */
export type Ledger = {
  /** Throws `quota_insufficient` or `token_quota_insufficient` when not even the least can be held. */
  hold: (wish: HoldWish) => Promise<Hold>
  /** False when nothing is left: the caller ends the answer. */
  extend: (hold: Hold, amount: number) => boolean | Promise<boolean>
  /** Ends the hold with a charge; resolves once the charge is durable. */
  settle: (hold: Hold, settlement: Settlement) => Promise<void>
  /** Ends the hold without a charge; does nothing to a hold that has ended. */
  release: (hold: Hold) => void
  credit: (credit: Credit) => Promise<'applied' | 'known'>
  /** What can be spent: settled quota less what is held. */
  balance: (userId: number) => Promise<number>
  /** After a token's remaining quota or its unlimited flag was changed in the database. */
  forgetToken: (tokenId: number) => void
  /** Resolves when everything settled is durable. */
  drain: () => Promise<void>
}

type LedgerParts = { accounts: Accounts; settlements: Settlements; database: Database; clock: Clock }

export const createLedger = ({ accounts, settlements, database, clock }: LedgerParts): Ledger => ({
  hold: accounts.hold,
  extend: (hold, amount) => hold.state === 'open' && accounts.extend(hold, amount),
  settle: (hold, settlement) => {
    if (hold.state === 'closed') return Promise.reject(new Error('a hold is settled or released once'))
    hold.state = 'closed'
    return settlements.settle(settlement, accounts.charge(hold, settlement.quota))
  },
  release: (hold) => {
    if (hold.state === 'closed') return
    hold.state = 'closed'
    accounts.release(hold)
  },
  credit: async (credit) => {
    // Begun before the database changes, so that whoever reads the account meanwhile reads it again.
    const finish = await accounts.beginCredit(credit.userId)
    let added = 0
    try {
      const outcome = await database.transaction((transaction) =>
        applyCredit(transaction, { ...credit, createdAt: nowSeconds(clock) }),
      )
      if (outcome === 'applied') added = credit.amount
      return outcome
    } catch (error) {
      // The database may have done it all the same, with only the answer lost.
      accounts.forgetUser(credit.userId)
      throw error
    } finally {
      finish(added)
    }
  },
  balance: accounts.balance,
  forgetToken: accounts.forgetToken,
  drain: settlements.drain,
})
