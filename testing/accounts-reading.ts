import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { findBrokenInvariants } from '#server/db/invariants.ts'
import { updateToken } from '#server/db/tokens.ts'
import type { AccountsBench } from './accounts-bench.ts'
import { loadersOf, tokenQuota, userQuota } from './ledger.ts'
import { addAccounts, settlement } from './rows.ts'

/** What accounts know is what the database knows, whoever changes it and whatever fails. */
export const testReading = ({ open, openOver }: AccountsBench): void => {
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
    stored('stored')
    expect((await next).amount).toBe(100 + 500 - 50 - 10)
    accounts.release(running)
  })

  it('F15: a charge that will never be stored gives back what it took, to the user and to his token', async () => {
    const database = await open()
    await addAccounts(database.query, 1, 1000)
    const { accounts } = await openOver(database)
    const wish = { userId: 1, tokenId: 1, amount: 100, least: 100 }
    const [one, other] = [await accounts.hold(wish), await accounts.hold(wish)]
    const end = accounts.charge(one, 90)
    expect(await accounts.balance(1)).toBe(810)
    end('dropped')
    await expect.poll(() => accounts.balance(1)).toBe(900)
    accounts.release(other)
    const whole = await accounts.hold({ ...wish, amount: 5000, least: 1 })
    expect(whole.amount).toBe(1000)
    accounts.release(whole)
  })

  it('F14: a charge that the database has already leaves what the database has, of the user and of his token', async () => {
    const database = await open()
    await addAccounts(database.query, 1, 1000)
    const { ledger } = await openOver(database)
    // Read before, so that what is told counts.
    expect(await ledger.balance(1, 1)).toBe(1000)
    const [once, besides] = [
      settlement({ requestId: 'once', quota: 90 }),
      settlement({ requestId: 'besides', quota: 5 }),
    ]
    await database.settle([once])
    const wish = { userId: 1, tokenId: 1, amount: 100, least: 100 }
    for (const charge of [once, once, besides]) await ledger.settle(await ledger.hold(wish), charge)
    await expect.poll(() => ledger.balance(1, 1)).toBe(905)
    const both = settlement({ requestId: 'both', quota: 50 })
    const holds = await Promise.all([ledger.hold(wish), ledger.hold(wish)])
    await Promise.all(holds.map((hold) => ledger.settle(hold, both)))
    await expect.poll(() => ledger.balance(1, 1)).toBe(855)
    expect([await userQuota(database), await tokenQuota(database)]).toEqual([855, 855])
    expect(await findBrokenInvariants(database)).toEqual([])
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
}
