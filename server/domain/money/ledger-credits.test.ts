import { afterEach, expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { loadersOf, openTestLedger, userQuota } from '#testing/ledger.ts'
import { addAccounts } from '#testing/rows.ts'
import type { Database } from '../../db/database.ts'
import { findBrokenInvariants } from '../../db/invariants.ts'
import type { Accounts } from './accounts.ts'
import { createLocalAccounts } from './local-accounts.ts'

const gift = { ref: 'gift', userId: 1, kind: 'gift', amount: 50, operatorId: 0 } as const

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A ledger, and what it told its accounts: each amount that was added, and whom to read anew. */
const openLedger = async (database: Database, transaction: Database['transaction'] = database.transaction) => {
  await addAccounts(database.query, 2, 100)
  const accounts = createLocalAccounts(loadersOf(database))
  const added: number[] = []
  const forgotten: number[] = []
  const watched: Accounts = {
    ...accounts,
    beginCredit: async (userId) => {
      const finish = await accounts.beginCredit(userId)
      return (amount) => {
        added.push(amount)
        finish(amount)
      }
    },
    forgetUser: (userId) => {
      forgotten.push(userId)
      accounts.forgetUser(userId)
    },
  }
  const { ledger, close } = await openTestLedger({ ...database, transaction }, watched)
  cleanups.push(close)
  // Read before anything is added, so that what is told counts.
  expect(await Promise.all([ledger.balance(1), ledger.balance(2)])).toEqual([100, 100])
  return { ledger, added, forgotten }
}

eachDatabase((_engine, open) => {
  it('credits of one transaction are added together, and one that is known adds nothing', async () => {
    const database = await open()
    const { ledger, added, forgotten } = await openLedger(database)
    const outcomes = await ledger.together(async (_transaction, credit) => [
      await credit(gift),
      await credit({ ...gift, ref: 'more', amount: 7 }),
      await credit(gift),
      await credit({ ...gift, ref: 'other', userId: 2, amount: -30 }),
    ])
    expect(outcomes).toEqual(['applied', 'applied', 'known', 'applied'])
    expect([added, forgotten]).toEqual([[57, -30], []])
    expect([await ledger.balance(1), await userQuota(database)]).toEqual([157, 157])
    expect([await ledger.balance(2), await userQuota(database, 2)]).toEqual([70, 70])
    expect(await findBrokenInvariants(database)).toEqual([])
  })

  it('a transaction that failed adds nothing, and its accounts are read anew', async () => {
    const database = await open()
    const { ledger, added, forgotten } = await openLedger(database)
    const failing = ledger.together(async (_transaction, credit) => {
      await credit(gift)
      await credit({ ...gift, ref: 'other', userId: 2 })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect([added, forgotten]).toEqual([
      [0, 0],
      [1, 2],
    ])
    expect([await ledger.balance(1), await userQuota(database)]).toEqual([100, 100])
  })

  it('a credit that is done once more after a conflict is added once', async () => {
    const database = await open()
    const { ledger, added } = await openLedger(database, async (work) => {
      const conflicting = database.transaction(async (transaction) => {
        await work(transaction)
        throw new Error('a conflict')
      })
      await expect(conflicting).rejects.toThrow('a conflict')
      return database.transaction(work)
    })
    await ledger.credit(gift)
    expect(added).toEqual([50])
    expect([await ledger.balance(1), await userQuota(database)]).toEqual([150, 150])
    expect(await findBrokenInvariants(database)).toEqual([])
  })
})
