import type { KyselyPlugin } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ApplicationError } from '#contract/errors.ts'
import { eachDatabase, type TestDatabase } from '#testing/database.ts'
import { startTestGateway, type TestClient, type TestGateway } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { type PacedUpstream, startPacedUpstream } from '#testing/paced-upstream.ts'
import { addRelayChannel, addRelayToken, priceModels } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'
import type { Database } from '../db/database.ts'
import { createLeftCalls } from '../domain/money/orphaned-calls.ts'
import { createLog } from '../lib/log.ts'

const content = 'Say something.'
const chat = { messages: [{ role: 'user', content }], stream: true }

/** A way of asking for a stream, and what is spoken at its upstream. */
const dialects = [
  { path: '/v1/chat/completions', type: 1, body: chat },
  { path: '/v1/messages', type: 14, body: { ...chat, max_tokens: 900 } },
  { path: '/v1/messages', type: 1, body: { ...chat, max_tokens: 900 } },
  { path: '/v1/responses', type: 1, body: { input: content, stream: true } },
  {
    path: '/v1beta/models/MODEL:streamGenerateContent?alt=sse',
    type: 24,
    body: { contents: [{ parts: [{ text: content }] }] },
  },
  { path: '/v1/chat/completions', type: 14, body: chat },
  { path: '/v1/chat/completions', type: 24, body: chat },
]
const modelOf = ({ type }: { type: number }) => `model-${type}`

eachDatabase((engine, _open, openPlace) => {
  const clock = createMovableClock()
  let place: TestDatabase
  let gateway: TestGateway
  let root: TestClient
  let upstream: PacedUpstream
  let key: string

  /** How often what is under way was to be written while it could not be. */
  let refusals = 0
  let isRefused = false
  let isAway = false
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (isRefused && JSON.stringify(node).includes('running_calls')) {
        refusals += 1
        throw new ApplicationError('storage_unavailable', {}, new Error('there is no room on the disk'))
      }
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const away = async () => {
    if (isAway) throw new ApplicationError('storage_unavailable', {}, new Error('it is away'))
  }
  const intercept = (database: Database): Database => ({
    ...database,
    query: database.query.withPlugin(plugin),
    settle: (settlements) => away().then(() => database.settle(settlements)),
    ping: () => away().then(database.ping),
  })

  beforeAll(async () => {
    place = await openPlace()
    upstream = await startPacedUpstream()
    gateway = await startTestGateway({ place: place.place, clock, intercept })
    root = await gateway.asRoot()
    const types = [...new Set(dialects.map(({ type }) => type))]
    await priceModels(
      root,
      types.map((type) => modelOf({ type })),
    )
    for (const type of types) await addRelayChannel(root, { type, base_url: upstream.url, models: modelOf({ type }) })
    key = (await addRelayToken(root)).key
  })
  afterAll(async () => {
    await gateway?.close()
    await upstream?.close()
  })
  afterEach(() => {
    isRefused = false
    isAway = false
    upstream.end()
  })
  expectSettledBooks(() => gateway)

  const ask = async ({ path, body, type }: (typeof dialects)[number], owner = key) => {
    const before = upstream.open()
    const answering = fetch(gateway.url + path.replace('MODEL', modelOf({ type })), {
      method: 'POST',
      headers: { authorization: `Bearer ${owner}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, model: modelOf({ type }) }),
    })
    await expect.poll(upstream.open).toBe(before + 1)
    upstream.say(1)
    const answer = await answering
    return { requestId: answer.headers.get('x-request-id') ?? '', text: answer.text().catch(() => 'broken') }
  }
  const askChat = (owner = key) => ask({ path: '/v1/chat/completions', type: 1, body: chat }, owner)

  const running = async () => {
    const rows = await place.database.query.selectFrom('running_calls').selectAll().execute()
    return rows.map(({ settlement }) => JSON.parse(settlement))
  }
  /** Waits until a call is known with so many words of its answer. */
  const known = async (words: number) => {
    await expect.poll(async () => (await running())[0]?.completionTokens).toBeGreaterThanOrEqual(words)
    const [settlement] = await running()
    return settlement
  }
  const rowsOf = async (requestId: string) => {
    await gateway.plane.domain.ledger.drain()
    const { items } = (await root.get('/api/log/?p=1&page_size=100&type=2')).data
    return items.filter((row: { request_id: string }) => row.request_id.startsWith(requestId))
  }
  const used = async () => {
    await gateway.plane.domain.ledger.drain()
    return (await root.get('/api/user/self')).data.used_quota
  }

  describe('a call that goes on for longer than a second', () => {
    it('is known with what came of it, whatever is spoken', async () => {
      const asked = []
      for (const dialect of dialects) asked.push({ dialect, ...(await ask(dialect)) })
      upstream.say(29)
      const leastKnown = async () => Math.min(...(await running()).map(({ completionTokens }) => completionTokens))
      await expect.poll(async () => (await running()).length).toBe(dialects.length)
      await expect.poll(leastKnown).toBeGreaterThanOrEqual(25)
      const all = await running()
      for (const { dialect, requestId } of asked) {
        const settlement = all.find((one) => one.requestId === requestId)
        expect(settlement).toMatchObject({ userId: 1, modelName: modelOf(dialect) })
        expect(settlement.completionTokens).toBeLessThanOrEqual(90)
        expect(settlement.promptTokens).toBeGreaterThan(0)
        expect(settlement.quota).toBe(settlement.promptTokens + settlement.completionTokens)
        expect(JSON.parse(settlement.other)).toMatchObject({ stream_error: 'process_ended' })
      }
      upstream.end()
      for (const { text, requestId } of asked) {
        await text
        // Whatever became of it in the end: it leaves nothing of its own.
        expect(await rowsOf(requestId)).toHaveLength(1)
      }
      await expect.poll(running).toEqual([])
    })

    it('is never known for more than is held for it', async () => {
      const poor = await gateway.asUser('poor')
      const ref = 'a little'
      await gateway.plane.domain.ledger.credit({ ref, userId: poor.userId, kind: 'adjust', amount: 8, operatorId: 1 })
      const { key: poorKey } = await addRelayToken(poor)
      const asked = await askChat(poorKey)
      const settlement = await known(0)
      expect(settlement.promptTokens + settlement.completionTokens).toBeLessThanOrEqual(8)
      expect(settlement.quota).toBeLessThanOrEqual(8)
      upstream.end()
      await asked.text
    })

    it('F15: goes on where the disk refuses to know of it, which is said once', async () => {
      const said = (words: string) => gateway.logLines.filter((line) => line.includes(words)).length
      // Of what ran before nothing is left to be written.
      await expect.poll(running).toEqual([])
      isRefused = true
      refusals = 0
      const asked = await askChat()
      await expect.poll(() => refusals).toBeGreaterThanOrEqual(3)
      upstream.say(5)
      upstream.end()
      expect(await asked.text).toContain('[DONE]')
      expect([said('under way cannot be noted'), said('under way is noted again')]).toEqual([1, 0])
      isRefused = false
      expect(await rowsOf(asked.requestId)).toMatchObject([{ quota: 20 }])
      const next = await askChat()
      await known(1)
      upstream.end()
      await next.text
      await expect.poll(running).toEqual([])
      expect([said('under way cannot be noted'), said('under way is noted again')]).toEqual([1, 1])
    })
  })

  describe('F22 F24: a process that was only out of reach when another took it for ended', () => {
    const another = () =>
      createLeftCalls({
        database: place.database,
        accounts: { forgetUser: () => {}, forgetToken: () => {} },
        noteCharge: () => {},
        clock,
        log: createLog({ level: 'silent' }),
        holder: 'another',
      })
    /** Another node, which hears nothing of this one for a while. */
    const takeOver = async () => {
      const other = another()
      for (let looks = 0; looks < 4; looks += 1) {
        await other.charge()
        clock.pass(10)
      }
      expect(await running()).toEqual([])
    }

    // SQLite's folder has one owner, who looks before he serves.
    it.runIf(engine === 'postgres')('is not taken for it while it is heard, nor by one who was asleep', async () => {
      const asked = await askChat()
      await known(1)
      const beat = async () =>
        Number((await place.database.query.selectFrom('running_calls').select('beat').execute())[0]?.beat)
      const other = another()
      for (let looks = 0; looks < 4; looks += 1) {
        const heard = await beat()
        await other.charge()
        clock.pass(10)
        await expect.poll(beat).toBeGreaterThan(heard)
      }
      isRefused = true
      await other.charge()
      clock.pass(60)
      await other.charge()
      expect(await running()).toHaveLength(1)
      isRefused = false
      upstream.end()
      await asked.text
      await expect.poll(running).toEqual([])
      expect(await rowsOf(asked.requestId)).toMatchObject([{ quota: 20 }])
    })

    it.each([
      ['less than it came to', 1, false],
      ['more than it came to', 40, false],
      ['less, and its charge waits in the spool', 1, true],
    ])(
      'has its calls charged for what they came to and once, where it was charged %s',
      async (_title, words, isSpooled) => {
        const before = await used()
        const asked = await askChat()
        upstream.say(words - 1)
        const { quota } = await known(words)
        isRefused = true
        await takeOver()
        expect(await rowsOf(asked.requestId)).toMatchObject([{ quota }])
        isAway = isSpooled
        upstream.end()
        expect(await asked.text).toContain('[DONE]')
        isAway = false
        isRefused = false
        await gateway.plane.domain.settlements.replay()
        await expect.poll(async () => (await used()) - before).toBe(20)
        const rows = await rowsOf(asked.requestId)
        expect(rows).toHaveLength(quota > 20 ? 1 : 2)
        const rest = rows.find((row: { request_id: string }) => row.request_id === `${asked.requestId}-rest`)
        if (quota > 20) expect(rest).toBeUndefined()
        else expect([rest.quota, JSON.parse(rest.other).rest_of]).toEqual([20 - quota, asked.requestId])
        await gateway.plane.domain.settlements.replay()
        expect((await used()) - before).toBe(20)
      },
    )
  })
})
