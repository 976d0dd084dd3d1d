import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { ApplicationError } from '#contract/errors.ts'
import { eachDatabase } from '#testing/database.ts'
import { loadersOf, quiet, userQuota } from '#testing/ledger.ts'
import { addAccounts, settlement } from '#testing/rows.ts'
import type { Database } from '../db/database.ts'
import { findBrokenInvariants } from '../db/invariants.ts'
import { openDatabase } from '../db/open.ts'
import { settlingAtOnce } from '../db/settle-soon.ts'
import { openSpool, type Spool } from '../db/spool.ts'
import { systemClock } from '../lib/clock.ts'
import { createLedger } from './ledger.ts'
import { createLocalAccounts } from './local-accounts.ts'
import { createSettlements } from './settlements.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

type Fault = 'none' | 'away' | 'answer lost' | 'hangs'

/** The database, with faults to be set. */
const faulty = (database: Database) => {
  const state: { fault: Fault; refused: string; calls: number } = { fault: 'none', refused: '', calls: 0 }
  const away = () => new ApplicationError('storage_unavailable', {}, new Error('the database is away'))
  const settle: Database['settle'] = async (settlements) => {
    state.calls += 1
    if (state.fault === 'hangs') return new Promise(() => {})
    if (state.fault === 'away') throw away()
    if (settlements.some(({ requestId }) => requestId === state.refused)) throw new RangeError('an odd charge')
    await database.settle(settlements)
    if (state.fault === 'answer lost') throw away()
  }
  const between: Database = {
    ...database,
    settle,
    settleSoon: settlingAtOnce(settle),
    ping: async () => {
      if (state.fault === 'away') throw away()
      await database.ping()
    },
  }
  return { state, database: between }
}

const makeSpool = async (): Promise<{ spool: Spool; file: string }> => {
  const folder = await mkdtemp(join(tmpdir(), 'spool-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'spool.sqlite')
  const spool = await openSpool(file, quiet)
  cleanups.push(spool.close)
  return { spool, file }
}

/** A gateway's books: accounts, settlements and ledger over one database and one spool. */
const openBooks = (database: Database, spool: Spool) => {
  const time = { milliseconds: 1000 }
  const clock = { now: systemClock.now, monotonic: () => time.milliseconds }
  const accounts = createLocalAccounts(loadersOf(database))
  const settlements = createSettlements({ database, spool, accounts, clock, log: quiet })
  return { time, accounts, settlements, ledger: createLedger({ accounts, settlements, database, clock }) }
}

const wish = { userId: 1, tokenId: 1, amount: 100, least: 100 }

eachDatabase((_engine, open, openPlace) => {
  describe('settling while the database fails', () => {
    it('F12: charges go to the spool, the balance counts them at once, and replaying brings each of them once', async () => {
      const { state, database } = faulty(await open())
      await addAccounts(database.query, 1, 1000)
      const { spool } = await makeSpool()
      const { ledger, settlements, time } = openBooks(database, spool)
      const holds = await Promise.all([1, 2, 3].map(() => ledger.hold(wish)))
      expect(settlements.outageMs()).toBe(0)

      state.fault = 'away'
      for (const hold of holds) await ledger.settle(hold, settlement({ quota: 90 }))
      expect(await userQuota(database)).toBe(1000)
      expect(await ledger.balance(1)).toBe(730)
      time.milliseconds += 7000
      expect(settlements.outageMs()).toBe(7000)
      await expect(settlements.replay()).rejects.toMatchObject({ code: 'storage_unavailable' })
      expect(settlements.outageMs()).toBe(7000)
      expect(await spool.read(10)).toHaveLength(3)

      state.fault = 'none'
      await settlements.replay()
      expect(settlements.outageMs()).toBe(0)
      expect(await spool.read(10)).toEqual([])
      expect(await userQuota(database)).toBe(730)
      expect(await ledger.balance(1)).toBe(730)
      await settlements.replay()
      expect(await userQuota(database)).toBe(730)
      expect(await findBrokenInvariants(database)).toEqual([])
    })

    it('F12: in an outage the database is not tried for every charge', async () => {
      const { state, database } = faulty(await open())
      await addAccounts(database.query, 1, 10_000)
      const { spool } = await makeSpool()
      const { ledger } = openBooks(database, spool)
      state.fault = 'away'
      for (let number = 0; number < 20; number += 1) {
        await ledger.settle(await ledger.hold(wish), settlement({ quota: 90 }))
      }
      expect(state.calls).toBe(1)
    })

    it('F12: a database that was closed loses no charge', async () => {
      const { database, place } = await openPlace()
      await addAccounts(database.query, 1, 1000)
      const { spool } = await makeSpool()
      const books = openBooks(database, spool)
      const hold = await books.ledger.hold(wish)
      await database.close()
      await books.ledger.settle(hold, settlement({ quota: 90 }))
      await books.ledger.drain()

      const again = await openDatabase({ ...place, clock: systemClock, log: quiet })
      cleanups.push(again.close)
      await openBooks(again, spool).settlements.replay()
      expect(await userQuota(again)).toBe(910)
      expect(await findBrokenInvariants(again)).toEqual([])
    })

    it('F14: a commit whose answer was lost is not repeated by replaying', async () => {
      const { state, database } = faulty(await open())
      await addAccounts(database.query, 1, 1000)
      const { spool } = await makeSpool()
      const { ledger, settlements } = openBooks(database, spool)
      state.fault = 'answer lost'
      await ledger.settle(await ledger.hold(wish), settlement({ quota: 90 }))
      expect(await userQuota(database)).toBe(910)
      expect(await spool.read(10)).toHaveLength(1)
      state.fault = 'none'
      await settlements.replay()
      expect(await userQuota(database)).toBe(910)
      expect(await ledger.balance(1)).toBe(910)
      expect(await findBrokenInvariants(database)).toEqual([])
    })

    it('F12: an answer waits no longer than seconds for a database that hangs', async () => {
      const { state, database } = faulty(await open())
      await addAccounts(database.query, 1, 1000)
      const { spool } = await makeSpool()
      const { ledger, settlements } = openBooks(database, spool)
      const hold = await ledger.hold(wish)
      state.fault = 'hangs'
      await ledger.settle(hold, settlement({ quota: 90 }))
      expect(await spool.read(10)).toHaveLength(1)
      state.fault = 'none'
      await settlements.replay()
      expect(await userQuota(database)).toBe(910)
    })

    it('F15: when the spool fails too the caller hears of it, and the charge still reaches the database later', async () => {
      const { state, database } = faulty(await open())
      await addAccounts(database.query, 1, 1000)
      const { spool } = await makeSpool()
      let isFull = true
      const full: Spool = {
        ...spool,
        append: async (one) => {
          if (isFull) throw new Error('no space left')
          await spool.append(one)
        },
      }
      const { ledger, settlements } = openBooks(database, full)
      const [first, second] = [await ledger.hold(wish), await ledger.hold(wish)]
      state.fault = 'away'
      await expect(ledger.settle(first, settlement({ quota: 90 }))).rejects.toThrow('no space left')
      isFull = false
      await ledger.settle(second, settlement({ quota: 90 }))
      state.fault = 'none'
      await settlements.replay()
      expect(await userQuota(database)).toBe(820)
      expect(await ledger.balance(1)).toBe(820)
      expect(await findBrokenInvariants(database)).toEqual([])
    })

    it('a charge that the database refuses stays in the spool, keeps back no other and is no outage', async () => {
      const { state, database } = faulty(await open())
      await addAccounts(database.query, 1, 1000)
      const { spool } = await makeSpool()
      const { ledger, settlements } = openBooks(database, spool)
      const odd = settlement({ requestId: 'odd', quota: 10 })
      state.refused = 'odd'
      await ledger.settle(await ledger.hold(wish), odd)
      expect(settlements.outageMs()).toBe(0)
      state.fault = 'away'
      await ledger.settle(await ledger.hold(wish), settlement({ quota: 90 }))
      state.fault = 'none'
      await settlements.replay()
      expect(settlements.outageMs()).toBe(0)
      expect(await userQuota(database)).toBe(910)
      expect(await ledger.balance(1)).toBe(900)
      expect(await spool.read(10)).toEqual([odd])

      state.refused = ''
      await settlements.replay()
      expect(await userQuota(database)).toBe(900)
      expect(await spool.read(10)).toEqual([])
      expect(await findBrokenInvariants(database)).toEqual([])
    })

    it('F16: charges that a process left in its spool reach the database and the accounts of the next one', async () => {
      const { state, database } = faulty(await open())
      await addAccounts(database.query, 1, 1000)
      const { spool, file } = await makeSpool()
      const before = openBooks(database, spool)
      state.fault = 'away'
      await before.ledger.settle(await before.ledger.hold(wish), settlement({ quota: 90 }))

      const reopened = await openSpool(file, quiet)
      cleanups.push(reopened.close)
      const after = openBooks(database, reopened)
      expect(await after.ledger.balance(1)).toBe(1000)
      state.fault = 'none'
      await after.settlements.replay()
      expect(await after.ledger.balance(1)).toBe(910)
      const whole = await after.ledger.hold({ ...wish, amount: 5000, least: 1 })
      expect(whole.amount).toBe(910)
    })

    it('draining waits for what is on its way', async () => {
      const { database } = faulty(await open())
      await addAccounts(database.query, 1, 1000)
      const { spool } = await makeSpool()
      const { ledger } = openBooks(database, spool)
      const hold = await ledger.hold(wish)
      void ledger.settle(hold, settlement({ quota: 90 }))
      await ledger.drain()
      expect(await userQuota(database)).toBe(910)
      await ledger.drain()
    })
  })
})
