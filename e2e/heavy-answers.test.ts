import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { optionCalls } from '#contract/options.ts'
import { session } from '#contract/session.ts'
import { type AnsweringUpstream, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { chatBody, chatEvents, chatUsage } from '#testing/chat-answers.ts'
import { type ConsoleClient, setUp } from '#testing/console-client.ts'
import { addChannel, addToken } from '#testing/first-channel.ts'
import { longestTurn, startMeasuredGateway } from '#testing/longest-turn.ts'
import type { ServerProcess } from '#testing/server-process.ts'
import { median, processorTime } from '#testing/timing.ts'

const mebibyte = 1024 * 1024
/** By so much its memory may grow. */
const mostGrowth = 400 * mebibyte
/** So many times as long as this processor takes to read 50 MB of JSON its own may be busy with one answer. */
const mostWork = 20
/** The same for one turn of its event loop, in which nobody else is served. */
const mostOfTurn = 4
const event = chatEvents(['wave'])[0] ?? ''

let upstream: AnsweringUpstream
let server: ServerProcess
let client: ConsoleClient
let key: string

beforeAll(async () => {
  upstream = await startAnsweringUpstream()
})
afterAll(() => upstream.close())

beforeEach(async () => {
  server = await startMeasuredGateway({ METRICS_TOKEN: metricsToken })
  client = await setUp(server.url)
  await addChannel(client, { baseUrl: upstream.url, models: ['heavy'] })
  await addChannel(client, { type: 14, baseUrl: upstream.url, models: ['heavy-message'] })
  for (const name of ['ModelRatio', 'CompletionRatio']) {
    await client.call(optionCalls.update, { body: { key: name, value: '{"heavy": 1, "heavy-message": 1}' } })
  }
  key = (await addToken(client)).key
})
afterEach(() => server.remove())

const ask = async (body: Record<string, unknown> = {}, path = '/v1/chat/completions'): Promise<IncomingMessage> => {
  const request = httpRequest(server.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
  })
  request.on('error', () => {})
  request.end(JSON.stringify({ model: 'heavy', messages: [{ role: 'user', content: 'Say something.' }], ...body }))
  const [response] = await once(request, 'response')
  return response
}

/** Reads to the end without holding it; answers how many bytes it was. */
const drain = async (response: IncomingMessage): Promise<number> => {
  let bytes = 0
  for await (const chunk of response) bytes += chunk.length
  return bytes
}

const metricsToken = 'token-for-metrics'

const metric = async (name: string): Promise<number> => {
  const text = await (
    await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  ).text()
  return Number(new RegExp(`^${name} ([\\d.e-]+)$`, 'm').exec(text)?.[1])
}

const secondsOfWork = () => metric('process_cpu_seconds_total')

/** The most memory the server ever held. */
const peakMemory = async (): Promise<number> => {
  const status = await readFile(`/proc/${server.process.pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}

const words = 'w'.repeat(50 * mebibyte)

/** The milliseconds of a processor for reading it once, the usual of some: what is slow here is slow there. */
const readingTime = async (): Promise<number> => {
  const text = JSON.stringify(chatBody({ content: words }))
  const times: number[] = []
  for (let round = 0; round < 5; round += 1) times.push((await processorTime(() => JSON.parse(text))).milliseconds)
  return median(times)
}

/** Little is done and held for what `work` asks for. */
const expectCalm = async (work: () => Promise<void>) => {
  const [memory, worked] = [await peakMemory(), await secondsOfWork()]
  await longestTurn(server)
  await work()
  const took = (await secondsOfWork()) - worked
  const turn = await longestTurn(server)
  const reading = await readingTime()
  expect(1000 * took).toBeLessThan(mostWork * reading)
  expect(turn).toBeLessThan(mostOfTurn * reading)
  expect((await peakMemory()) - memory).toBeLessThan(mostGrowth)
}

describe('a heavy answer', () => {
  const usage = { input_tokens: chatUsage.prompt_tokens, output_tokens: chatUsage.completion_tokens }

  it.each([
    { path: '/v1/chat/completions', model: 'heavy', answer: chatBody({ content: words }) },
    {
      path: '/v1/responses',
      model: 'heavy',
      answer: {
        ...{ id: 'resp_1', object: 'response', status: 'completed', usage },
        output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: words }] }],
      },
    },
    {
      path: '/v1/messages',
      model: 'heavy-message',
      answer: { id: 'msg_1', type: 'message', role: 'assistant', content: [{ type: 'text', text: words }], usage },
    },
  ])('F06: of 50 MB of JSON to $path passes whole, with little work and memory', async ({ path, model, answer }) => {
    const body = Buffer.from(JSON.stringify(answer))
    upstream.does((_call, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    })
    const asked = { model, input: 'Say something.', max_tokens: 9 }
    await expectCalm(async () => expect(await drain(await ask(asked, path))).toBe(body.length))
    expect((await client.call(session.self)).used_quota).toBe(chatUsage.total_tokens)
  })

  it('F06: of 50 MB of JSON in another dialect is told whole, with little work and memory', async () => {
    const body = Buffer.from(JSON.stringify(chatBody({ content: words })))
    upstream.does((_call, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    })
    const translated = async () => {
      expect(await drain(await ask({ max_tokens: 9 }, '/v1/messages'))).toBeGreaterThan(words.length)
    }
    await expectCalm(translated)
    expect((await client.call(session.self)).used_quota).toBe(chatUsage.total_tokens)
  })

  it('F06: in a million tiny chunks passes whole, with little work and memory', async () => {
    const text = event.repeat(Math.ceil(1e6 / event.length)) + chatEvents([]).join('')
    const chunks = Buffer.from(`${[...text].map((letter) => `1\r\n${letter}\r\n`).join('')}0\r\n\r\n`)
    const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n'
    upstream.does((_call, response) => {
      response.socket?.write(`${head}connection: close\r\n\r\n`)
      response.socket?.end(chunks)
    })
    await expectCalm(async () => {
      expect(await drain(await ask({ stream: true, stream_options: { include_usage: true } }))).toBe(text.length)
    })
    expect((await client.call(session.self)).used_quota).toBe(chatUsage.total_tokens)
  })
})
