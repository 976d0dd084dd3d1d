import { DatabaseSync } from 'node:sqlite'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { channels } from '#contract/channels.ts'
import { type LogOther, logOther } from '#contract/logs.ts'
import { optionCalls } from '#contract/options.ts'
import { session } from '#contract/session.ts'
import { users } from '#contract/users.ts'
import { estimateTokens } from '#protocols/counting/estimate.ts'
import type { Engine } from '#server/db/database.ts'
import { findBrokenInvariants, findWrongCharges } from '#server/db/invariants.ts'
import { openDatabase, sqliteFile } from '#server/db/open.ts'
import type { Settlement } from '#server/db/settling/settlement.ts'
import { recomputeRow } from '#server/domain/money/recomputed-row.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLog } from '#server/lib/log.ts'
import { type ConsoleClient, createConsoleClient, setUp } from '#testing/console-client.ts'
import { addChannel, addToken } from '#testing/first-channel.ts'
import { openLive } from '#testing/live-client.ts'
import { type LiveUpstream, startLiveUpstream } from '#testing/live-upstream.ts'
import { type PacedUpstream, startPacedUpstream } from '#testing/paced-upstream.ts'
import { patience } from '#testing/patience.ts'
import { createPostgresDatabase } from '#testing/postgres.ts'
import { openRealtime } from '#testing/realtime-client.ts'
import { type RealtimeUpstream, startRealtimeUpstream } from '#testing/realtime-upstream.ts'
import { startRedis, type TestRedis } from '#testing/redis.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'

/** Each look opens the database. A node that says nothing for 20 seconds has ended: the others wait for it. */
const patient = { timeout: 2 * patience.timeout, interval: 250 }
const memberQuota = 1_000_000
/** What so many pieces are taken for. */
const tokensOf = (pieces: number) => estimateTokens(' water'.repeat(pieces), 'other')
const prompt = { messages: [{ role: 'user', content: 'Say something.' }] }

let upstream: PacedUpstream
let talker: RealtimeUpstream
let liveTalker: LiveUpstream
let servers: ServerProcess[] = []
let address: string | undefined

beforeAll(async () => {
  upstream = await startPacedUpstream()
  talker = await startRealtimeUpstream()
  liveTalker = await startLiveUpstream()
})
afterAll(async () => {
  await upstream.close()
  await talker.close()
  await liveTalker.close()
})
afterEach(async () => {
  await Promise.all(servers.map((server) => server.remove()))
  servers = []
})

const start = async (environment: Record<string, string> = {}): Promise<ServerProcess> => {
  const server = await startServerProcess({
    ...(address === undefined ? {} : { DATABASE_URL: address }),
    ...environment,
  })
  servers.push(server)
  return server
}

/** A call whose answer is read as it comes. */
type Reading = { requestId: string; pieces: () => number; ended: Promise<'whole' | 'broken'> }

const read = async (server: ServerProcess, key: string, model: string): Promise<Reading> => {
  const response = await fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...prompt, model, stream: true }),
  })
  let text = ''
  const readAll = async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString()
  }
  const ended = readAll().then(
    () => (text.includes('[DONE]') ? ('whole' as const) : ('broken' as const)),
    () => 'broken' as const,
  )
  return {
    requestId: response.headers.get('x-request-id') ?? '',
    pieces: () => text.split(' water').length - 1,
    ended,
  }
}

/** Streams that have begun: a stream has no head before its first piece. */
const readMany = async (count: number, server: ServerProcess, key: string, model = 'paced'): Promise<Reading[]> => {
  const before = upstream.open()
  const readings = Promise.all(Array.from({ length: count }, () => read(server, key, model)))
  await expect.poll(upstream.open, patient).toBe(before + count)
  upstream.say(1)
  return readings
}

const ask = (server: ServerProcess, key: string, model: string, more = {}): Promise<Response> =>
  fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...prompt, ...more, model }),
  })

/** A session in which a response has no end. */
const listen = async (server: ServerProcess, key: string) => {
  const headers = { authorization: `Bearer ${key}` }
  const { client } = await openRealtime(`${server.url}/v1/realtime?model=endless`, { headers })
  if (client === undefined) throw new Error('the session was refused')
  await client.next('session.created')
  client.send({ type: 'response.create' })
  await client.next('response.output_text.delta')
  return client
}

/** The same by the other maker's client. */
const listenLive = async (server: ServerProcess, key: string) => {
  const client = await openLive({ url: server.url, key, model: 'lively' })
  client.session.sendClientContent({ turns: 'Talk.' })
  await client.next(({ data }) => data)
  return client
}

/** What is known on disk of the calls that are under way. */
const running = async (server: ServerProcess): Promise<Settlement[]> => {
  if (address === undefined) {
    const file = new DatabaseSync(sqliteFile(server.dataFolder), { readOnly: true })
    const rows = file.prepare('select settlement from running_calls').all()
    file.close()
    return rows.map(({ settlement }) => JSON.parse(String(settlement)))
  }
  return withBooks(server, async ({ query }) => {
    const rows = await query.selectFrom('running_calls').select('settlement').execute()
    return rows.map(({ settlement }) => JSON.parse(settlement))
  })
}

type Row = {
  model_name: string
  quota: number
  completion_tokens: number
  user_id: number
  is_stream: number
  other: LogOther
}

/** The rows of calls, by their request ids. */
const rowsOf = (server: ServerProcess): Promise<Map<string, Row>> =>
  withBooks(server, async ({ query }) => {
    const rows = await query.selectFrom('logs').selectAll().where('type', '=', 2).execute()
    return new Map(rows.map((row) => [row.request_id ?? '', { ...row, other: logOther.parse(JSON.parse(row.other)) }]))
  })

const withBooks = async <Result>(
  server: ServerProcess,
  work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<Result>,
): Promise<Result> => {
  const file = address === undefined ? sqliteFile(server.dataFolder) : ''
  const database = await openDatabase({ url: address, file, clock: systemClock, log: createLog({ level: 'silent' }) })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const expectBooks = (server: ServerProcess): Promise<void> =>
  withBooks(server, async (database) => {
    expect(await findBrokenInvariants(database)).toEqual([])
    expect(await findWrongCharges(database, recomputeRow)).toEqual([])
    expect(await database.query.selectFrom('running_calls').selectAll().execute()).toEqual([])
  })

const member = async (server: ServerProcess, root: ConsoleClient, username: string) => {
  await root.call(optionCalls.update, { body: { key: 'QuotaForNewUser', value: String(memberQuota) } })
  const client = createConsoleClient(server.url)
  await client.call(session.register, { body: { username, password: 'correct-horse' } })
  await client.login(username, 'correct-horse')
  const { id } = await client.call(session.self)
  return { id, client, key: (await addToken(client)).key }
}

const begin = async (server: ServerProcess) => {
  const root = await setUp(server.url)
  const models = ['paced', 'flat', 'waiting', 'quick']
  await addChannel(root, { baseUrl: upstream.url, models })
  await root.call(optionCalls.update, { body: { key: 'ModelPrice', value: '{"flat":0.01}' } })
  return { root, key: (await addToken(root)).key }
}

for (const engine of ['sqlite', 'postgres'] satisfies Engine[]) {
  describe(`a process on ${engine} that is killed in the middle of calls`, () => {
    beforeAll(async () => {
      address =
        engine === 'sqlite' ? undefined : await createPostgresDatabase(process.env.SLUICE_TEST_POSTGRES_URL ?? '')
    })
    afterAll(() => {
      address = undefined
    })

    it('F16 I1 I2 I3 I5 I10: has charged what came of each, with a row that says so, and nothing for short or whole ones', async () => {
      const server = await start()
      const { root, key } = await begin(server)
      const leaver = await member(server, root, 'leaver')
      const lost = await root.call(channels.create, {
        body: { name: 'lost', type: 1, key: 'sk', base_url: upstream.url, models: 'lost', group: 'default' },
      })
      await root.call(optionCalls.update, {
        body: { key: 'ModelRatio', value: '{"paced":1,"lost":1,"waiting":1,"quick":1,"endless":1,"lively":1}' },
      })
      await root.call(optionCalls.update, {
        body: { key: 'CompletionRatio', value: '{"paced":1,"lost":1,"endless":1,"lively":1}' },
      })
      await root.call(channels.create, {
        body: { name: 'talker', type: 1, key: 'sk', base_url: talker.url, models: 'endless', group: 'default' },
      })
      const live = { name: 'live', type: 24, models: 'lively', model_mapping: '{"lively":"endless"}' }
      await root.call(channels.create, {
        body: { ...live, key: 'google-key', base_url: liveTalker.url, group: 'default' },
      })

      const quick = await Promise.all(Array.from({ length: 20 }, () => ask(server, key, 'quick')))
      const waiting = [1, 2].map(() => ask(server, key, 'waiting').catch(() => undefined))
      const many = await readMany(20, server, key)
      const flat = await readMany(1, server, key, 'flat')
      const ofLeaver = await readMany(1, server, leaver.key)
      const ofLost = await readMany(1, server, key, 'lost')
      const listener = await listen(server, key)
      const liveListener = await listenLive(server, key)
      await root.call(users.manage, { body: { id: leaver.id, action: 'delete' } })
      await root.call(channels.remove, { params: { id: String(lost.id) } })
      const streams = [...many, ...flat, ...ofLeaver, ...ofLost]
      upstream.say(40)
      // A call is known when it has run for a second, with what had come of it a second ago.
      const known = async () => {
        const all = await running(server)
        const ofStreams = all.filter(({ requestId }) => streams.some((stream) => stream.requestId === requestId))
        const isSession = ({ other }: Settlement) => JSON.parse(other).ws === true
        return [
          ofStreams.filter(({ completionTokens }) => completionTokens >= tokensOf(40)).length,
          all.filter(isSession).length,
        ]
      }
      await expect.poll(known, patient).toEqual([streams.length, 2])
      upstream.say(20)
      await expect.poll(() => Math.min(...streams.map(({ pieces }) => pieces())), patient).toBeGreaterThanOrEqual(61)
      await server.kill()
      await Promise.all([...waiting, listener.closed, liveListener.closed])
      const heardLive = liveListener.messages.filter(({ data }) => data !== undefined).length
      const heard = listener.events.filter(({ type }) => type === 'response.output_text.delta').length
      expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(streams.map(() => 'broken'))

      await server.restart()
      const knows = async () => (await rowsOf(server)).size
      await expect.poll(knows, patient).toBe(quick.length + waiting.length + streams.length + 2)
      const rows = await rowsOf(server)
      for (const { requestId, pieces } of [...many, ...ofLeaver, ...ofLost]) {
        const row = rows.get(requestId)
        expect(row?.other).toMatchObject({ stream_error: 'process_ended', estimated: true })
        expect(row?.is_stream).toBe(1)
        // What was said a second before the kill at least, and all of it at most.
        expect(row?.completion_tokens).toBeGreaterThanOrEqual(tokensOf(40))
        expect(row?.completion_tokens).toBeLessThanOrEqual(tokensOf(pieces()))
        expect(row?.quota).toBeGreaterThan(row?.completion_tokens ?? 0)
      }
      for (const { requestId } of flat) expect(rows.get(requestId)?.quota).toBe(0.01 * 500_000)
      for (const { headers } of quick) {
        expect(rows.get(headers.get('x-request-id') ?? '')?.other.stream_error).toBeUndefined()
      }
      const sessions = [...rows.values()].filter(({ other }) => other.ws === true)
      const [ofSession, ofLive] = [false, true].map((isLive) =>
        sessions.find((row) => isLive === (row.model_name === 'lively')),
      )
      expect(sessions).toHaveLength(2)
      for (const row of sessions) {
        expect(row.other).toMatchObject({ stream_error: 'process_ended', estimated: true })
        expect(row.completion_tokens).toBeGreaterThan(5)
      }
      // A piece is three words, or two and a tenth of a second of sound, and they are taken for high rather than low.
      expect(ofSession?.completion_tokens).toBeLessThanOrEqual(heard * 6)
      expect(ofLive?.completion_tokens).toBeLessThanOrEqual(heardLive * 8)
      // Of those nothing came.
      const free = [...rows.values()].filter(({ quota }) => quota === 0)
      expect(free.map(({ other }) => other.stream_error)).toEqual(['process_ended', 'process_ended'])

      // It works on, and what ends well leaves nothing of its own.
      const [next] = await readMany(1, server, key)
      await expect
        .poll(async () => (await running(server)).map(({ requestId }) => requestId), patient)
        .toEqual([next?.requestId])
      upstream.end()
      expect(await next?.ended).toBe('whole')
      await expect.poll(() => running(server), patient).toEqual([])
      expect(await server.stop()).toBe(0)
      await expectBooks(server)
    })
  })
}

describe('one of two nodes that is killed', () => {
  let redis: TestRedis
  beforeAll(async () => {
    redis = await startRedis()
    address = await createPostgresDatabase(process.env.SLUICE_TEST_POSTGRES_URL ?? '')
  })
  afterAll(async () => {
    address = undefined
    await redis.stop()
  })

  it('F16 I4: has its calls charged by the other, who goes on with its own and holds nothing more', async () => {
    const environment = { REDIS_URL: redis.url, SLUICE_SECRET: 'shared by both nodes' }
    const one = await start(environment)
    const { root, key } = await begin(one)
    const two = await start(environment)
    const owner = await member(one, root, 'owner')
    const killed = await readMany(5, one, owner.key)
    const lasting = await readMany(3, two, key)
    upstream.say(30)
    const known = async () => (await running(two)).filter(({ completionTokens }) => completionTokens >= 30).length
    await expect.poll(known, patient).toBe(killed.length + lasting.length)
    await one.kill()
    const talking = setInterval(() => upstream.say(1), 100)
    await expect.poll(async () => (await rowsOf(two)).size, patient).toBe(killed.length)
    clearInterval(talking)
    const rows = await rowsOf(two)
    for (const { requestId } of killed) {
      expect(rows.get(requestId)?.other.stream_error).toBe('process_ended')
      expect(rows.get(requestId)?.completion_tokens).toBeGreaterThanOrEqual(30)
    }
    upstream.end()
    expect(await Promise.all(lasting.map(({ ended }) => ended))).toEqual(['whole', 'whole', 'whole'])
    for (const { requestId } of lasting) {
      expect((await rowsOf(two)).get(requestId)?.other.stream_error).toBeUndefined()
    }
    await expect.poll(async () => (await rowsOf(two)).size, patient).toBe(killed.length + lasting.length)
    // All that is left can be held by one call: nothing is held for those that were killed.
    const spent = killed.reduce((sum, { requestId }) => sum + (rows.get(requestId)?.quota ?? 0), 0)
    const last = await ask(two, owner.key, 'quick', { max_tokens: memberQuota - spent - 40 })
    expect(last.status).toBe(200)
    expect(await two.stop()).toBe(0)
    await expectBooks(two)
  })
})
