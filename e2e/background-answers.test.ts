import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { optionCalls } from '#contract/options.ts'
import { session } from '#contract/session.ts'
import { findBrokenInvariants } from '#server/db/invariants.ts'
import { openDatabase, sqliteFile } from '#server/db/open.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLog } from '#server/lib/log.ts'
import {
  type AnsweredCall,
  type AnsweringUpstream,
  answerJson,
  startAnsweringUpstream,
} from '#testing/answering-upstream.ts'
import { createConsoleClient, setUp } from '#testing/console-client.ts'
import { addChannel, addToken } from '#testing/first-channel.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'

const usage = { input_tokens: 700, output_tokens: 8000, total_tokens: 8700 }

const search = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search' } }

let isFinished = false
let made = 0
let upstream: AnsweringUpstream
let server: ServerProcess

const answer = ({ method, path, body }: AnsweredCall, response: ServerResponse) => {
  const isLater = method === 'GET' || body.background === true
  if (body.background === true) made += 1
  const id = method === 'GET' ? path.split('/').at(-1) : `resp_${made}`
  const answered = { id, object: 'response', model: 'plain', output: isLater ? [search, search] : [] }
  if (isLater && !isFinished) answerJson(response, 200, { ...answered, status: 'queued', usage: null })
  else answerJson(response, 200, { ...answered, status: 'completed', usage })
}

beforeAll(async () => {
  upstream = await startAnsweringUpstream(answer)
})
afterAll(() => upstream.close())
afterEach(() => server.remove())

beforeEach(() => {
  isFinished = false
})

/** A member with 10000 quota, who asks for answers with a token of his own. */
const startWithMember = async (prices: Readonly<Record<string, string>>) => {
  server = await startServerProcess()
  const root = await setUp(server.url)
  await addChannel(root, { baseUrl: upstream.url, models: ['plain'] })
  for (const [key, value] of Object.entries({ ...prices, QuotaForNewUser: '10000' })) {
    await root.call(optionCalls.update, { body: { key, value } })
  }
  const member = createConsoleClient(server.url)
  const account = { username: 'member', password: 'correct-horse' }
  await member.call(session.register, { body: account })
  await member.login(account.username, account.password)
  const { key } = await addToken(member)
  const send = (method: string, path: string, body?: object) =>
    fetch(`${server.url}/v1/responses${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return {
    send,
    ask: (body: object) => send('POST', '', { model: 'plain', input: 'Say something.', ...body }),
    quota: async () => (await member.call(session.self)).quota,
  }
}

it('F16: what is set aside for an answer made in the background outlives the process, and pays for it', async () => {
  const perToken = { ModelRatio: '{"plain": 1}', CompletionRatio: '{"plain": 1}', ToolPrice: '{}' }
  const { send, ask, quota } = await startWithMember(perToken)
  expect((await ask({ background: true, max_output_tokens: 9000 })).status).toBe(200)
  expect((await ask({ max_output_tokens: 2000 })).status).toBe(403)

  await server.kill()
  await server.restart()
  expect((await ask({ max_output_tokens: 2000 })).status).toBe(403)
  expect(await quota()).toBe(10_000)

  isFinished = true
  expect((await send('GET', `/resp_${made}`)).status).toBe(200)
  expect(await quota()).toBe(10_000 - usage.total_tokens)

  await server.stop()
  expect(await brokenInvariants()).toEqual([])
})

it('F16: at a fixed price the tools of an answer made in the background are charged once, whenever the process ends', async () => {
  const byCall = { ModelPrice: '{"plain": 0.001}', ToolPrice: '{"web_search": 2}' }
  const { send, ask, quota } = await startWithMember(byCall)
  for (const delay of [0, 3, 9, 27]) {
    isFinished = false
    const before = await quota()
    expect((await ask({ background: true, tools: [{ type: 'web_search' }] })).status).toBe(200)
    expect(await quota()).toBe(before - 500)
    isFinished = true
    const asked = [1, 2, 3].map(() => send('GET', `/resp_${made}`).catch(() => undefined))
    await setTimeout(delay)
    await server.kill()
    await Promise.all(asked)
    await server.restart()
    expect((await send('GET', `/resp_${made}`)).status).toBe(200)
    expect(await quota()).toBe(before - 500 - 2000)
  }
  await server.stop()
  expect(await brokenInvariants()).toEqual([])
})

const brokenInvariants = async () => {
  const file = sqliteFile(server.dataFolder)
  const log = createLog({ level: 'silent' })
  const database = await openDatabase({ url: undefined, file, clock: systemClock, log })
  try {
    return await findBrokenInvariants(database)
  } finally {
    await database.close()
  }
}
