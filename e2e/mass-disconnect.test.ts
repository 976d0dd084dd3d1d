import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { logs } from '#contract/logs.ts'
import { optionCalls } from '#contract/options.ts'
import { findBrokenInvariants } from '#server/db/invariants.ts'
import { openDatabase, sqliteFile } from '#server/db/open.ts'
import { createByteCounter, longestRun } from '#server/domain/counting/byte-pairs.ts'
import { readTokenRanks } from '#server/domain/counting/token-ranks.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createLog } from '#server/lib/log.ts'
import { type AnsweredCall, type AnsweringUpstream, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { type ConsoleClient, operator, setUp } from '#testing/console-client.ts'
import { addChannel, addToken } from '#testing/first-channel.ts'
import { longestTurn, startMeasuredGateway } from '#testing/longest-turn.ts'
import type { ServerProcess } from '#testing/server-process.ts'
import { processorTime } from '#testing/timing.ts'

const words = 'Water finds its way through the gate, slowly. '.repeat(23)
const event = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'plain', choices: [{ index: 0, delta: { content: words }, finish_reason: null }] })}\n\n`
/** Many of them in one piece: what is asked here is what the gateway does, not its upstream. */
const flood = Buffer.from(event.repeat(32))
const floods = 30
/** What is kept of an answer to be counted. */
const sample = words.repeat(62)

let upstream: AnsweringUpstream
let server: ServerProcess
let root: ConsoleClient
/** Answers that the upstream has open. */
let answering = 0

/** A megabyte of text, and then silence: the client has to leave. */
const answer = (_call: AnsweredCall, response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  answering += 1
  response.once('close', () => {
    answering -= 1
  })
  let sent = 0
  const send = () => {
    for (let goesOn = true; goesOn && sent < floods; sent += 1) goesOn = response.write(flood)
    if (sent < floods) response.once('drain', send)
  }
  send()
}

beforeAll(async () => {
  upstream = await startAnsweringUpstream(answer)
})
afterAll(() => upstream.close())
afterEach(() => server.remove())

const begin = async (): Promise<string> => {
  server = await startMeasuredGateway()
  root = await setUp(server.url)
  await addChannel(root, { baseUrl: upstream.url, models: ['plain'] })
  await root.call(optionCalls.update, { body: { key: 'ModelRatio', value: '{"plain": 0.001}' } })
  return (await addToken(root)).key
}

const countOnTheSpot = () => {
  const vocabulary = readFileSync(fileURLToPath(import.meta.resolve('gpt-tokenizer/data/o200k_base.tiktoken')))
  createByteCounter(readTokenRanks(vocabulary), O200K_TOKEN_SPLIT_REGEX, longestRun)(sample)
}

const openStreams = (key: string, count: number) => Promise.all(Array.from({ length: count }, () => openStream(key)))

const rows = () => root.call(logs.list, { query: { p: '1', page_size: '100', type: '2' } })

it('F10 F20: stays awake and within bounds when five hundred that have read a megabyte each leave at once, and counts what each gave', async () => {
  const key = await begin()
  const memory = await peakMemory()
  const clients = await openStreams(key, crowd)
  await longestTurn(server)
  for (const client of clients) client.destroy()
  await expect.poll(async () => (await rows()).total).toBe(crowd)
  // Were they counted on the spot, one turn would be as long.
  const turn = await longestTurn(server)
  const { milliseconds } = await processorTime(countOnTheSpot)
  expect(turn).toBeLessThan((2 / 3) * milliseconds)
  expect((await peakMemory()) - memory).toBeLessThan(mostGrowth)
  for (const { quota, other, completion_tokens: tokens } of (await rows()).items) {
    expect(JSON.parse(other)).toMatchObject({ estimated: true, stream_error: 'client_gone' })
    expect(quota).toBeGreaterThan(0)
    // Ten tokens a sentence, counted where it is kept and a third of the bytes beyond that.
    expect(tokens).toBeGreaterThan(230 * 32 * floods)
    expect(tokens).toBeLessThan(365 * 32 * floods)
  }
  // Upstreams that nobody listens to any more are let go.
  await expect.poll(() => answering).toBe(0)
  expect(await server.stop()).toBe(0)
  expect(await brokenInvariants()).toEqual([])
})

const crowd = 500
/** The buffers of as many lines, and the tables by which tokens are counted; what all have read is more. */
const mostGrowth = 400 * 1024 * 1024

/** A client that costs as little as one can: it counts what comes. */
const openStream = (key: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify({
      model: 'plain',
      stream: true,
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
  for (const client of opened) client.destroy()
  await server.stop()
  await server.restart()
  await root.login(operator.username, operator.password)
  expect((await rows()).items).toHaveLength(10)
})
