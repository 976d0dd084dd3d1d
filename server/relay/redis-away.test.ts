import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { type FaultyWay, startFaultyWay } from '#testing/faulty-way.ts'
import { startTestGateway, type TestClient, type TestGateway } from '#testing/gateway.ts'
import { type PacedUpstream, startPacedUpstream } from '#testing/paced-upstream.ts'
import { patience } from '#testing/patience.ts'
import { openRealtime } from '#testing/realtime-client.ts'
import { type RealtimeUpstream, startRealtimeUpstream } from '#testing/realtime-upstream.ts'
import { startRedis, type TestRedis } from '#testing/redis.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels, prompt } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'

/** Output tokens of a stretch, about a word each. */
const stretch = 20

describe('while Redis is away', () => {
  let gateway: TestGateway
  let database: TestDatabase
  let redis: TestRedis
  let way: FaultyWay
  let upstream: PacedUpstream
  let sessions: RealtimeUpstream
  let root: TestClient
  let key: string
  beforeAll(async () => {
    ;[database, redis, upstream] = await Promise.all([openTestDatabase('sqlite'), startRedis(), startPacedUpstream()])
    sessions = await startRealtimeUpstream()
    way = await startFaultyWay(redis.url)
    gateway = await startTestGateway({ place: database.place, environment: { REDIS_URL: way.url } })
    root = await gateway.asRoot()
    await priceModels(root, ['paced', 'endless'])
    await root.put('/api/option/', { key: 'PreConsumedQuota', value: String(stretch) })
    await addRelayChannel(root, { base_url: upstream.url, models: 'paced' })
    await addRelayChannel(root, { base_url: sessions.url, models: 'endless' })
    key = (await addRelayToken(root)).key
  })
  afterAll(async () => {
    await gateway.close()
    await Promise.all([way.close(), redis.stop(), upstream.close(), sessions.close(), database.remove()])
  })
  expectSettledBooks(() => gateway)

  const ready = async () => {
    const { status, text } = await gateway.visitor().get('/readyz')
    return [status, text]
  }
  const begin = async () => {
    const asked = fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...prompt, model: 'paced', stream: true, stream_options: { include_usage: true } }),
    })
    await expect.poll(upstream.open, patience).toBe(1)
    upstream.say(1)
    const response = await asked
    const told = { text: '', id: response.headers.get('x-request-id') }
    const read = async () => {
      const decoder = new TextDecoder()
      for await (const chunk of response.body ?? []) told.text += decoder.decode(chunk, { stream: true })
    }
    return { told, ended: read() }
  }
  const words = (text: string) => text.split(' water').length - 1
  const away = async (work: () => Promise<void>) => {
    way.fail('cut')
    try {
      await expect.poll(ready, patience).toEqual([503, 'Redis unavailable\n'])
      await work()
    } finally {
      way.heal()
    }
    await expect.poll(ready, patience).toEqual([200, 'ready\n'])
  }
  const endingOf = async (id: string | null) => {
    const row = async () => (await root.get(`/api/log/?type=2&request_id=${id}`)).data.items[0]
    await expect.poll(row, patience).toBeDefined()
    return JSON.parse((await row()).other).stream_error
  }

  it('F23: the node says that it is not ready and why, and calls are refused with when to come again', async () => {
    await away(async () => {
      const refused = await callRelay(gateway, key, { model: 'paced' })
      expect([refused.status, refused.json.error.code]).toEqual([503, 'storage_unavailable'])
      expect(refused.headers.get('retry-after')).toBe('2')
    })
  })

  it('F23: a Redis that takes nothing more is told as one that is away, and used again when it does', async () => {
    const admin = new Redis(redis.url)
    try {
      await admin.config('SET', 'maxmemory', '1')
      await expect
        .poll(async () => [(await callRelay(gateway, key, { model: 'paced' })).status, await ready()], patience)
        .toEqual([503, [503, 'Redis unavailable\n']])
      await admin.config('SET', 'maxmemory', '0')
      await expect.poll(ready, patience).toEqual([200, 'ready\n'])
      expect((await callRelay(gateway, key, { model: 'paced' })).status).toBe(200)
    } finally {
      admin.disconnect()
    }
  })

  it('F23 T24: tries at a password are counted by a Redis that is late, for all nodes', async () => {
    const there = new Redis(redis.url)
    way.fail('late')
    try {
      const tried = { username: 'somebody', password: 'a wrong password' }
      expect((await gateway.visitor().post('/api/user/login', tried)).success).toBe(false)
      expect(await there.keys('sluice:password-accounts:*')).not.toEqual([])
    } finally {
      way.heal()
      there.disconnect()
    }
  })

  it('F23: a running answer goes on by what it holds and on credit, and is charged as ever', async () => {
    const { told, ended } = await begin()
    await away(async () => {
      for (let said = 0; said < 5; said += 1) {
        upstream.say(stretch)
        await expect.poll(() => words(told.text), patience).toBe(1 + (said + 1) * stretch)
      }
    })
    upstream.say(1)
    upstream.end()
    await ended
    expect(told.text).toMatch(/data: \[DONE\]\n\n$/)
    expect(await endingOf(told.id)).toBeUndefined()
  })

  it('F23: an answer whose credit is used up ends in the words of the fault, not of an empty account', async () => {
    const { told, ended } = await begin()
    await away(async () => {
      upstream.say(stretch * 40)
      await ended
    })
    expect(told.text).toContain('storage_unavailable')
    expect(told.text).not.toContain('quota')
    expect(await endingOf(told.id)).toBe('quota_unknown')
  })

  it('F23: a session goes on by credit, and then ends in the words of the fault as well', async () => {
    const { client } = await openRealtime(`${gateway.url}/v1/realtime?model=endless`, {
      headers: { authorization: `Bearer ${key}` },
    })
    await client?.next('session.created')
    await away(async () => {
      client?.send({ type: 'response.create' })
      await client?.next('response.output_text.delta')
      expect(JSON.stringify(await client?.next('error'))).toContain('storage_unavailable')
      expect((await client?.closed)?.code).toBe(1011)
    })
    const rows = async () => (await root.get('/api/log/?type=2&model_name=endless')).data.items
    await expect.poll(async () => (await rows()).length, patience).toBe(1)
    expect(JSON.parse((await rows())[0].other).stream_error).toBe('quota_unknown')
  })
})
