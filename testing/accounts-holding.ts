import { expect, it } from 'vitest'
import { findBrokenInvariants } from '#server/db/invariants.ts'
import { updateToken } from '#server/db/tokens.ts'
import type { AccountsBench } from './accounts-bench.ts'
import { createBarrier, refusalsOf, tokenQuota, userQuota } from './ledger.ts'
import { addAccounts, settlement } from './rows.ts'

/** How much may be held, and how a hold ends. */
export const testHolding = ({ open, openOver, call }: AccountsBench): void => {
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

  it('holds amply only where enough is free beside what is held already', async () => {
    const database = await open()
    await addAccounts(database.query, 2, 1000)
    await updateToken(database.query, 1, {}, -500)
    const { ledger } = await openOver(database)
    const limited = { userId: 1, tokenId: 1, amount: 50, free: 400 }
    const whole = { userId: 2, tokenId: 0, amount: 100, free: 800 }
    for (const wish of [limited, whole]) {
      const first = await ledger.holdAmply({ ...wish, amount: wish.amount + 1 })
      expect(first?.amount).toBe(wish.amount + 1)
      const second = ledger.holdNow(wish) ?? (await ledger.holdAmply(wish))
      expect(second?.amount).toBe(wish.amount)
      expect(ledger.holdNow(wish)).toBeUndefined()
      expect(await ledger.holdAmply(wish)).toBeUndefined()
      if (second !== undefined) ledger.release(second)
      expect((await ledger.holdAmply(wish))?.amount).toBe(wish.amount)
    }
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

  it('an extension that waits for a reading does not grow a hold that ended meanwhile', async () => {
    const database = await open()
    await addAccounts(database.query, 1, 100)
    const { ledger, accounts } = await openOver(database)
    const hold = await ledger.hold({ userId: 1, tokenId: 1, amount: 30, least: 1 })
    accounts.forgetUser(1)
    const extended = ledger.extend(hold, 50)
    ledger.release(hold)
    await extended
    expect(hold.amount).toBe(30)
    expect(await ledger.balance(1)).toBe(100)
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
}
