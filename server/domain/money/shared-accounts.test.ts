import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { describeAccounts } from '#testing/accounts-suite.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import {
  createBarrier,
  loadersOf,
  openTestLedger,
  quiet,
  refusalsOf,
  type TestLedger,
  userQuota,
} from '#testing/ledger.ts'
import { freePort } from '#testing/local-service.ts'
import { startRedis, type TestRedis } from '#testing/redis.ts'
import { addAccounts, settlement } from '#testing/rows.ts'
import type { Database } from '../../db/database.ts'
import { findBrokenInvariants } from '../../db/invariants.ts'
import { updateToken } from '../../db/tokens.ts'
import { systemClock } from '../../lib/clock.ts'
import { createSharedAccounts } from './shared-accounts.ts'

let server: TestRedis
let redis: Redis
const cleanups: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  server = await startRedis()
  redis = connect(server.url)
})
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  await redis.flushall()
})
afterAll(async () => {
  redis.disconnect()
  await server.stop()
})

const connect = (url: string): Redis => {
  const connection = new Redis(url)
  connection.on('error', () => {})
  return connection
}

const openAccounts = (loaders: ReturnType<typeof loadersOf>, patienceMs: number, over = redis) =>
  createSharedAccounts({ redis: over, ...loaders, clock: systemClock, log: quiet, patienceMs })

describe('accounts in Redis', () => {
  describeAccounts('postgres', async (loaders, patienceMs) => openAccounts(loaders, patienceMs))
})

const openDatabaseOf = async (quota: number): Promise<TestDatabase & { database: Database }> => {
  const opened = await openTestDatabase('sqlite')
  cleanups.push(opened.remove)
  await addAccounts(opened.database.query, 2, quota)
  return opened
}

const openNode = async (database: Database, over = redis, loaders = loadersOf(database)): Promise<TestLedger> => {
  const accounts = openAccounts(loaders, 10_000, over)
  cleanups.push(accounts.close)
  const rig = await openTestLedger(database, accounts)
  cleanups.push(rig.close)
  return rig
}

/** Steps of the accounts arrive in order: once this has an answer, everything before it has arrived. */
const arrive = (...nodes: readonly TestLedger[]) => Promise.all(nodes.map(({ accounts }) => accounts.balance(1)))

const call = async ({ ledger }: TestLedger, held: number, quota: number, tokenId = 1) => {
  const hold = await ledger.hold({ userId: 1, tokenId, amount: held, least: held })
  await ledger.settle(hold, settlement({ tokenId, quota }))
}

const openFields = async () => {
  const fields: string[] = []
  for (const key of await redis.keys('sluice:accounts:*')) {
    if (/:(user|token):\d+$/.test(key)) fields.push(...(await redis.hkeys(key)))
  }
  return fields.filter((field) => /^(held:|pending:|owed:|lessened)/.test(field))
}

describe('accounts shared by two nodes', () => {
  it('T01 F24: of 200 calls at once over both nodes, exactly those that the balance pays for pass', async () => {
    const { database } = await openDatabaseOf(1000)
    const nodes = [await openNode(database), await openNode(database)] as const
    const barrier = createBarrier(200)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, async (_, index) => {
        await barrier()
        await call(index % 2 === 0 ? nodes[0] : nodes[1], 100, 100, 0)
      }),
    )
    expect(refusalsOf(outcomes)).toEqual({ quota_insufficient: 190 })
    expect(await userQuota(database)).toBe(0)
    expect(await arrive(...nodes)).toEqual([0, 0])
    expect(await openFields()).toEqual([])
    expect(await findBrokenInvariants(database)).toEqual([])
  })

  it('T03 F24: the last quota of a token goes to one of them', async () => {
    const { database } = await openDatabaseOf(1_000_000)
    await updateToken(database.query, 1, {}, 500 - 1_000_000)
    const nodes = [await openNode(database), await openNode(database)] as const
    const outcomes = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) => call(index % 2 === 0 ? nodes[0] : nodes[1], 100, 100)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    expect(await findBrokenInvariants(database)).toEqual([])
  })

  it('who waits on one node is served when the other node gives quota back', async () => {
    const { database } = await openDatabaseOf(100)
    const [one, other] = [await openNode(database), await openNode(database)]
    const wish = { userId: 1, tokenId: 1, amount: 100, least: 100 }
    const hold = await one.ledger.hold(wish)
    const waiting = other.ledger.hold(wish)
    setTimeout(() => one.ledger.release(hold), 50)
    expect((await waiting).amount).toBe(100)
  })

  it('credits and charges of both nodes at once leave the account as the database has it', async () => {
    const { database } = await openDatabaseOf(10_000)
    const nodes = [await openNode(database), await openNode(database)] as const
    await Promise.all(
      Array.from({ length: 120 }, async (_, index) => {
        const node = index % 2 === 0 ? nodes[0] : nodes[1]
        await call(node, 50, 30)
        if (index % 5 === 0) {
          await node.ledger.credit({ ref: `gift:${index}`, userId: 1, kind: 'gift', amount: 7, operatorId: 0 })
        }
        if (index % 7 === 0) node.ledger.forgetToken(1)
      }),
    )
    await arrive(...nodes)
    const expected = 10_000 - 120 * 30 + 24 * 7
    expect(await userQuota(database)).toBe(expected)
    expect(await arrive(...nodes)).toEqual([expected, expected])
    expect(await findBrokenInvariants(database)).toEqual([])
  })

  it('a charge that comes to Redis after a reading that has it already is not counted twice', async () => {
    const { database } = await openDatabaseOf(1000)
    const [one, other] = [await openNode(database), await openNode(database)]
    const hold = await one.accounts.hold({ userId: 1, tokenId: 1, amount: 100, least: 100 })
    await database.settle([settlement({ quota: 80 })])
    other.accounts.forgetUser(1)
    expect(await arrive(other)).toEqual([820])
    const stored = one.accounts.charge(hold, 80)
    stored('stored')
    await arrive(one)
    expect(await arrive(other)).toEqual([920])
  })

  it('I4: charges that pay back leave nothing behind, in whichever order they and others are stored', async () => {
    const { database } = await openDatabaseOf(1000)
    const [one, other] = [await openNode(database), await openNode(database)]
    const tells = []
    for (const quota of [-300, 200, -100, 50]) {
      const hold = await one.accounts.hold({ userId: 1, tokenId: 1, amount: 60, least: 60 })
      tells.push(one.accounts.charge(hold, quota))
    }
    await database.settle([settlement({ quota: -150 })])
    for (const tell of [...tells.slice(2), ...tells.slice(0, 2)]) tell('stored')
    await arrive(one)
    other.accounts.forgetUser(1)
    expect(await arrive(other, one)).toEqual([1150, 1150])
    expect(await openFields()).toEqual([])
  })

  describe('while one cannot store what it charged', () => {
    const owing = async (charged: number, loaders = loadersOf) => {
      const { database } = await openDatabaseOf(1000)
      const [one, other] = [await openNode(database), await openNode(database, redis, loaders(database))]
      const hold = await one.accounts.hold({ userId: 1, tokenId: 1, amount: charged, least: charged })
      const tell = one.accounts.charge(hold, charged)
      await arrive(one)
      other.accounts.forgetUser(1)
      other.accounts.forgetToken(1)
      const store = async () => {
        await database.settle([settlement({ quota: charged })])
        tell('stored')
      }
      return { database, one, other, store }
    }

    it('F12 I4: the other goes on without waiting for it, with what is left after it', async () => {
      const { database, one, other, store } = await owing(300)
      const hold = await other.ledger.hold({ userId: 1, tokenId: 1, amount: 700, least: 700 })
      await expect(other.ledger.extend(hold, 1)).rejects.toMatchObject({ code: 'storage_unavailable' })
      await other.ledger.settle(hold, settlement({ requestId: 'meanwhile', quota: 600 }))
      await store()
      await arrive(one)
      expect(await arrive(other, one)).toEqual([100, 100])
      expect(await userQuota(database)).toBe(100)
      expect(await openFields()).toEqual([])
      expect(await findBrokenInvariants(database)).toEqual([])
    })

    it('F12: who would have enough without it is not told that there is nothing left', async () => {
      const { one, other, store } = await owing(300)
      const refusal = async (least: number, tokenId: number) =>
        other.ledger.hold({ userId: 1, tokenId, amount: least, least }).catch((error: { code: string }) => error.code)
      for (const tokenId of [0, 1]) expect(await refusal(800, tokenId)).toBe('storage_unavailable')
      expect(await refusal(1100, 0)).toBe('quota_insufficient')
      await store()
      await arrive(one)
      expect(await refusal(800, 0)).toBe('quota_insufficient')
      expect(await refusal(800, 1)).toBe('token_quota_insufficient')
    })

    it('F12 I4: a reading during which it is stored is taken again', async () => {
      const reads = Promise.withResolvers<void>()
      const isStored = Promise.withResolvers<void>()
      const { one, other, store } = await owing(300, (database) => ({
        ...loadersOf(database),
        loadUser: async (id) => {
          const before = await loadersOf(database).loadUser(id)
          reads.resolve()
          await isStored.promise
          return before
        },
      }))
      const told = other.ledger.balance(1)
      await Promise.race([reads.promise, told])
      await store()
      await one.accounts.balance(2)
      isStored.resolve()
      expect(await told).toBe(700)
    })
  })

  it('I5: what a node held that was killed is given back, and its charges are looked up in the database', async () => {
    const { database } = await openDatabaseOf(1000)
    const survivor = await openNode(database)
    const child = spawn(process.execPath, ['--input-type=module', '-e', childHolding(server.url)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = once(child, 'exit')
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await exited
    await database.settle([settlement({ tokenId: 0, quota: 100 })])
    expect(await survivor.ledger.balance(1)).toBe(1000 - 100 - 600)

    await endSilentNodes(await epochsOf(survivor))
    await expect.poll(() => survivor.ledger.balance(1)).toBe(900)
    expect(await openFields()).toEqual([])
    expect(await redis.scard('sluice:accounts:epochs')).toBe(1)
  })

  it('a node that was taken for dead tells again what it holds', async () => {
    const { database } = await openDatabaseOf(1000)
    const [one, other] = [await openNode(database), await openNode(database)]
    const hold = await one.ledger.hold({ userId: 1, tokenId: 1, amount: 600, least: 600 })
    await arrive(other)
    await endSilentNodes(await epochsOf(other))
    await expect.poll(() => other.ledger.balance(1)).toBe(400)
    await one.ledger.settle(hold, settlement({ quota: 500 }))
    await arrive(one)
    expect(await arrive(other)).toEqual([500])
    expect(await openFields()).toEqual([])
  })
})

/** A process that holds 600 of user 1 and has a charge of 100 under way. */
const childHolding = (url: string) => `
  import { Redis } from 'ioredis'
  import { createSharedAccounts } from ${JSON.stringify(new URL('./shared-accounts.ts', import.meta.url).href)}
  const nothing = () => {}
  const accounts = createSharedAccounts({
    redis: new Redis(${JSON.stringify(url)}),
    loadUser: async () => ({ quota: 1000, unlimited: false }),
    loadToken: async () => undefined,
    clock: { now: Date.now, monotonic: () => performance.now() },
    log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
  })
  const wish = { userId: 1, tokenId: 0 }
  await accounts.hold({ ...wish, amount: 600, least: 600 })
  accounts.charge(await accounts.hold({ ...wish, amount: 100, least: 100 }), 100)
  await accounts.balance(1)
  console.log('held')
  setInterval(nothing, 1000)
`

/** The epoch of a node is that of what it holds. */
const epochsOf = async ({ accounts }: TestLedger): Promise<string[]> => {
  const marker = await accounts.hold({ userId: 2, tokenId: 0, amount: 1, least: 1 })
  const fields = await redis.hkeys('sluice:accounts:user:2')
  accounts.release(marker)
  await accounts.balance(2)
  return fields.filter((field) => field.startsWith('held:')).map((field) => field.slice('held:'.length))
}

/** What time does to nodes that stay silent. */
const endSilentNodes = async (alive: readonly string[]) => {
  for (const epoch of await redis.smembers('sluice:accounts:epochs')) {
    if (!alive.includes(epoch)) await redis.del(`sluice:accounts:alive:${epoch}`)
  }
}

describe('accounts when Redis fails', () => {
  const wish = { userId: 1, tokenId: 0, amount: 100, least: 100 }

  /** A Redis that can be stopped and come back where it was. */
  const startServer = async (folder?: string) => {
    const port = await freePort()
    const start = () => startRedis({ port, ...(folder === undefined ? {} : { folder }) })
    let running: TestRedis | undefined
    const connection = connect(`redis://127.0.0.1:${port}`)
    cleanups.push(async () => {
      connection.disconnect()
      await running?.stop()
    })
    return {
      connection,
      start: async () => {
        running = await start()
      },
      stop: async () => {
        await running?.stop()
      },
    }
  }

  const untilServed = (work: () => Promise<number>) =>
    expect.poll(() => work().catch((error: { code: string }) => error.code), { interval: 100 })

  it('F23: after a FLUSHALL nothing is given out twice, and the account is what the database says', async () => {
    const { database } = await openDatabaseOf(1000)
    const [one, other] = [await openNode(database), await openNode(database)]
    const running = await Promise.all([one, one, one, other, other].map(({ ledger }) => ledger.hold(wish)))
    const stored = other.accounts.charge(await other.accounts.hold(wish), 90)
    await arrive(one, other)
    await redis.flushall()

    const rest = one.ledger.hold({ ...wish, amount: 5000, least: 1 })
    await database.settle([settlement({ tokenId: 0, quota: 90 })])
    stored('stored')
    expect((await rest).amount).toBe(1000 - 500 - 90)
    const holds = [...running, await rest]
    for (const [index, hold] of holds.entries()) {
      const { ledger } = [one, one, one, other, other][index] ?? one
      await ledger.settle(hold, settlement({ tokenId: 0, quota: 100 }))
    }
    await arrive(one, other)
    expect(await arrive(one, other)).toEqual([310, 310])
    expect(await userQuota(database)).toBe(310)
    expect(await openFields()).toEqual([])
    expect(await findBrokenInvariants(database)).toEqual([])
  })

  it('F23: while Redis is gone calls are refused, running ones are charged, and all is known again when it is back', async () => {
    const { database } = await openDatabaseOf(1000)
    const own = await startServer()
    await own.start()
    const node = await openNode(database, own.connection)
    const running = await node.ledger.hold({ ...wish, amount: 600 })
    const ending = await node.ledger.hold(wish)
    await own.stop()
    await expect(node.ledger.hold(wish)).rejects.toMatchObject({ code: 'storage_unavailable' })
    await expect(node.ledger.balance(1)).rejects.toMatchObject({ code: 'storage_unavailable' })
    await expect(
      node.ledger.credit({ ref: 'gift', userId: 1, kind: 'gift', amount: 5, operatorId: 0 }),
    ).rejects.toMatchObject({ code: 'storage_unavailable' })
    const free = await node.ledger.hold({ ...wish, amount: 0, least: 0 })
    node.ledger.release(free)
    await node.ledger.settle(ending, settlement({ tokenId: 0, quota: 80 }))
    expect(await userQuota(database)).toBe(920)

    await expect(node.ledger.extend(running, 100)).rejects.toMatchObject({ code: 'storage_unavailable' })
    await own.start()
    await untilServed(() => node.ledger.balance(1)).toBe(320)
    expect(await node.ledger.extend(running, 100)).toBe(true)
    expect(await node.ledger.balance(1)).toBe(220)
    await node.ledger.settle(running, settlement({ tokenId: 0, quota: 650 }))
    expect(await node.ledger.balance(1)).toBe(270)
    expect(await userQuota(database)).toBe(270)
    expect(await findBrokenInvariants(database)).toEqual([])
  })

  it('F23: a Redis that hangs refuses within seconds, and one that comes late is waited for', async () => {
    const { database } = await openDatabaseOf(1000)
    const own = await startServer()
    const node = await openNode(database, own.connection)
    await expect(node.ledger.hold(wish)).rejects.toMatchObject({ code: 'storage_unavailable' })
    await own.start()
    await untilServed(() => node.ledger.balance(1)).toBe(1000)

    const running = await node.ledger.hold(wish)
    await own.connection.call('CLIENT', 'PAUSE', '4000', 'ALL')
    await expect(node.ledger.hold(wish)).rejects.toMatchObject({ code: 'storage_unavailable' })
    node.ledger.release(running)
    await untilServed(() => node.ledger.balance(1)).toBe(1000)
  })

  it('F23: a Redis that comes back with an old snapshot is not believed', async () => {
    const { database } = await openDatabaseOf(1000)
    const folder = await mkdtemp(join(tmpdir(), 'redis-'))
    cleanups.push(() => rm(folder, { recursive: true, force: true }))
    const own = await startServer(folder)
    await own.start()
    const node = await openNode(database, own.connection)
    expect(await node.ledger.balance(1)).toBe(1000)
    await own.connection.save()
    const running = await node.ledger.hold({ ...wish, userId: 2 })
    for (let number = 0; number < 5; number += 1) await call(node, 100, 100, 0)
    expect(await node.ledger.balance(1)).toBe(500)
    await own.stop()
    await own.start()
    await untilServed(() => node.ledger.balance(1)).toBe(500)
    expect(await node.ledger.balance(2)).toBe(900)
    node.ledger.release(running)
    expect(await node.ledger.balance(2)).toBe(1000)
  })

  it('F23: connections that break again and again lose nothing and count nothing twice', async () => {
    const { database } = await openDatabaseOf(100_000)
    const nodes = [await openNode(database), await openNode(database)] as const
    let begun = 0
    let passed = 0
    await Promise.all(
      Array.from({ length: 20 }, async (_, worker) => {
        for (let number = 0; number < 60; number += 1) {
          const { ledger } = nodes[(worker + number) % 2] ?? nodes[0]
          begun += 1
          if (begun % 100 === 0) redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes').catch(() => {})
          try {
            const hold = await ledger.hold({ userId: 1, tokenId: 1, amount: 30, least: 30 })
            const extended = number % 3 === 0 ? Promise.resolve(ledger.extend(hold, 10)) : undefined
            await extended?.catch((error: unknown) => expect(error).toMatchObject({ code: 'storage_unavailable' }))
            if (number % 5 === 0) ledger.release(hold)
            else await ledger.settle(hold, settlement({ quota: 20 }))
            passed += number % 5 === 0 ? 0 : 1
            if (number % 10 === 0) {
              const ref = `gift:${worker}:${number}`
              await ledger.credit({ ref, userId: 1, kind: 'gift', amount: 11, operatorId: 0 })
            }
          } catch (error) {
            expect(error).toMatchObject({ code: 'storage_unavailable' })
            await pause(20)
          }
        }
      }),
    )
    expect(passed).toBeGreaterThan(100)
    const expected = await userQuota(database)
    for (const { ledger } of nodes) await untilServed(() => ledger.balance(1)).toBe(expected)
    await expect.poll(openFields).toEqual([])
    expect(await findBrokenInvariants(database)).toEqual([])
  })
})
