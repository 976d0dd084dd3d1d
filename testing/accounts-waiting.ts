import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { updateToken } from '#server/db/tokens.ts'
import type { AccountsBench } from './accounts-bench.ts'
import { refusalsOf, userQuota } from './ledger.ts'
import { addAccounts, settlement } from './rows.ts'

/** Who finds everything held waits. */
export const testWaiting = ({ open, openOver }: AccountsBench): void => {
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

  it('who asks for plenty does not pass those who wait, however much is free', async () => {
    const database = await open()
    await addAccounts(database.query, 1, 1000)
    const { ledger } = await openOver(database)
    const first = await ledger.hold({ userId: 1, tokenId: 1, amount: 600, least: 600 })
    const second = ledger.hold({ userId: 1, tokenId: 1, amount: 500, least: 500 })
    await pause(20)
    const small = { userId: 1, tokenId: 1, amount: 10, free: 80 }
    expect(await ledger.balance(1)).toBe(400)
    expect(ledger.holdNow(small)).toBeUndefined()
    expect(await ledger.holdAmply(small)).toBeUndefined()
    ledger.release(first)
    ledger.release(await second)
    expect((await ledger.holdAmply(small))?.amount).toBe(10)
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

  it('who lacks quota of a token as well as of the user is told of the token, and those behind of what they lack', async () => {
    const database = await open()
    await addAccounts(database.query, 1, 100)
    await updateToken(database.query, 1, {}, -50)
    const { ledger } = await openOver(database, { patienceMs: 200 })
    const wish = { userId: 1, tokenId: 1, amount: 50, least: 50 }
    await ledger.hold(wish)
    const ofToken = Promise.allSettled([ledger.hold(wish)])
    await ledger.hold({ ...wish, tokenId: 0 })
    const ofUser = Promise.allSettled([ledger.hold({ ...wish, tokenId: 0 })])
    expect(refusalsOf(await ofToken)).toEqual({ token_quota_insufficient: 1 })
    expect(refusalsOf(await ofUser)).toEqual({ quota_insufficient: 1 })
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
}
