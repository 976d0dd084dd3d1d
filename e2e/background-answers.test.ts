import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
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

let isFinished = false
let upstream: AnsweringUpstream
let server: ServerProcess

const answer = ({ method, body }: AnsweredCall, response: ServerResponse) => {
  const isLater = method === 'GET' || body.background === true
  const made = { id: isLater ? 'resp_later' : 'resp_now', object: 'response', model: 'plain', output: [] }
  if (isLater && !isFinished) answerJson(response, 200, { ...made, status: 'queued', usage: null })
  else answerJson(response, 200, { ...made, status: 'completed', usage })
}

beforeAll(async () => {
  upstream = await startAnsweringUpstream(answer)
})
afterAll(() => upstream.close())
afterEach(() => server.remove())

it('F16: what is set aside for an answer made in the background outlives the process, and pays for it', async () => {
  server = await startServerProcess()
  const root = await setUp(server.url)
  await addChannel(root, { baseUrl: upstream.url, models: ['plain'] })
  for (const key of ['ModelRatio', 'CompletionRatio']) {
    await root.call(optionCalls.update, { body: { key, value: '{"plain": 1}' } })
  }
  await root.call(optionCalls.update, { body: { key: 'QuotaForNewUser', value: '10000' } })
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
  const ask = (body: object) => send('POST', '', { model: 'plain', input: 'Say something.', ...body })

  expect((await ask({ background: true, max_output_tokens: 9000 })).status).toBe(200)
  expect((await ask({ max_output_tokens: 2000 })).status).toBe(403)

  await server.kill()
  await server.restart()
  expect((await ask({ max_output_tokens: 2000 })).status).toBe(403)
  expect(await member.call(session.self)).toMatchObject({ quota: 10_000 })

  isFinished = true
  expect((await send('GET', '/resp_later')).status).toBe(200)
  expect(await member.call(session.self)).toMatchObject({ quota: 10_000 - usage.total_tokens })

  await server.stop()
  expect(await brokenInvariants()).toEqual([])
}, 120_000)

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
