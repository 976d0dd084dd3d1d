import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { optionCalls } from '#contract/options.ts'
import { session } from '#contract/session.ts'
import { tokens } from '#contract/tokens.ts'
import type { Database } from '#server/db/database.ts'
import { findBrokenInvariants } from '#server/db/invariants.ts'
import { openDatabase, sqliteFile } from '#server/db/open.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLog } from '#server/lib/log.ts'
import { type ConsoleClient, createConsoleClient, setUp } from '#testing/console-client.ts'
import { addChannel, addToken } from '#testing/first-channel.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { startUpstream, type Upstream, upstreamUsage } from '#testing/upstream.ts'

const costOfCall = upstreamUsage.total_tokens
const prompt = { messages: [{ role: 'user', content: 'Say something.' }] }

let upstream: Upstream
let server: ServerProcess
let client: ConsoleClient

beforeAll(async () => {
  upstream = await startUpstream()
})
afterAll(() => upstream.close())

const begin = async () => {
  server = await startServerProcess()
  client = await setUp(server.url)
  await addChannel(client, { baseUrl: upstream.url, models: ['plain', 'slow-20', 'drip-1'] })
}

afterEach(() => server.remove())

type Answer = { status: number; requestId: string; text: string }

/** One call, read to its last byte. Rejects when the connection broke before that. */
const call = async (key: string, body: Record<string, unknown>): Promise<Answer> => {
  const response = await fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...prompt, ...body }),
  })
  return {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? '',
    text: await response.text(),
  }
}

const withDatabase = async <Result>(work: (database: Database) => Promise<Result>): Promise<Result> => {
  const database = await openDatabase({
    url: undefined,
    file: sqliteFile(server.dataFolder),
    clock: systemClock,
    log: createLog({ level: 'silent' }),
  })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** An ordinary user who was given `quota` for signing up. */
const addMember = async (quota: number): Promise<ConsoleClient> => {
  await client.call(optionCalls.update, { body: { key: 'QuotaForNewUser', value: String(quota) } })
  const member = createConsoleClient(server.url)
  const account = { username: 'member', password: 'correct-horse' }
  await member.call(session.register, { body: account })
  await member.login(account.username, account.password)
  return member
}

const callAtOnce = (count: number, key: string, body: Record<string, unknown>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, () => call(key, body)))

describe('a balance that pays for ten calls', () => {
  it.each([
    ['whose output is bounded', { max_tokens: 10 }],
    ['whose output is not', {}],
    ['that are streamed', { stream: true }],
  ])('T01: serves ten of 200 parallel calls %s, and refuses the rest clearly', async (_title, extra) => {
    await begin()
    const member = await addMember(10 * costOfCall)
    const token = await addToken(member)
    const answers = await callAtOnce(200, token.key, { model: 'slow-20', ...extra })
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    for (const { status, text, requestId } of answers.filter(({ status }) => status !== 200)) {
      expect(status).toBe(403)
      const { error } = JSON.parse(text)
      expect(error).toMatchObject({ type: 'insufficient_quota', code: 'insufficient_quota' })
      expect(error.message).toContain(requestId)
    }
    const account = await member.call(session.self)
    expect(account).toMatchObject({ quota: 0, used_quota: 10 * costOfCall, request_count: 10 })
    await server.stop()
    expect(await withDatabase(findBrokenInvariants)).toEqual([])
  })

  it('T03: holds for a token with a limit of its own too, which is then spent', async () => {
    await begin()
    const token = await addToken(client, { remain_quota: 10 * costOfCall })
    const answers = await callAtOnce(200, token.key, { model: 'slow-20', max_tokens: 10 })
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    for (const { status, text } of answers.filter(({ status }) => status !== 200)) {
      expect(status).toBe(403)
      expect(JSON.parse(text).error.code).toBe('insufficient_quota')
    }
    const spent = await client.call(tokens.read, { params: { id: String(token.id) } })
    expect(spent).toMatchObject({ remain_quota: 0, status: 4 })
    expect((await call(token.key, { model: 'plain' })).status).toBe(403)
    await server.stop()
    expect(await withDatabase(findBrokenInvariants)).toEqual([])
  })
})

/**
 * After how many answers of a round the process ends: at the first, while several wait for one commit, and in full run.
 * The step of a charge that it then is in differs from round to round; `power-cuts.test.ts` goes through all steps.
 */
const kills = [1, 2, 5, 11, 23, 40, 61, 90]

describe('a process that is killed in the middle of its work', () => {
  it('F16: has charged every answered call exactly once, wherever it ended', async () => {
    await begin()
    const token = await addToken(client)
    const answered = new Set<string>()
    for (const kill of kills) {
      let ofRound = 0
      const callUntilItIsGone = async (body: Record<string, unknown>) => {
        for (;;) {
          const { status, requestId, text } = await call(token.key, body)
          if (status !== 200) throw new Error(text)
          answered.add(requestId)
          ofRound += 1
          if (ofRound === kill) await server.kill()
        }
      }
      const callers = Array.from({ length: 16 }, (_, place) =>
        callUntilItIsGone(place % 2 === 0 ? { model: 'slow-20' } : { model: 'drip-1', stream: true }),
      )
      await Promise.allSettled(callers)
      expect(ofRound).toBeGreaterThanOrEqual(kill)
      await server.restart()
    }
    await server.stop()
    await withDatabase(async (database) => {
      const rows = await database.query
        .selectFrom('logs')
        .select(['request_id', 'quota'])
        .where('type', '=', 2)
        .execute()
      const charged = new Map(rows.map((row) => [row.request_id, row.quota]))
      expect(rows).toHaveLength(charged.size)
      expect([...answered].filter((id) => charged.get(id) !== costOfCall)).toEqual([])
      expect(await findBrokenInvariants(database)).toEqual([])
    })
  })
})
