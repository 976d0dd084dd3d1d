import { applyCredit } from '../../db/credits.ts'
import type { Database, OpenTransaction } from '../../db/database.ts'
import { chargedQuota, hasCharge } from '../../db/settling/charges.ts'
import type { Settlement } from '../../db/settling/settlement.ts'
import { type Clock, nowSeconds } from '../../lib/clock.ts'
import type { Accounts, AmpleWish, Hold, HoldWish } from './accounts.ts'
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

/** Credits an account within a transaction. */
export type Crediting = (credit: Credit) => Promise<'applied' | 'known'>

/** The only code that moves quota. */
export type Ledger = {
  /** Throws `quota_insufficient` or `token_quota_insufficient` when not even the least can be held. */
  hold: (wish: HoldWish) => Promise<Hold>
  /** The whole amount where there is plenty, as far as that is known at once; undefined: ask `holdAmply`. */
  holdNow: (wish: AmpleWish) => Hold | undefined
  /** The whole amount where there is plenty; undefined: ask `hold`, which has to know how much is needed. */
  holdAmply: (wish: AmpleWish) => Promise<Hold | undefined>
  /** False when nothing is left: the caller ends the answer. */
  extend: (hold: Hold, amount: number) => boolean | Promise<boolean>
  /** Ends the hold with a charge; resolves once the charge is durable. Rejects when nothing is charged, now or later. */
  settle: (hold: Hold, settlement: Settlement) => Promise<void>
  /** Whether a charge is in the database already: a process that has ended may have stored it. */
  isSettled: (requestId: string) => Promise<boolean>
  /** What calls were charged together, as far as the database has it. */
  charged: (requestIds: Iterable<string>) => Promise<number>
  /** Ends the hold without a charge; does nothing to a hold that has ended. */
  release: (hold: Hold) => void
  credit: Crediting
  /** One transaction in which credits and what belongs to them are written, all of it or nothing. */
  together: <Result>(work: (transaction: OpenTransaction, credit: Crediting) => Promise<Result>) => Promise<Result>
  /** What can be spent, by a token where one is named: settled quota less what is held. */
  balance: (userId: number, tokenId?: number) => Promise<number>
  /** After a token's remaining quota or its unlimited flag was changed in the database. */
  forgetToken: (tokenId: number) => void
  /** Whether anything can be held just now. */
  isReachable: () => boolean
  /** Resolves when everything settled is durable. */
  drain: () => Promise<void>
}

type LedgerParts = {
  accounts: Accounts
  settlements: Settlements
  database: Database
  clock: Clock
  /** Told of every user whose charge has reached the database; calls wait for it, so it must not take long. */
  noteCharge?: (userId: number) => void
}

/** Calls whose charges are asked for in one statement. */
const mostAtOnce = 500

export const createLedger = ({ accounts, settlements, database, clock, noteCharge }: LedgerParts): Ledger => {
  const together: Ledger['together'] = async (work) => {
    const movements = new Map<number, Movement>()
    const forgetAdded = () => {
      for (const movement of movements.values()) movement.added = 0
    }
    const begin = async (userId: number): Promise<Movement> => {
      const movement = { added: 0, finish: await accounts.beginCredit(userId) }
      movements.set(userId, movement)
      return movement
    }
    try {
      return await database.transaction(async (transaction) => {
        // After a conflict the work is done once more, from the beginning.
        forgetAdded()
        return work(transaction, async (credit) => {
          // Begun before the change can be seen, so that whoever reads the account meanwhile reads it again.
          const movement = movements.get(credit.userId) ?? (await begin(credit.userId))
          const outcome = await applyCredit(transaction, { ...credit, createdAt: nowSeconds(clock) })
          if (outcome === 'applied') movement.added += credit.amount
          return outcome
        })
      })
    } catch (error) {
      forgetAdded()
      // The database may have done it all the same, with only the answer lost.
      for (const userId of movements.keys()) accounts.forgetUser(userId)
      throw error
    } finally {
      for (const { finish, added } of movements.values()) finish(added)
    }
  }

  return {
    hold: accounts.hold,
    holdNow: accounts.holdNow,
    holdAmply: accounts.holdAmply,
    extend: (hold, amount) => hold.state === 'open' && accounts.extend(hold, amount),
    settle: (hold, settlement) => {
      if (hold.state === 'closed') return Promise.reject(new Error('a hold is settled or released once'))
      hold.state = 'closed'
      const finish = accounts.charge(hold, settlement.quota)
      return settlements.settle(settlement, (fate) => {
        finish(fate)
        if (fate !== 'dropped') noteCharge?.(settlement.userId)
      })
    },
    isSettled: (requestId) => hasCharge(database.query, requestId),
    charged: async (requestIds) => {
      let sum = 0
      let some: string[] = []
      const add = async () => {
        for (const quota of (await chargedQuota(database.query, some)).values()) sum += quota
        some = []
      }
      for (const id of requestIds) if (some.push(id) === mostAtOnce) await add()
      await add()
      return sum
    },
    release: (hold) => {
      if (hold.state === 'closed') return
      hold.state = 'closed'
      accounts.release(hold)
    },
    credit: (credit) => together((_transaction, apply) => apply(credit)),
    together,
    balance: accounts.balance,
    forgetToken: accounts.forgetToken,
    isReachable: accounts.isReachable,
    drain: settlements.drain,
  }
}

/** Quota on its way into an account. */
type Movement = { added: number; finish: (amount: number) => void }
