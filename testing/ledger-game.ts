import { setImmediate as breathe } from 'node:timers/promises'
import { expect } from 'vitest'
import { ApplicationError } from '#contract/errors.ts'
import type { Database } from '#server/db/database.ts'
import { findBrokenInvariants } from '#server/db/invariants.ts'
import type { Settlement } from '#server/db/settling/settlement.ts'
import { updateToken } from '#server/db/tokens.ts'
import type { Accounts, Hold, HoldWish } from '#server/domain/money/accounts.ts'
import type { Credit } from '#server/domain/money/ledger.ts'
import { openTestLedger, type TestLedger } from './ledger.ts'
import { createLedgerModel, type LedgerModel, type ModelHold } from './ledger-model.ts'
import { channelRow, settlement, tokenRow, userRow } from './rows.ts'
import { createRandom } from './seeded-random.ts'

export type OpenAccounts = (database: Database) => Promise<Accounts & { close?: () => Promise<void> }>

const userIds = [1, 2, 3, 4, 5]
const tokensOf = (userId: number) => [userId * 10, userId * 10 + 1, userId * 10 + 2]

const addRows = async (database: Database, model: LedgerModel) => {
  for (const id of userIds) {
    await database.query.insertInto('users').values(userRow({ id })).execute()
    model.add('users', id, 0)
    for (const [index, tokenId] of tokensOf(id).entries()) {
      const fields = { id: tokenId, user_id: id, remain_quota: index * 3000, unlimited_quota: index === 0 ? 1 : 0 }
      await database.query.insertInto('tokens').values(tokenRow(fields)).execute()
      model.add('tokens', tokenId, fields.remain_quota, index === 0)
    }
  }
  for (const id of [1, 2, 3, 4]) await database.query.insertInto('channels').values(channelRow({ id })).execute()
}

/** One game: random steps on a ledger, each of them also taken by the model. */
export const beginGame = async (real: Database, openAccounts: OpenAccounts, seed: number) => {
  const random = createRandom(seed)
  const upTo = (limit: number) => Math.floor(random() * (limit + 1))
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[upTo(items.length - 1)]
    if (item === undefined) throw new Error('there is nothing to pick from')
    return item
  }

  const model = createLedgerModel()
  await addRows(real, model)
  let isAway = false
  const database: Database = {
    ...real,
    settle: async (settlements) => {
      if (isAway) throw new ApplicationError('storage_unavailable')
      return real.settle(settlements)
    },
  }
  let rig: TestLedger
  let closeAccounts: (() => Promise<void>) | undefined
  const holds = new Map<ModelHold, Hold>()
  const ended: Hold[] = []
  const endings = new Map<Hold, number>()
  const settled: Settlement[] = []
  const credits: Credit[] = []
  let settling: Promise<void>[] = []
  /** Tokens that have to be read again, which cannot be done before charges on their way are stored. */
  const forgotten = new Set<number>()

  /** Counts how often each hold was ended. */
  const counted = (accounts: Accounts): Accounts => {
    const count = (hold: Hold) => endings.set(hold, (endings.get(hold) ?? 0) + 1)
    return {
      ...accounts,
      release: (hold) => {
        count(hold)
        accounts.release(hold)
      },
      charge: (hold, quota) => {
        count(hold)
        return accounts.charge(hold, quota)
      },
    }
  }

  const open = async () => {
    const accounts = await openAccounts(real)
    closeAccounts = accounts.close
    rig = await openTestLedger(database, counted(accounts))
  }
  await open()
  const endOutage = async () => {
    isAway = false
    await store()
    await rig.settlements.replay()
  }
  const store = async () => {
    await Promise.all(settling)
    settling = []
  }

  const wishOf = (): HoldWish => {
    const userId = pick(userIds)
    const amount = upTo(20) === 0 ? 0 : upTo(600)
    return { userId, tokenId: pick([0, ...tokensOf(userId)]), amount, least: upTo(amount), leastBeside: upTo(amount) }
  }

  const forget = (tokenId: number) => {
    forgotten.add(tokenId)
    rig.ledger.forgetToken(tokenId)
  }
  const remember = async (tokenId: number) => {
    if (forgotten.has(tokenId) && (isAway || rig.settlements.outageMs() > 0)) await endOutage()
    forgotten.delete(tokenId)
  }

  const hold = async () => {
    const wish = wishOf()
    await remember(wish.amount === 0 ? 0 : wish.tokenId)
    const ample = { ...wish, free: wish.amount }
    const ways = [
      () => undefined,
      () => rig.ledger.holdNow(ample),
      () => rig.ledger.holdAmply(ample).catch(() => undefined),
    ]
    const now = await pick(ways)()
    if (now !== undefined) {
      expect(model.predict(wish)).toEqual({ held: now.amount })
      holds.set(model.hold(wish, now.amount), now)
      return
    }
    const holding = rig.ledger.hold(wish)
    holding.catch(() => {})
    let prediction = model.predict(wish)
    while ('waits' in prediction) {
      // It waits for others of its user to end: they do, until it is served.
      const other = model.open().find(({ userId, amount }) => userId === wish.userId && amount > 0)
      if (other === undefined) throw new Error('nobody holds what this call waits for')
      end(other, 'release')
      prediction = model.predict(wish)
    }
    if ('refused' in prediction) {
      await expect(holding).rejects.toMatchObject({ code: prediction.refused })
      return
    }
    const held = await holding
    expect(held.amount).toBe(prediction.held)
    holds.set(model.hold(wish, prediction.held), held)
  }

  const realOf = (modelHold: ModelHold): Hold => {
    const found = holds.get(modelHold)
    if (found === undefined) throw new Error('the model holds something that the ledger does not')
    return found
  }

  const end = (modelHold: ModelHold, how: 'release' | 'settle') => {
    const found = realOf(modelHold)
    if (how === 'release') {
      rig.ledger.release(found)
    } else {
      const { userId, tokenId, amount } = modelHold
      // What holds nothing costs nothing; the others now and then cost more than they hold.
      const quota = amount > 0 && upTo(9) === 0 ? amount + upTo(50) : upTo(amount)
      const charge = settlement({
        userId,
        tokenId,
        quota,
        username: `user${userId}`,
        channelId: upTo(4),
        logged: upTo(9) > 0,
        counted: upTo(9) > 0,
        createdAt: 1_700_000_000 + upTo(20_000),
      })
      settling.push(rig.ledger.settle(found, charge))
      settled.push(charge)
      model.charge(modelHold, charge)
    }
    model.end(modelHold)
    holds.delete(modelHold)
    ended.push(found)
  }

  const endAgain = async () => {
    if (ended.length === 0) return
    const found = pick(ended)
    rig.ledger.release(found)
    expect(await rig.ledger.extend(found, 100)).toBe(false)
    await expect(rig.ledger.settle(found, settlement({ userId: found.userId }))).rejects.toThrow('once')
  }

  const extend = async () => {
    const modelHold = pick(model.open())
    const found = realOf(modelHold)
    await remember(modelHold.tokenId)
    const amount = 1 + upTo(200)
    expect(await rig.ledger.extend(found, amount)).toBe(model.extend(modelHold, amount) > 0)
    expect(found.amount).toBe(modelHold.amount)
  }

  const credit = async () => {
    if (isAway) return
    const userId = pick(userIds)
    const isTaken = upTo(5) === 0
    const amount = isTaken ? -upTo(400) : upTo(3000)
    const kind = isTaken ? 'adjust' : pick(['gift', 'refund'] as const)
    const next: Credit = { ref: `credit:${credits.length}`, userId, kind, amount, operatorId: isTaken ? 99 : 0 }
    expect(await rig.ledger.credit(next)).toBe('applied')
    credits.push(next)
    model.credit(userId, amount)
  }

  const creditInVain = async () => {
    if (isAway) return
    if (credits.length > 0) expect(await rig.ledger.credit(pick(credits))).toBe('known')
    const unpayable: Credit = { ref: 'too much', userId: pick(userIds), kind: 'transfer', amount: -1e9, operatorId: 0 }
    await expect(rig.ledger.credit(unpayable)).rejects.toMatchObject({ code: 'quota_insufficient' })
    expect(await rig.ledger.balance(unpayable.userId)).toBe(model.freeOf(unpayable.userId))
  }

  const settleAgain = async () => {
    if (settled.length > 0 && !isAway) await real.settle([pick(settled), pick(settled)])
  }

  const changeToken = async () => {
    if (isAway) return
    const tokenId = pick(tokensOf(pick(userIds)))
    // The database takes nothing below zero, so what is on its way there has to be there before we know.
    await endOutage()
    const difference = upTo(4000) - 1500
    await updateToken(real.query, tokenId, {}, difference)
    model.changeToken(tokenId, difference)
    forget(tokenId)
  }

  const outage = async () => {
    if (isAway) await endOutage()
    else isAway = true
  }

  const restart = async () => {
    await endOutage()
    await rig.ledger.drain()
    await closeAccounts?.()
    await rig.close()
    model.forgetHolds()
    holds.clear()
    ended.length = 0
    await open()
  }

  const ifHeld = (work: () => Promise<void> | void) => (model.open().length > 0 ? work() : hold())
  const moves: [number, () => Promise<unknown> | unknown][] = [
    [340, () => (model.open().length > 30 ? end(pick(model.open()), 'settle') : hold())],
    [230, () => ifHeld(() => end(pick(model.open()), 'settle'))],
    [70, () => ifHeld(() => end(pick(model.open()), 'release'))],
    [150, () => ifHeld(extend)],
    [28, credit],
    [8, creditInVain],
    [12, settleAgain],
    [20, endAgain],
    [8, changeToken],
    [10, () => forget(pick(tokensOf(pick(userIds))))],
    [85, breathe],
    [4, outage],
    [1, restart],
  ]
  const total = moves.reduce((sum, [weight]) => sum + weight, 0)

  const check = async () => {
    await endOutage()
    await rig.ledger.drain()
    const users = await real.query.selectFrom('users').select(['id', 'quota', 'used_quota']).orderBy('id').execute()
    expect(users).toEqual([...model.users].map(([id, { quota, used }]) => ({ id, quota, used_quota: used })))
    const tokens = await real.query
      .selectFrom('tokens')
      .select(['id', 'remain_quota', 'used_quota'])
      .orderBy('id')
      .execute()
    expect(tokens).toEqual(
      [...model.tokens].map(([id, { quota, used }]) => ({ id, remain_quota: quota, used_quota: used })),
    )
    for (const { quota, mayOwe, unlimited } of [...model.users.values(), ...model.tokens.values()]) {
      if (!unlimited) expect(quota).toBeGreaterThanOrEqual(-mayOwe)
    }
    expect(await findBrokenInvariants(real)).toEqual([])
  }

  return {
    step: async () => {
      let number = random() * total
      const move = moves.find(([weight]) => {
        number -= weight
        return number < 0
      })
      await move?.[1]()
      const userId = pick(userIds)
      expect(await rig.ledger.balance(userId)).toBe(model.freeOf(userId))
    },
    check,
    finish: async () => {
      for (const modelHold of [...model.open()]) end(modelHold, 'release')
      for (const userId of userIds) expect(await rig.ledger.balance(userId)).toBe(model.users.get(userId)?.quota)
      await check()
      const rows = await real.query.selectFrom('logs').select(['request_id']).where('type', '=', 2).execute()
      const charges = await real.query.selectFrom('charges').select(['request_id']).execute()
      expect([...rows, ...charges].map((row) => row.request_id).sort()).toEqual(
        settled.map(({ requestId }) => requestId).sort(),
      )
      expect([...endings.values()].filter((count) => count !== 1)).toEqual([])
      await closeAccounts?.()
      await rig.close()
    },
  }
}
