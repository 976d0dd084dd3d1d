import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { ApplicationError } from '#contract/errors.ts'
import { eachDatabase } from '#testing/database.ts'
import { loadersOf, quiet, userQuota } from '#testing/ledger.ts'
import { addAccounts, settlement } from '#testing/rows.ts'
import type { Database } from '../../db/database.ts'
import { findBrokenInvariants } from '../../db/invariants.ts'
import { openDatabase } from '../../db/open.ts'
import { openReserve, type Reserve } from '../../db/sqlite/reserve.ts'
import { openSpool, type Spool } from '../../db/sqlite/spool.ts'
import { systemClock } from '../../lib/clock.ts'
import { createLog } from '../../lib/log.ts'
import { createLedger } from './ledger.ts'
import { createLocalAccounts } from './local-accounts.ts'
import { createSettlements } from './settlements.ts'

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

type Fault = 'none' | 'away' | 'answer lost' | 'hangs' | 'slow' | 'late'

/** The database, with faults to be set. */
const faulty = (database: Database) => {
  const state: { fault: Fault; refused: string; calls: number } = { fault: 'none', refused: '', calls: 0 }
  const late = Promise.withResolvers<void>()
  const away = () => new ApplicationError('storage_unavailable', {}, new Error('the database is away'))
  const settle: Database['settle'] = async (settlements) => {
    state.calls += 1
    if (state.fault === 'hangs') return new Promise(() => {})
    if (state.fault === 'away') throw away()
    if (state.fault === 'slow') await pause(3200)
    if (state.fault === 'late') await late.promise
    if (settlements.some(({ requestId }) => requestId === state.refused)) throw new RangeError('an odd charge')
    const known = await database.settle(settlements)
    if (state.fault === 'answer lost') throw away()
    return known
  }
  const between: Database = {
    ...database,
    settle,
    ping: async () => {
      if (state.fault === 'away') throw away()
      await database.ping()
    },
  }
  return { state, database: between, comeLate: late.resolve }
}

const makeSpool = async (): Promise<{ spool: Spool; file: string }> => {
  const folder = await mkdtemp(join(tmpdir(), 'spool-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'spool.sqlite')
  const spool = await openSpool(file, quiet)
  cleanups.push(spool.close)
  return { spool, file }
}

/** One that nobody has to close. */
const makeReserve = async (): Promise<{ reserve: Reserve; file: string }> => {
  const folder = await mkdtemp(join(tmpdir(), 'reserve-'))
  cleanups.push(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'charges.reserve')
  const reserve = await openReserve(file)
  // A test may have closed it already.
  cleanups.push(() => reserve.close().catch(() => {}))
  return { reserve, file }
}

const full = async () => {
  throw new Error('no space left')
}
const noReserve: Reserve = {
  left: [],
  append: full,
  clear: async () => {},
  isShort: async () => false,
  hasRoom: async () => true,
  close: async () => {},
}

/** A gateway's books: accounts, settlements and ledger over one database and one spool. */
const openBooks = (database: Database, spool: Spool, reserve: Reserve = noReserve, lines: string[] = []) => {
  const time = { milliseconds: 1000 }
  const clock = { now: systemClock.now, monotonic: () => time.milliseconds }
  const accounts = createLocalAccounts(loadersOf(database))
  const log = createLog({ level: 'info', write: (line) => lines.push(line) })
  const settlements = createSettlements({ database, spool, reserve, accounts, clock, log })
  /** Whose charges were told to be stored. */
  const noted: number[] = []
  const noteCharge = (userId: number) => noted.push(userId)
  const ledger = createLedger({ accounts, settlements, database, clock, noteCharge })
  return { time, accounts, settlements, ledger, noted }
}

const wish = { userId: 1, tokenId: 1, amount: 100, least: 100 }

eachDatabase((_engine, open, openPlace) => {
  describe('settling while the database fails', () => {
    it('F12 F27: charges go to the spool, the balance counts them at once, and replaying brings each of them once', async () => {
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

    it('F12: an outage ends with an answer of the database, even where nothing waits to be stored', async () => {
      const { state, database } = faulty(await open())
      await addAccounts(database.query, 1, 1000)
      const { spool } = await makeSpool()
      const { ledger, settlements, time } = openBooks(database, { ...spool, append: full })
      state.fault = 'away'
      await expect(ledger.settle(await ledger.hold(wish), settlement({ quota: 90 }))).rejects.toMatchObject({
        code: 'storage_unavailable',
      })
      time.milliseconds += 1000
      await expect(settlements.replay()).rejects.toMatchObject({ code: 'storage_unavailable' })
      expect([settlements.outageMs(), settlements.mayBegin()]).toEqual([1000, false])
      state.fault = 'none'
      await settlements.replay()
      time.milliseconds += 1000
      expect(settlements.outageMs()).toBe(0)
    })

    it('F12: no call begins when an outage has lasted for a minute', async () => {
      const { state, database } = faulty(await open())
      await addAccounts(database.query, 1, 1000)
      const { spool } = await makeSpool()
      const { ledger, settlements, time } = openBooks(database, spool)
      state.fault = 'away'
      await ledger.settle(await ledger.hold(wish), settlement({ quota: 90 }))
      time.milliseconds += 60_000
      expect(settlements.mayBegin()).toBe(true)
      time.milliseconds += 1
      expect(settlements.mayBegin()).toBe(false)
      await expect(settlements.mayBeginAgain()).rejects.toMatchObject({ values: { seconds: 5 } })
      state.fault = 'none'
      time.milliseconds += 100
      await settlements.mayBeginAgain()
      expect([settlements.outageMs(), await userQuota(database)]).toEqual([0, 910])
    })

    it('F14: a charge that the database has twice, late and from the spool, is told once', async () => {
      const { state, database, comeLate } = faulty(await open())
      await addAccounts(database.query, 1, 1000)
      const { spool } = await makeSpool()
      const { accounts, ledger, settlements, noted } = openBooks(database, spool)
      state.fault = 'late'
      await ledger.settle(await ledger.hold(wish), settlement({ quota: 90 }))
      expect(noted).toEqual([])
      state.fault = 'none'
      await settlements.replay()
      expect(noted).toEqual([1])
      comeLate()
      await ledger.settle(await ledger.hold(wish), settlement({ quota: 10 }))
      await expect.poll(() => state.calls).toBe(3)
      await pause(50)
      expect(noted).toEqual([1, 1])
      accounts.forgetUser(1)
      expect([await ledger.balance(1), await userQuota(database)]).toEqual([900, 900])
      expect(await findBrokenInvariants(database)).toEqual([])
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

    it('F15: what neither database nor spool take goes to the reserve, and no call begins until it is stored', async () => {
      const { state, database } = faulty(await open())
      await addAccounts(database.query, 1, 1000)
      const { spool } = await makeSpool()
      const { reserve } = await makeReserve()
      let hasRoom = false
      const { ledger, settlements, time } = openBooks(
        database,
        { ...spool, append: full },
        { ...reserve, hasRoom: async () => hasRoom },
      )
      const holds = await Promise.all([1, 2, 3].map(() => ledger.hold(wish)))
      expect(settlements.mayBegin()).toBe(true)
      state.fault = 'away'
      await Promise.all(holds.map((hold) => ledger.settle(hold, settlement({ quota: 90 }))))
      expect(settlements.mayBegin()).toBe(false)
      expect(await ledger.balance(1)).toBe(730)
      await expect(settlements.mayBeginAgain()).rejects.toMatchObject({ code: 'storage_unavailable' })

      state.fault = 'none'
      time.milliseconds += 1000
      await expect(settlements.mayBeginAgain()).rejects.toMatchObject({ values: { seconds: 5 } })
      expect(await userQuota(database)).toBe(1000)
      hasRoom = true
      time.milliseconds += 1000
      await settlements.mayBeginAgain()
      expect(settlements.mayBegin()).toBe(true)
      expect(await userQuota(database)).toBe(730)
      expect(await ledger.balance(1)).toBe(730)
      expect(await findBrokenInvariants(database)).toEqual([])
    })

    it('F15 F16: what a process left in its reserve reaches the database once, however often it is started', async () => {
      const { state, database } = faulty(await open())
      await addAccounts(database.query, 1, 1000)
      const { spool } = await makeSpool()
      const { reserve, file } = await makeReserve()
      const before = openBooks(database, { ...spool, append: full }, reserve)
      const hold = await before.ledger.hold(wish)
      state.fault = 'away'
      await before.ledger.settle(hold, settlement({ quota: 90 }))
      await reserve.close()
      state.fault = 'none'
      for (const left of [1, 0]) {
        const again = await openReserve(file)
        expect(again.left).toHaveLength(left)
        await openBooks(database, spool, again).settlements.replay()
        expect(await userQuota(database)).toBe(910)
        await again.close()
      }
      expect(await findBrokenInvariants(database)).toEqual([])
    })

    it('F15: what of a charge in the reserve was charged meanwhile is not charged again, the rest of it is', async () => {
      const { state, database } = faulty(await open())
      await addAccounts(database.query, 1, 1000)
      const { spool } = await makeSpool()
      const { reserve } = await makeReserve()
      const { ledger, settlements } = openBooks(database, { ...spool, append: full }, reserve)
      const hold = await ledger.hold(wish)
      state.fault = 'away'
      const charge = settlement({ quota: 90 })
      await ledger.settle(hold, charge)
      state.fault = 'none'
      await database.settle([{ ...charge, quota: 40 }])
      await settlements.replay()
      expect(await userQuota(database)).toBe(910)
    })

    it('F15: what can be stored nowhere is refused, charged to nobody, now or later, and no call begins', async () => {
      const { state, database } = faulty(await open())
      await addAccounts(database.query, 1, 1000)
      const { spool } = await makeSpool()
      const { ledger, settlements } = openBooks(database, { ...spool, append: full })
      const [first, other] = [await ledger.hold(wish), await ledger.hold(wish)]
      state.fault = 'away'
      await expect(ledger.settle(first, settlement({ quota: 90 }))).rejects.toMatchObject({
        code: 'storage_unavailable',
        values: { seconds: 5 },
      })
      expect(settlements.mayBegin()).toBe(false)
      // At once, and without a look at the database.
      expect(await ledger.balance(1)).toBe(900)
      state.fault = 'none'
      await settlements.replay()
      expect(settlements.mayBegin()).toBe(true)
      await ledger.settle(other, settlement({ quota: 80 }))
      expect(await userQuota(database)).toBe(920)
      expect(await ledger.balance(1)).toBe(920)
      expect(await findBrokenInvariants(database)).toEqual([])
    })

    it('F15: nobody is refused whose charge the database is still storing', async () => {
      const { state, database } = faulty(await open())
      await addAccounts(database.query, 1, 1000)
      const { spool } = await makeSpool()
      const { ledger } = openBooks(database, { ...spool, append: full })
      const hold = await ledger.hold(wish)
      state.fault = 'slow'
      await ledger.settle(hold, settlement({ quota: 90 }))
      expect(await userQuota(database)).toBe(910)
      expect(await ledger.balance(1)).toBe(910)
    })

    it('F15: that no call begins is said once a minute', async () => {
      const { state, database } = faulty(await open())
      await addAccounts(database.query, 1, 100_000)
      const { spool } = await makeSpool()
      const lines: string[] = []
      const { ledger, settlements, time } = openBooks(database, { ...spool, append: full }, noReserve, lines)
      const holds = await Promise.all(Array.from({ length: 20 }, () => ledger.hold(wish)))
      state.fault = 'away'
      await Promise.allSettled(holds.map((hold) => ledger.settle(hold, settlement({ quota: 90 }))))
      const said = () => lines.filter((line) => line.includes('no new call begins')).length
      expect(said()).toBe(1)
      for (let second = 0; second < 119; second += 1) {
        time.milliseconds += 1000
        await settlements.lookAfter()
        await settlements.mayBeginAgain().catch(() => {})
      }
      expect(said()).toBe(2)
      expect(lines.length).toBeLessThan(12)
      state.fault = 'none'
      await settlements.lookAfter()
      expect(settlements.mayBegin()).toBe(true)
      expect(lines.at(-1)).toContain('new calls begin')
    })

    it('F15: no call begins when the disk has no room, before any charge has failed', async () => {
      const { database } = faulty(await open())
      const { spool } = await makeSpool()
      let isShort = true
      const reserve = { ...noReserve, isShort: async () => isShort, hasRoom: async () => !isShort }
      const { settlements } = openBooks(database, spool, reserve)
      await settlements.lookAfter()
      expect(settlements.mayBegin()).toBe(false)
      isShort = false
      await settlements.lookAfter()
      expect(settlements.mayBegin()).toBe(true)
    })

    it('F15: while all is well, nothing begins or ends and nothing is said', async () => {
      const { spool } = await makeSpool()
      const lines: string[] = []
      const { settlements } = openBooks(await open(), spool, noReserve, lines)
      await settlements.lookAfter()
      await settlements.lookAfter()
      expect(lines).toEqual([])
    })

    it('a charge that the database refuses stays in the spool, keeps back no other and is no outage', async () => {
      const { state, database } = faulty(await open())
      await addAccounts(database.query, 1, 1000)
      const { spool } = await makeSpool()
      const { ledger, settlements, time, noted } = openBooks(database, spool)
      const odd = settlement({ requestId: 'odd', quota: 10 })
      state.refused = 'odd'
      await ledger.settle(await ledger.hold(wish), odd)
      time.milliseconds += 120_000
      expect([settlements.outageMs(), settlements.mayBegin()]).toEqual([0, true])
      state.fault = 'away'
      await ledger.settle(await ledger.hold(wish), settlement({ quota: 90 }))
      time.milliseconds += 1000
      expect(settlements.outageMs()).toBe(1000)
      expect(noted).toEqual([])
      state.fault = 'none'
      await settlements.replay()
      expect(settlements.outageMs()).toBe(0)
      expect(await userQuota(database)).toBe(910)
      expect(await ledger.balance(1)).toBe(900)
      expect(await spool.read(10)).toEqual([odd])
      expect(noted).toEqual([1])

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
