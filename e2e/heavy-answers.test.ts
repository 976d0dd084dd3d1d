import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { session } from '#contract/session.ts'
import { type AnsweringUpstream, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { chatBody, chatEvents, chatUsage } from '#testing/chat-answers.ts'
import { type ConsoleClient, setUp } from '#testing/console-client.ts'
import { addChannel, addToken } from '#testing/first-channel.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'

const mebibyte = 1024 * 1024
/** By so much its memory may grow. */
const mostGrowth = 400 * mebibyte
/** For so long its processor may be busy with one answer, in seconds: nobody waits longer than that. */
const mostWork = 1.5
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
  server = await startServerProcess()
  client = await setUp(server.url)
  await addChannel(client, { baseUrl: upstream.url, models: ['heavy'] })
  key = (await addToken(client)).key
})
afterEach(() => server.remove())

const ask = async (body: Record<string, unknown> = {}): Promise<IncomingMessage> => {
  const request = httpRequest(`${server.url}/v1/chat/completions`, {
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

const secondsOfWork = async (): Promise<number> => {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  return Number(/^process_cpu_seconds_total ([\d.e-]+)$/m.exec(text)?.[1])
}

/** The most memory the server ever held. */
const peakMemory = async (): Promise<number> => {
  const status = await readFile(`/proc/${server.process.pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}

/** Little is done and held for what `work` asks for. */
const expectCalm = async (work: () => Promise<void>) => {
  const [memory, worked] = [await peakMemory(), await secondsOfWork()]
  await work()
  expect((await secondsOfWork()) - worked).toBeLessThan(mostWork)
  expect((await peakMemory()) - memory).toBeLessThan(mostGrowth)
}

describe('a heavy answer', () => {
  it('F06: of 50 MB of JSON passes whole, with little work and memory', async () => {
    const body = Buffer.from(JSON.stringify(chatBody({ content: 'w'.repeat(50 * mebibyte) })))
    upstream.does((_call, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    })
    await expectCalm(async () => expect(await drain(await ask())).toBe(body.length))
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
