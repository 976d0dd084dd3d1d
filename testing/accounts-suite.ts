import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { Database, Engine } from '#server/db/database.ts'
import { findBrokenInvariants } from '#server/db/invariants.ts'
import { updateToken } from '#server/db/tokens.ts'
import type { Accounts } from '#server/domain/accounts.ts'
import { openTestDatabase } from './database.ts'
import {
  createBarrier,
  loadersOf,
  openTestLedger,
  refusalsOf,
  type TestLedger,
  tokenQuota,
  userQuota,
} from './ledger.ts'
import { addAccounts, settlement } from './rows.ts'

type Loaders = ReturnType<typeof loadersOf>
type OpenAccounts = (loaders: Loaders, patienceMs: number) => Promise<Accounts & { close?: () => Promise<void> }>

/** What accounts promise, wherever they live. */
export const describeAccounts = (engine: Engine, openAccounts: OpenAccounts): void => {
  const opened: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close()
  })

  const open = async () => {
    const { database, remove } = await openTestDatabase(engine)
    opened.push(remove)
    return database
  }

  const openOver = async (
    database: Database,
    { loaders = loadersOf(database), patienceMs = 10_000 }: { loaders?: Loaders; patienceMs?: number } = {},
  ): Promise<TestLedger> => {
    const accounts = await openAccounts(loaders, patienceMs)
    if (accounts.close !== undefined) opened.push(accounts.close)
    const rig = await openTestLedger(database, accounts)
    opened.push(rig.close)
    return rig
  }

  /** One call from start to end: what it costs is held and then charged. */
  const call = async ({ ledger }: TestLedger, cost: number, userId = 1, tokenId = 1) => {
    const hold = await ledger.hold({ userId, tokenId, amount: cost, least: cost })
    await ledger.settle(hold, settlement({ userId, tokenId, quota: cost }))
  }

  describe(`over ${engine}`, () => {
    it('T01: of 200 calls at once, exactly those that the balance pays for pass', async () => {
      const database = await open()
      await addAccounts(database.query, 1, 1000)
      await updateToken(database.query, 1, { unlimited_quota: 1 })
      const rig = await openOver(database)
      const barrier = createBarrier(200)
      const outcomes = await Promise.allSettled(
        Array.from({ length: 200 }, async () => {
          await barrier()
          await call(rig, 100)
        }),
      )
      expect(refusalsOf(outcomes)).toEqual({ quota_insufficient: 190 })
      expect(await userQuota(database)).toBe(0)
      expect(await rig.ledger.balance(1)).toBe(0)
      expect(await findBrokenInvariants(database)).toEqual([])
    })

    it('T02: 2000 calls, 200 at a time, run an account dry and never below zero', async () => {
      const database = await open()
      await addAccounts(database.query, 1, 10_000)
      await updateToken(database.query, 1, { unlimited_quota: 1 })
      const rig = await openOver(database)
      const outcomes: PromiseSettledResult<void>[] = []
      await Promise.all(
        Array.from({ length: 200 }, async () => {
          for (let number = 0; number < 10; number += 1) outcomes.push(...(await Promise.allSettled([call(rig, 10)])))
        }),
      )
      expect(refusalsOf(outcomes)).toEqual({ quota_insufficient: 1000 })
      expect(await userQuota(database)).toBe(0)
      expect(await findBrokenInvariants(database)).toEqual([])
    })

    it('T03: a limited token lets exactly as many calls pass as it pays for, however rich its user is', async () => {
      const database = await open()
      await addAccounts(database.query, 1, 1_000_000)
      await updateToken(database.query, 1, {}, 500 - 1_000_000)
      const rig = await openOver(database)
      const barrier = createBarrier(100)
      const outcomes = await Promise.allSettled(
        Array.from({ length: 100 }, async () => {
          await barrier()
          await call(rig, 100)
        }),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
      await expect(call(rig, 100)).rejects.toMatchObject({ code: 'key_exhausted' })
      expect(await tokenQuota(database)).toBe(0)
      expect(await userQuota(database)).toBe(999_500)
      expect(await rig.ledger.balance(1)).toBe(999_500)
      expect(await findBrokenInvariants(database)).toEqual([])
    })

    it('holds what is left when it is between the least and the wish, and says why it refuses', async () => {
      const database = await open()
      await addAccounts(database.query, 2, 100)
      await updateToken(database.query, 1, {}, -40)
      const { ledger } = await openOver(database)
      const wish = { userId: 1, tokenId: 1, amount: 80, least: 10 }

      const partly = await ledger.hold(wish)
      expect(partly.amount).toBe(60)
      const rest = await ledger.hold({ ...wish, tokenId: 0 })
      expect(rest.amount).toBe(40)
      const free = await ledger.hold({ ...wish, amount: 0, least: 0 })
      expect(free.amount).toBe(0)
      expect(await ledger.balance(1)).toBe(0)
      for (const hold of [partly, rest, free]) ledger.release(hold)
      expect(await ledger.balance(1)).toBe(100)

      const outcomes = await Promise.allSettled([
        ledger.hold({ ...wish, least: 61 }),
        ledger.hold({ ...wish, tokenId: 0, amount: 200, least: 101 }),
      ])
      expect(refusalsOf(outcomes)).toEqual({ token_quota_insufficient: 1, quota_insufficient: 1 })
      await ledger.settle(await ledger.hold(wish), settlement({ quota: 60 }))
      await expect(ledger.hold(wish)).rejects.toMatchObject({ code: 'key_exhausted' })
      expect((await ledger.hold({ ...wish, tokenId: 2, userId: 2 })).amount).toBe(80)
    })

    it('T02: lets a call hold less than it wishes only by itself where others would add to what it may owe', async () => {
      const database = await open()
      await addAccounts(database.query, 1, 100)
      const { ledger } = await openOver(database)
      const wish = { userId: 1, tokenId: 1, amount: 60, least: 30, leastBeside: 50 }
      const first = await ledger.hold(wish)
      const second = ledger.hold(wish)
      const early = await Promise.race([second, ledger.balance(1)])
      expect(early).toBe(40)
      await ledger.settle(first, settlement({ quota: 60 }))
      expect((await second).amount).toBe(40)
      expect((await ledger.hold({ ...wish, amount: 0, least: 0 })).amount).toBe(0)
      ledger.release(await second)
    })

    it('extends a hold until nothing is left, and never one that has ended', async () => {
      const database = await open()
      await addAccounts(database.query, 1, 100)
      const { ledger } = await openOver(database)
      const hold = await ledger.hold({ userId: 1, tokenId: 1, amount: 30, least: 1 })
      expect(await ledger.extend(hold, 50)).toBe(true)
      expect(await ledger.extend(hold, 50)).toBe(true)
      expect(hold.amount).toBe(100)
      expect(await ledger.extend(hold, 50)).toBe(false)
      ledger.release(hold)
      expect(await ledger.extend(hold, 50)).toBe(false)
      expect(await ledger.balance(1)).toBe(100)
    })

    it('an extension under way when the hold ends is given back', async () => {
      const database = await open()
      await addAccounts(database.query, 1, 100)
      const { ledger } = await openOver(database)
      const hold = await ledger.hold({ userId: 1, tokenId: 1, amount: 30, least: 1 })
      const extended = ledger.extend(hold, 50)
      await ledger.settle(hold, settlement({ quota: 20 }))
      await extended
      expect(await ledger.balance(1)).toBe(80)
    })

    it('settles or releases a hold once', async () => {
      const database = await open()
      await addAccounts(database.query, 1, 100)
      const { ledger } = await openOver(database)
      const wish = { userId: 1, tokenId: 1, amount: 30, least: 30 }
      const settled = await ledger.hold(wish)
      await ledger.settle(settled, settlement({ quota: 20 }))
      await expect(ledger.settle(settled, settlement({ quota: 20 }))).rejects.toThrow('once')
      ledger.release(settled)
      const released = await ledger.hold(wish)
      ledger.release(released)
      ledger.release(released)
      await expect(ledger.settle(released, settlement({ quota: 20 }))).rejects.toThrow('once')
      expect(await ledger.balance(1)).toBe(80)
      expect(await userQuota(database)).toBe(80)
    })

    it('who finds all quota held waits for it, first come first served', async () => {
      const database = await open()
      await addAccounts(database.query, 1, 100)
      const { ledger } = await openOver(database)
      const first = await ledger.hold({ userId: 1, tokenId: 1, amount: 100, least: 100 })
      const served: string[] = []
      const waiters = []
      for (const [name, amount] of [
        ['second', 60],
        ['third', 50],
        ['fourth', 10],
      ] as const) {
        const hold = ledger.hold({ userId: 1, tokenId: 1, amount, least: amount })
        waiters.push(hold)
        hold.then(
          () => served.push(name),
          () => {},
        )
        // Until it stands in line behind those before it.
        await pause(20)
      }
      expect(served).toEqual([])
      ledger.release(first)
      await waiters[0]
      // 40 would be enough for the fourth, but the third was there before it.
      await pause(20)
      expect(served).toEqual(['second'])
      ledger.release(await (waiters[0] ?? first))
      await Promise.all(waiters)
      expect(served).toEqual(['second', 'third', 'fourth'])
    })

    it('a credit lets those go on who wait, and a charge refuses those whom nothing can serve any more', async () => {
      const database = await open()
      await addAccounts(database.query, 1, 100)
      const { ledger } = await openOver(database)
      const wish = { userId: 1, tokenId: 0, amount: 100, least: 100 }
      const first = await ledger.hold(wish)
      const second = ledger.hold(wish)
      await pause(20)
      await ledger.credit({ ref: 'gift', userId: 1, kind: 'gift', amount: 100, operatorId: 0 })
      const third = ledger.hold(wish)
      third.catch(() => {})
      await second
      await ledger.settle(first, settlement({ tokenId: 0, quota: 100 }))
      await ledger.settle(await second, settlement({ tokenId: 0, quota: 100 }))
      await expect(third).rejects.toMatchObject({ code: 'quota_insufficient' })
      expect(await userQuota(database)).toBe(0)
    })

    it('patience ends with a refusal that names what was short, and then those behind are served', async () => {
      const database = await open()
      await addAccounts(database.query, 1, 100)
      await updateToken(database.query, 1, {}, -50)
      const { ledger } = await openOver(database, { patienceMs: 1000 })
      const wish = { userId: 1, tokenId: 1, amount: 50, least: 50 }
      await ledger.hold(wish)
      const early = Promise.allSettled([ledger.hold(wish), ledger.hold({ ...wish, tokenId: 0, amount: 60, least: 60 })])
      // Half of the patience of the first is what is left to those behind them, on a busy machine too.
      await pause(500)
      const late = ledger.hold({ ...wish, tokenId: 0 })
      expect(refusalsOf(await early)).toEqual({ token_quota_insufficient: 1, quota_insufficient: 1 })
      expect((await late).amount).toBe(50)
    })

    it('who waits for quota of a token does not keep back other calls of the same user', async () => {
      const database = await open()
      await addAccounts(database.query, 1, 1000)
      await updateToken(database.query, 1, {}, -900)
      const { ledger } = await openOver(database)
      const wish = { userId: 1, tokenId: 1, amount: 100, least: 100 }
      const first = await ledger.hold(wish)
      let isServed = false
      const second = ledger.hold(wish)
      second.then(
        () => {
          isServed = true
        },
        () => {},
      )
      await pause(20)
      const other = await ledger.hold({ ...wish, tokenId: 0, amount: 900, least: 900 })
      expect(isServed).toBe(false)
      ledger.release(other)
      ledger.release(first)
      await second
    })

    it('a token that was changed while charges are under way is read when they are stored, and then exactly', async () => {
      const database = await open()
      await addAccounts(database.query, 1, 10_000)
      await updateToken(database.query, 1, {}, 100 - 10_000)
      const { accounts } = await openOver(database)
      const wish = { userId: 1, tokenId: 1, amount: 60, least: 60 }
      const running = await accounts.hold({ ...wish, amount: 10, least: 10 })
      const stored = accounts.charge(await accounts.hold(wish), 50)

      await updateToken(database.query, 1, {}, 500)
      accounts.forgetToken(1)
      let isServed = false
      const next = accounts.hold({ ...wish, amount: 1000, least: 1 })
      next.then(
        () => {
          isServed = true
        },
        () => {},
      )
      await pause(50)
      expect(isServed).toBe(false)
      await database.settle([settlement({ quota: 50 })])
      stored()
      expect((await next).amount).toBe(100 + 500 - 50 - 10)
      accounts.release(running)
    })

    it('a running call grows by what its token has now, not by what it had', async () => {
      const database = await open()
      await addAccounts(database.query, 1, 1000)
      await updateToken(database.query, 1, {}, -900)
      const { ledger } = await openOver(database)
      const hold = await ledger.hold({ userId: 1, tokenId: 1, amount: 50, least: 50 })
      await updateToken(database.query, 1, {}, -40)
      ledger.forgetToken(1)
      expect(await ledger.extend(hold, 50)).toBe(true)
      expect(hold.amount).toBe(60)
      expect(await ledger.extend(hold, 50)).toBe(false)
    })

    it('a token that became unlimited, or limited, is so from the next call on', async () => {
      const database = await open()
      await addAccounts(database.query, 1, 1000)
      await updateToken(database.query, 1, {}, -990)
      const { ledger } = await openOver(database)
      const wish = { userId: 1, tokenId: 1, amount: 100, least: 100 }
      await expect(ledger.hold(wish)).rejects.toMatchObject({ code: 'token_quota_insufficient' })
      await updateToken(database.query, 1, { unlimited_quota: 1 })
      ledger.forgetToken(1)
      await ledger.settle(await ledger.hold(wish), settlement({ quota: 100 }))
      expect(await tokenQuota(database)).toBe(-90)
      await updateToken(database.query, 1, { unlimited_quota: 0 })
      ledger.forgetToken(1)
      await expect(ledger.hold(wish)).rejects.toMatchObject({ code: 'key_exhausted' })
    })

    for (const moment of ['before', 'after'] as const) {
      it(`a credit while the account is read for the first time counts once, when the reading came ${moment} it`, async () => {
        const database = await open()
        await addAccounts(database.query, 1, 100)
        const loaders = loadersOf(database)
        const begun = Promise.withResolvers<void>()
        const goOn = Promise.withResolvers<void>()
        const { ledger } = await openOver(database, {
          loaders: {
            ...loaders,
            loadUser: async (id) => {
              const early = moment === 'before' ? await loaders.loadUser(id) : undefined
              begun.resolve()
              await goOn.promise
              return early ?? loaders.loadUser(id)
            },
          },
        })
        const hold = ledger.hold({ userId: 1, tokenId: 0, amount: 10, least: 10 })
        await begun.promise
        await ledger.credit({ ref: 'gift', userId: 1, kind: 'gift', amount: 1000, operatorId: 0 })
        goOn.resolve()
        ledger.release(await hold)
        expect(await ledger.balance(1)).toBe(1100)
        expect(await userQuota(database)).toBe(1100)
      })
    }

    it('F14: a credit whose answer was lost is found, and its repetition changes nothing', async () => {
      const database = await open()
      await addAccounts(database.query, 1, 100)
      let isLost = true
      const forgetful: Database = {
        ...database,
        transaction: async (work) => {
          const result = await database.transaction(work)
          if (isLost) throw new Error('the answer was lost')
          return result
        },
      }
      const { ledger } = await openOver(forgetful)
      expect(await ledger.balance(1)).toBe(100)
      const gift = { ref: 'gift:once', userId: 1, kind: 'gift', amount: 500, operatorId: 0 } as const
      await expect(ledger.credit(gift)).rejects.toThrow('lost')
      isLost = false
      expect(await ledger.credit(gift)).toBe('known')
      expect(await ledger.balance(1)).toBe(600)
      expect(await findBrokenInvariants(database)).toEqual([])
    })

    it('a database that fails refuses the call, and the next call reads again', async () => {
      const database = await open()
      await addAccounts(database.query, 1, 100)
      const loaders = loadersOf(database)
      let isBroken = true
      const { ledger } = await openOver(database, {
        loaders: {
          ...loaders,
          loadToken: async (id) => {
            if (isBroken) throw new Error('out of order')
            return loaders.loadToken(id)
          },
        },
      })
      const wish = { userId: 1, tokenId: 1, amount: 100, least: 100 }
      await expect(ledger.hold(wish)).rejects.toThrow('out of order')
      isBroken = false
      expect((await ledger.hold(wish)).amount).toBe(100)
    })
  })
}
