import { once } from 'node:events'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFaultyWay } from '#testing/faulty-way.ts'
import { patience } from '#testing/patience.ts'
import { startRedis, type TestRedis } from '#testing/redis.ts'
import { systemClock } from './clock.ts'
import { openRedis } from './redis-connection.ts'
import { createRedisSlidingWindow } from './redis-sliding-window.ts'
import { createSlidingWindow } from './sliding-window.ts'

let server: TestRedis
const clients: Redis[] = []

/** One node: its own connection and its own memory. */
const node = async (redis = new Redis(server.url)) => {
  redis.on('error', () => {})
  clients.push(redis)
  if (redis.status !== 'ready') await once(redis, 'ready')
  const memory = createSlidingWindow({ clock: systemClock, maximumKeys: 100 })
  return createRedisSlidingWindow({ redis, memory, clock: systemClock, prefix: 'limit:', patienceMs: 250 })
}

beforeAll(async () => {
  server = await startRedis()
})
afterAll(async () => {
  for (const client of clients) client.disconnect()
  await server.stop()
})

describe('sliding window on Redis', () => {
  it('T56: of 50 calls at once over two nodes exactly the limit passes', async () => {
    const nodes = [await node(), await node()]
    const taken = await Promise.all(
      Array.from({ length: 50 }, (_, index) => nodes[index % 2]?.take('user', 10, 60_000)),
    )
    expect(taken.filter((answer) => answer?.allowed)).toHaveLength(10)
    const refused = taken.find((answer) => answer?.allowed === false)
    expect(refused).toMatchObject({ allowed: false, remaining: 0, retryAfterSeconds: 60 })
    expect(await nodes[1]?.peek('user', 10, 60_000)).toEqual({ allowed: false, remaining: 0 })
    expect(await nodes[1]?.peek('user', 12, 60_000)).toEqual({ allowed: true, remaining: 2 })
  })

  it('a place is free again when it is given back or has left the window, and the key then ends by itself', async () => {
    const window = await node()
    const first = await window.take('short', 1, 1500)
    expect(first).toMatchObject({ allowed: true, remaining: 0 })
    if (first.allowed) await window.undo(first.handle)
    expect(await window.take('short', 1, 1500)).toMatchObject({ allowed: true })
    expect(await window.take('short', 1, 1500)).toMatchObject({ allowed: false, retryAfterSeconds: 2 })
    await expect.poll(() => clients[0]?.exists('limit:short')).toBe(0)
    expect(await window.take('short', 1, 1500)).toMatchObject({ allowed: true })
  })

  it('F22: what was taken before the clock of Redis went back a day counts for nothing', async () => {
    const window = await node()
    expect(await window.take('ahead', 1, 60_000)).toMatchObject({ allowed: true })
    const later = Date.now() + 86_400_000
    await clients[0]?.call('ZADD', 'limit:ahead', String(later), 'a place taken then')
    await clients[0]?.call('ZREMRANGEBYSCORE', 'limit:ahead', '-inf', String(later - 1))
    expect(await window.peek('ahead', 1, 60_000)).toMatchObject({ allowed: true })
    expect(await window.take('ahead', 1, 60_000)).toMatchObject({ allowed: true })
    expect(await window.take('ahead', 1, 60_000)).toMatchObject({ allowed: false, retryAfterSeconds: 60 })
  })

  it('F23: once Redis became a replica, and its name leads to another, the nodes count there together', async () => {
    const [former, next] = await Promise.all([startRedis(), startRedis()])
    const ways = [await startFaultyWay(former.url), await startFaultyWay(former.url)]
    const nodes = await Promise.all(ways.map(({ url }) => node(openRedis(url))))
    try {
      for (const window of nodes) expect(await window.take('moved', 100, 60_000)).toMatchObject({ allowed: true })
      const admin = new Redis(former.url)
      clients.push(admin)
      for (const way of ways) way.leadTo(next.url)
      await admin.replicaof('127.0.0.1', '1')
      const there = new Redis(next.url)
      clients.push(there)
      const counted = async () => {
        for (const window of nodes) await window.take('moved', 1000, 60_000)
        return there.zcard('limit:moved')
      }
      await expect.poll(counted, patience).toBeGreaterThan(2)
      // The one may find its way there later than the other, and counts for itself until then.
      const remaining = () => Promise.all(nodes.map(async (each) => (await each.peek('moved', 1000, 60_000)).remaining))
      await expect.poll(async () => new Set(await remaining()).size, patience).toBe(1)
    } finally {
      for (const client of clients.splice(1)) client.disconnect()
      await Promise.all([...ways.map((way) => way.close()), former.stop(), next.stop()])
    }
  })

  it('F23: while Redis hangs or is gone the node counts for itself', async () => {
    const window = await node()
    await clients[0]?.call('CLIENT', 'PAUSE', '600000', 'ALL')
    let hangs = true
    clients[0]?.ping().then(
      () => {
        hangs = false
      },
      () => {},
    )
    const taken = await Promise.all(Array.from({ length: 20 }, () => window.take('hanging', 5, 60_000)))
    expect(taken.filter(({ allowed }) => allowed)).toHaveLength(5)
    const handle = taken.find(({ allowed }) => allowed)
    if (handle?.allowed) await window.undo(handle.handle)
    expect(await window.peek('hanging', 5, 60_000)).toEqual({ allowed: true, remaining: 1 })
    expect(hangs).toBe(true)

    await server.stop()
    const alone = await window.take('gone', 1, 60_000)
    expect(alone.allowed).toBe(true)
    expect((await window.take('gone', 1, 60_000)).allowed).toBe(false)
  })
})
