import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { logs } from '#contract/logs.ts'
import { optionCalls } from '#contract/options.ts'
import { findBrokenInvariants } from '#server/db/invariants.ts'
import { openDatabase, sqliteFile } from '#server/db/open.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLog } from '#server/lib/log.ts'
import { type AnsweredCall, type AnsweringUpstream, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { type ConsoleClient, operator, setUp } from '#testing/console-client.ts'
import { addChannel, addToken } from '#testing/first-channel.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'

const streams = 30
const events = 1000
const words = 'Water finds its way through the gate, slowly. '.repeat(23)
const event = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'plain', choices: [{ index: 0, delta: { content: words }, finish_reason: null }] })}\n\n`

let upstream: AnsweringUpstream
let server: ServerProcess
let root: ConsoleClient
/** Answers that the upstream has open. */
let answering = 0

/** Many of them in one piece: what is asked here is what the gateway does, not its upstream. */
const flood = Buffer.from(event.repeat(32))
const floods = 140

/** Megabytes of text, and then silence: the client has to leave. */
const answer = ({ body }: AnsweredCall, response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  answering += 1
  response.once('close', () => {
    answering -= 1
  })
  const [piece, times] = body.user === 'flooded' ? [flood, floods] : [event, events]
  let sent = 0
  const send = () => {
    for (let goesOn = true; goesOn && sent < times; sent += 1) goesOn = response.write(piece)
    if (sent < times) response.once('drain', send)
  }
  send()
}

beforeAll(async () => {
  upstream = await startAnsweringUpstream(answer)
})
afterAll(() => upstream.close())
afterEach(() => server.remove())

const openStream = async (key: string): Promise<AbortController> => {
  const controller = new AbortController()
  const response = await fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    signal: controller.signal,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'plain', stream: true, messages: [{ role: 'user', content: 'Say much.' }] }),
  })
  const reader = response.body?.getReader()
  for (let received = 0; received < events * event.length; ) {
    const { value, done } = (await reader?.read()) ?? { done: true }
    if (done) throw new Error('the stream ended')
    received += value?.length ?? 0
  }
  return controller
}

/** How long the gateway takes to say that it is alive, from the quickest to the slowest. */
const answerTimesUntil = async (until: () => Promise<boolean>): Promise<number[]> => {
  const times: number[] = []
  do {
    for (let turn = 0; turn < 20; turn += 1) {
      const begun = performance.now()
      await (await fetch(`${server.url}/healthz`)).text()
      times.push(performance.now() - begun)
    }
  } while (!(await until()))
  return times.sort((one, other) => one - other)
}

const begin = async (): Promise<string> => {
  server = await startServerProcess()
  root = await setUp(server.url)
  await addChannel(root, { baseUrl: upstream.url, models: ['plain'] })
  await root.call(optionCalls.update, { body: { key: 'ModelRatio', value: '{"plain": 0.001}' } })
  return (await addToken(root)).key
}

const openStreams = (key: string, count: number) => Promise.all(Array.from({ length: count }, () => openStream(key)))

const rows = async () => (await root.call(logs.list, { query: { p: '1', page_size: '100', type: '2' } })).items

it('stays awake when many long streams are left at once, and counts what each gave', async () => {
  const opened = await openStreams(await begin(), streams)
  for (const controller of opened) controller.abort()
  const times = await answerTimesUntil(async () => (await rows()).length === streams)
  expect(times[Math.floor(times.length * 0.95)]).toBeLessThan(100)
  // Counted on the spot, the first text alone would take longer; the rest is for a machine that has other work.
  expect(times.at(-1)).toBeLessThan(300)
  for (const row of await rows()) {
    const other = JSON.parse(row.other)
    expect(other).toMatchObject({ estimated: true, stream_error: 'client_gone' })
    // Ten tokens a sentence, counted where it is kept and a third of the bytes beyond that.
    expect(row.completion_tokens).toBeGreaterThan(230_000)
    expect(row.completion_tokens).toBeLessThan(365_000)
  }
}, 120_000)

it('F10: stays awake and within bounds when five hundred that have read five megabytes each leave at once', async () => {
  const key = await begin()
  const memory = await peakMemory()
  const clients = await Promise.all(Array.from({ length: crowd }, () => readFlood(key)))
  for (const client of clients) client.destroy()
  const total = async () => (await root.call(logs.list, { query: { p: '1', page_size: '10', type: '2' } })).total
  const times = await answerTimesUntil(async () => (await total()) === crowd)
  // Counted on the spot, five megabytes take seconds.
  expect(times[Math.floor(times.length * 0.95)]).toBeLessThan(100)
  expect((await peakMemory()) - memory).toBeLessThan(mostGrowth)
  expect((await rows()).every(({ quota }) => quota > 0)).toBe(true)
  // Upstreams that nobody listens to any more are let go.
  await expect.poll(() => answering).toBe(0)
  expect(await server.stop()).toBe(0)
  expect(await brokenInvariants()).toEqual([])
}, 280_000)

const crowd = 500
/** The buffers of as many lines, and the tables by which tokens are counted. */
const mostGrowth = 400 * 1024 * 1024

/** A client that costs as little as one can: it counts what comes. */
const readFlood = (key: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify({
      model: 'plain',
      stream: true,
      user: 'flooded',
      messages: [{ role: 'user', content: 'Say much.' }],
    })
    const head = `authorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`
    const { hostname, port } = new URL(server.url)
    const socket = connect(Number(port), hostname, () => {
      socket.write(`POST /v1/chat/completions HTTP/1.1\r\nhost: ${hostname}\r\n${head}\r\n\r\n${body}`)
    })
    let received = 0
    socket.on('data', (piece) => {
      received += piece.length
      if (received >= floods * flood.length) resolve(socket)
    })
    socket.on('error', reject)
  })

/** The most memory the server ever held. */
const peakMemory = async (): Promise<number> => {
  const status = await readFile(`/proc/${server.process.pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}

const brokenInvariants = async () => {
  const log = createLog({ level: 'silent' })
  const database = await openDatabase({ url: undefined, file: sqliteFile(server.dataFolder), clock: systemClock, log })
  try {
    return await findBrokenInvariants(database)
  } finally {
    await database.close()
  }
}

it('F16: charges streams that were left just before the process is told to end', async () => {
  const opened = await openStreams(await begin(), 10)
  for (const controller of opened) controller.abort()
  await server.stop()
  await server.restart()
  await root.login(operator.username, operator.password)
  expect(await rows()).toHaveLength(10)
}, 120_000)
