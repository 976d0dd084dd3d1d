import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { chatUsage } from '#testing/chat-answers.ts'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { lockFile } from '#testing/file-lock.ts'
import { startTestGateway, type TestClient, type TestGateway } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { startPacedUpstream } from '#testing/paced-upstream.ts'
import { patience } from '#testing/patience.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels, prompt } from '#testing/relay-client.ts'
import { startStallablePostgres } from '#testing/stallable-postgres.ts'
import type { Engine } from '../db/database.ts'
import { patienceMs } from '../db/failures.ts'
import { findBrokenInvariants, findWrongCharges } from '../db/invariants.ts'
import { recomputeRow } from '../domain/money/recomputed-row.ts'

const streamCount = 6
/** How many words each stream says at a time. */
const pieces = 5

/** Tests that run beside each other have no `expect.poll`. */
const until = (check: () => boolean | Promise<boolean>) => vi.waitUntil(check, { ...patience, interval: 5 })

type Cleanup = (work: () => Promise<void>) => void

const startBench = async (place: TestDatabase['place'], atEnd: Cleanup) => {
  const clock = createMovableClock()
  const gateway = await startTestGateway({ place, clock })
  atEnd(() => gateway.close())
  const upstream = await startPacedUpstream()
  atEnd(upstream.close)
  const root = await gateway.asRoot()
  await priceModels(root, ['gpt'])
  await addRelayChannel(root, { base_url: upstream.url, models: 'gpt' })
  const { key } = await addRelayToken(root)
  return { clock, gateway, upstream, root, key }
}

const openOn = async (engine: Engine, atEnd: Cleanup): Promise<TestDatabase['place']> => {
  const { place, remove } = await openTestDatabase(engine)
  atEnd(remove)
  return place
}

/** Streams that run, and how many events of them have come. */
const openStreams = (gateway: TestGateway, key: string) => {
  const counted = { events: 0 }
  const read = async () => {
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...prompt, model: 'gpt', stream: true, stream_options: { include_usage: true } }),
    })
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) {
      const piece = decoder.decode(chunk, { stream: true })
      counted.events += piece.split('\n\n').length - 1
      text += piece
    }
    return text
  }
  return { counted, ended: Promise.all(Array.from({ length: streamCount }, read)) }
}

type Bench = Awaited<ReturnType<typeof startBench>>
/** What the console asks for meanwhile. */
type Ask = (root: TestClient) => Promise<{ status: number }>

type Stall = { goOn: () => unknown }

/** Has streams run while the database stalls, and looks how calls and the console fare, and what is charged after. */
const runThrough = async (
  { clock, gateway, upstream, root, key }: Bench,
  begin: () => Promise<Stall> | Stall,
  ask: Ask,
) => {
  const { counted, ended } = openStreams(gateway, key)
  await until(() => upstream.open() === streamCount)
  const goOnTalking = async () => {
    const wanted = counted.events + streamCount * pieces
    upstream.say(pieces)
    await until(() => counted.events >= wanted)
  }
  await goOnTalking()

  const { goOn } = await begin()
  try {
    // Nobody is believed to be signed in any more who has not been looked up again.
    clock.pass(10)
    const refused: string[] = []
    const asked = Array.from({ length: 5 }, async () => {
      expect((await ask(root)).status).toBe(503)
      refused.push('at once')
    })
    const ready = fetch(`${gateway.url}/readyz`)
    await goOnTalking()
    expect((await callRelay(gateway, key, { model: 'gpt' })).status).toBe(200)
    expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200)
    await goOnTalking()
    // None waits until all that came before it have waited: whoever comes when the first has is refused after all of them.
    await Promise.race(asked)
    const later = ask(root).then(() => refused.push('later'))
    expect((await ready).status).toBe(503)
    await goOnTalking()
    await Promise.all(asked)
    expect(refused).toEqual(asked.map(() => 'at once'))
    upstream.end()
    for (const text of await ended) expect(text).toMatch(/"total_tokens":20.+data: \[DONE\]\n\n$/s)
    expect((await callRelay(gateway, key, { model: 'gpt' })).status).toBe(200)
    await later
  } finally {
    await goOn()
  }
  await expectCharged(gateway, root, streamCount + 2)
}

/** Once each, and nothing is held. */
const expectCharged = async (gateway: TestGateway, root: TestClient, calls: number) => {
  const { database, domain } = gateway.plane
  await domain.ledger.drain()
  await until(async () => {
    await domain.settlements.replay().catch(() => {})
    const { data } = await root.get('/api/log/?type=2')
    return data?.total === calls
  })
  const { quota, used_quota } = (await root.get('/api/user/self')).data
  expect(used_quota).toBe(calls * chatUsage.total_tokens)
  expect(await domain.ledger.balance(1)).toBe(quota)
  expect(domain.settlements.outageMs()).toBe(0)
  expect((await root.post('/api/token/', { name: 'after' })).success).toBe(true)
  expect(await findBrokenInvariants(database)).toEqual([])
  expect(await findWrongCharges(database, recomputeRow)).toEqual([])
}

const write: Ask = (root) => root.post('/api/token/', { name: 'meanwhile' })
const read: Ask = (root) => root.get('/api/channel/')

const held = 9

/** Each connection that calls share is in the middle of a transaction. */
const exhaust = (gateway: TestGateway) => {
  const over = Promise.withResolvers<void>()
  const { database } = gateway.plane
  const holders = Array.from({ length: held }, () =>
    database.transaction(async (transaction) => {
      await transaction.selectFrom('options').select('key').execute()
      await over.promise
    }),
  )
  const goOn = () => {
    over.resolve()
    return Promise.all(holders)
  }
  return { goOn }
}

// They wait for seconds without doing anything.
describe.concurrent('streams run, calls are answered and all is charged once after', () => {
  it.for([1, 4])(
    'F11: while another process has SQLite locked for %i seconds, and what is written waits for it',
    async (seconds, { onTestFinished }) => {
      const place = await openOn('sqlite', onTestFinished)
      const { gateway, upstream, root, key } = await startBench(place, onTestFinished)
      const { counted, ended } = openStreams(gateway, key)
      await until(() => upstream.open() === streamCount)
      const met = { isOver: false, answered: 0, said: 0 }
      const { letGo } = await lockFile(place.file, seconds)
      const lockIsOver = letGo().then(() => {
        met.isOver = true
      })
      const writes = Promise.all(
        Array.from({ length: 5 }, async () => {
          const begun = performance.now()
          const { status } = await write(root)
          return { status, waited: performance.now() - begun }
        }),
      )
      // Word by word and call by call, for as long as it is locked.
      while (!met.isOver) {
        upstream.say(1)
        met.said += streamCount
        await until(() => counted.events >= met.said)
        expect((await callRelay(gateway, key, { model: 'gpt' })).status).toBe(200)
        met.answered += 1
        await Promise.race([lockIsOver, pause(100)])
      }
      for (const { status, waited } of await writes) {
        // On a machine that makes five seconds of four one may be refused, who has waited for them.
        if (seconds === 1 || waited < patienceMs) expect(status).toBe(200)
      }
      expect(met.answered).toBeGreaterThan(0)
      upstream.end()
      for (const text of await ended) expect(text).toMatch(/"total_tokens":20.+data: \[DONE\]\n\n$/s)
      await expectCharged(gateway, root, streamCount + met.answered)
    },
  )

  it('F11: while another process has SQLite locked for 8 seconds, and what is written is refused', async ({
    onTestFinished,
  }) => {
    const place = await openOn('sqlite', onTestFinished)
    const begin = async () => {
      const { letGo } = await lockFile(place.file, 8)
      return { goOn: letGo }
    }
    await runThrough(await startBench(place, onTestFinished), begin, write)
  })

  it('F12: while PostgreSQL is paused, and whoever has to be looked up is refused', async ({ onTestFinished }) => {
    const place = await openOn('postgres', onTestFinished)
    const way = await startStallablePostgres(place.url ?? '')
    onTestFinished(way.close)
    const bench = await startBench({ ...place, url: way.url }, onTestFinished)
    const begin = () => {
      way.stall()
      return way
    }
    await runThrough(bench, begin, read)
  })

  it('F12: while every connection to PostgreSQL is in use, and whoever needs one is refused', async ({
    onTestFinished,
  }) => {
    const bench = await startBench(await openOn('postgres', onTestFinished), onTestFinished)
    await runThrough(bench, () => exhaust(bench.gateway), read)
  })
})
