import { once } from 'node:events'
import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channels } from '#contract/channels.ts'
import { logs } from '#contract/logs.ts'
import { optionCalls } from '#contract/options.ts'
import { session } from '#contract/session.ts'
import { tokens } from '#contract/tokens.ts'
import { findBrokenInvariants } from '#server/db/invariants.ts'
import { openDatabase, sqliteFile } from '#server/db/open.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLog } from '#server/lib/log.ts'
import { type AnsweringUpstream, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { callOfGpt } from '#testing/batch-bench.ts'
import { type BatchService, batchAnswer, linesOf, startBatchService } from '#testing/batch-service.ts'
import { type ConsoleClient, setUp } from '#testing/console-client.ts'
import { type KillPoint, killAt, startKilledGateway } from '#testing/kill-points.ts'
import { answerPlainly, callOfPlain, perCall } from '#testing/own-batch-bench.ts'
import { patience } from '#testing/patience.ts'
import type { ServerProcess } from '#testing/server-process.ts'
import { sendTask } from '#testing/task-bench.ts'
import { startVideoService, type VideoService } from '#testing/video-service.ts'

const perFilm = 0.1 * 500_000
const points = ['before the charge', 'when the charge is durable'] as const
const at = (point: KillPoint['at'], times: number): KillPoint => ({ at: point, words: '', times })

let server: ServerProcess
let [films, service, upstream]: [VideoService?, BatchService?, AnsweringUpstream?] = []
let client: ConsoleClient
let [key, openai]: [string?, OpenAI?] = []

beforeAll(async () => {
  films = await startVideoService()
  service = await startBatchService()
  upstream = await startAnsweringUpstream(answerPlainly)
  server = await startKilledGateway()
  client = await setUp(server.url)
  const ones = JSON.stringify({ gpt: 1, plain: 1 })
  const options = { OwnBatches: 'true', ModelPrice: '{"film": 0.1}', ModelRatio: ones, CompletionRatio: ones }
  for (const [name, value] of Object.entries(options)) {
    await client.call(optionCalls.update, { body: { key: name, value } })
  }
  const channel = { name: 'upstream', key: 'secret', group: 'default' }
  await client.call(channels.create, { body: { ...channel, type: 1, base_url: films.url, models: 'film' } })
  await client.call(channels.create, { body: { ...channel, type: 1, base_url: service.url, models: 'gpt' } })
  await client.call(channels.create, { body: { ...channel, type: 43, base_url: upstream.url, models: 'plain' } })
  key = `sk-${(await client.call(tokens.create, { body: { name: 'token', unlimited_quota: true } })).key}`
  openai = new OpenAI({ apiKey: key, baseURL: `${server.url}/v1`, maxRetries: 0 })
})
afterAll(async () => {
  await server?.remove()
  await films?.close()
  await service?.close()
  await upstream?.close()
})

const quota = async () => (await client.call(session.self)).quota
const created = async (lines: readonly object[]) => {
  const file = await toFile(Buffer.from(linesOf(lines)), 'calls.jsonl')
  const { id } = await made(openai).files.create({ file, purpose: 'batch' })
  const asked = { endpoint: '/v1/chat/completions', completion_window: '24h', input_file_id: id } as const
  return made(openai).batches.create(asked)
}
const batchOf = (id: string) => made(openai).batches.retrieve(id)
const whenCompleted = async (id: string) => {
  await expect.poll(async () => (await batchOf(id)).status, patience).toBe('completed')
  return batchOf(id)
}
const named = async (fileId: string | null | undefined): Promise<string[]> => {
  const text = await (await made(openai).files.content(fileId ?? '')).text()
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).custom_id)
}

const made = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new TypeError('nothing has begun')
  return value
}

describe('a process that is killed while a film ends', () => {
  it.each(points)('F16, T55: pays back once, by whoever comes after: %s', async (point) => {
    const before = await quota()
    const asked = { method: 'POST', path: '/v1/videos', body: { model: 'film', prompt: 'a cat' } }
    const { id } = (await sendTask(server, made(key), asked)).json
    await expect.poll(quota).toBe(before - perFilm)
    await killAt(server, at(point, 1), () => {
      films?.tell(id, { id, object: 'video', status: 'failed', error: { message: 'no film' } })
      return once(server.process, 'exit')
    })
    await expect.poll(quota, patience).toBe(before)
    const { items } = await client.call(logs.list, { query: { type: '2', page_size: 100 } })
    expect(items.filter((row) => row.quota < 0 && row.content.includes(id))).toHaveLength(1)
  })
})

describe('a process that is killed while a batch of its upstream ends', () => {
  it.each(points.flatMap((point) => [1, 2].map((times) => [point, times] as const)))(
    'F16: charges the receipt once and gives the estimate back once: %s, %i',
    async (point, times) => {
      const before = await quota()
      const { id } = await created([callOfGpt('one')])
      await expect.poll(quota).toBeLessThan(before)
      await killAt(server, at(point, times), () => {
        service?.finish(id, [batchAnswer('one', { prompt_tokens: 100, completion_tokens: 20 })])
        return once(server.process, 'exit')
      })
      await whenCompleted(id)
      await expect.poll(quota, patience).toBe(before - 60)
    },
  )
})

describe('a process that is killed while it does a batch itself', () => {
  const lines = Array.from({ length: 12 }, (_, place) => callOfPlain(`call ${place}`))
  const all = lines.map(({ custom_id }) => custom_id)

  it.each(points)('F16: charges every call once and loses none: %s', async (point) => {
    const before = await quota()
    let id = ''
    await killAt(server, at(point, 5), async () => {
      const exit = once(server.process, 'exit')
      id = (await created(lines)).id
      await exit
    })
    expect(await named((await whenCompleted(id)).output_file_id)).toEqual(all)
    await expect.poll(quota, patience).toBe(before - lines.length * perCall)
  })

  it('F16: wherever it is, call by call', async () => {
    const before = await quota()
    const { id } = await created(lines)
    const begun = made(upstream).calls.length
    for (const more of [3, 7]) {
      await expect.poll(() => made(upstream).calls.length, patience).toBeGreaterThanOrEqual(begun + more)
      await server.kill()
      await server.restart()
    }
    expect(await named((await whenCompleted(id)).output_file_id)).toEqual(all)
    await expect.poll(quota, patience).toBe(before - lines.length * perCall)
  })

  it('I1: leaves books that add up', async () => {
    await server.stop()
    const file = sqliteFile(server.dataFolder)
    const silent = createLog({ level: 'silent' })
    const database = await openDatabase({ url: undefined, file, clock: systemClock, log: silent })
    expect(await findBrokenInvariants(database)).toEqual([])
    await database.close()
  })
})
