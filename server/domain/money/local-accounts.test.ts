import { afterEach, describe, expect, it } from 'vitest'
import { describeAccounts } from '#testing/accounts-suite.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { loadersOf, userQuota } from '#testing/ledger.ts'
import { addAccounts, settlement } from '#testing/rows.ts'
import { createLocalAccounts } from './local-accounts.ts'

describe('accounts in memory', () => {
  for (const engine of ['sqlite', 'postgres'] as const) {
    describeAccounts(engine, async (loaders, patienceMs) => createLocalAccounts({ ...loaders, patienceMs }))
  }
})

describe('accounts in memory beyond their capacity', () => {
  let opened: TestDatabase | undefined
  afterEach(async () => {
    await opened?.remove()
    opened = undefined
  })

  const openWith = async (users: number, quota: number) => {
    opened = await openTestDatabase('sqlite')
    await addAccounts(opened.database.query, users, quota)
    return opened.database
  }

  it('idle accounts are dropped and read again, those in use stay as they are', async () => {
    const database = await openWith(10, 100)
    const loaders = loadersOf(database)
    const loads: number[] = []
    const accounts = createLocalAccounts({
      ...loaders,
      loadUser: (id) => {
        loads.push(id)
        return loaders.loadUser(id)
      },
      capacity: 3,
    })
    const held = await accounts.hold({ userId: 1, tokenId: 1, amount: 80, least: 80 })
    const charged = accounts.charge(await accounts.hold({ userId: 2, tokenId: 2, amount: 80, least: 80 }), 70)
    for (let id = 3; id <= 10; id += 1) expect(await accounts.balance(id)).toBe(100)
    expect(await accounts.balance(1)).toBe(20)
    expect(await accounts.balance(2)).toBe(30)
    expect(await accounts.balance(3)).toBe(100)
    expect(loads).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 3])

    await database.settle([settlement({ userId: 2, tokenId: 2, quota: 70 })])
    charged('stored')
    accounts.release(held)
    for (let id = 3; id <= 10; id += 1) await accounts.balance(id)
    expect(await accounts.balance(1)).toBe(100)
    expect(await accounts.balance(2)).toBe(30)
    expect(loads.slice(-2)).toEqual([1, 2])
  })

  it('one that was refused, or asked for plenty in vain, is idle again', async () => {
    const database = await openWith(4, 100)
    const loaders = loadersOf(database)
    const loads: number[] = []
    const accounts = createLocalAccounts({
      ...loaders,
      loadUser: (id) => {
        loads.push(id)
        return loaders.loadUser(id)
      },
      loadToken: (id) => {
        loads.push(-id)
        return loaders.loadToken(id)
      },
      capacity: 1,
    })
    const whose = { userId: 1, tokenId: 1 }
    await expect(accounts.hold({ ...whose, amount: 200, least: 200 })).rejects.toMatchObject({
      code: 'token_quota_insufficient',
    })
    expect(await accounts.holdAmply({ ...whose, amount: 50, free: 400 })).toBeUndefined()
    expect(accounts.holdNow({ ...whose, amount: 50, free: 400 })).toBeUndefined()
    expect(await accounts.balance(1)).toBe(100)
    const other = await accounts.hold({ userId: 2, tokenId: 2, amount: 50, least: 50 })
    accounts.release(await accounts.hold({ ...whose, amount: 50, least: 50 }))
    accounts.release(other)
    expect(loads).toEqual([1, -1, 2, -2, 1, -1])
  })

  it('an account is not dropped between its reading and the hold, whatever else has to be read first', async () => {
    const database = await openWith(5, 100)
    const loaders = loadersOf(database)
    const goOn = Promise.withResolvers<void>()
    const accounts = createLocalAccounts({
      ...loaders,
      loadToken: async (id) => {
        await goOn.promise
        return loaders.loadToken(id)
      },
      capacity: 1,
    })
    const wish = { userId: 1, amount: 60, least: 60 }
    const first = accounts.hold({ ...wish, tokenId: 1 })
    for (let id = 2; id <= 5; id += 1) await accounts.balance(id)
    const second = await accounts.hold({ ...wish, tokenId: 0 })
    goOn.resolve()
    accounts.release(second)
    accounts.release(await first)
    expect(await accounts.balance(1)).toBe(100)
    expect(await userQuota(database)).toBe(100)
  })
})
