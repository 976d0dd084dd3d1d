import type { ServerResponse } from 'node:http'
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AnsweringUpstream, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { chatBody, chatUsage } from '#testing/chat-answers.ts'
import { faultStream, oneFaultBench, streamed } from '#testing/fault-bench.ts'
import { callPath, prompt } from '#testing/relay-client.ts'

type Kind = { type: number; dialect?: string; path: (model: string) => string; body: object; answer: object }

const types = { openai: 1, anthropic: 14, gemini: 24, cohere: 34, jina: 38 }
const messages = prompt.messages
const contents = [{ role: 'user', parts: [{ text: 'Say something.' }] }]
const said = 'Water finds its way "through" the gate.\n\\'

const answers = {
  chat: chatBody({ content: said }),
  responses: {
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    output: [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: said, annotations: [] }] }],
    usage: { input_tokens: 10, output_tokens: 10, total_tokens: 20 },
  },
  messages: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    content: [{ type: 'text', text: said }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 10, output_tokens: 10 },
  },
  gemini: {
    candidates: [{ content: { role: 'model', parts: [{ text: said }] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 },
  },
  embeddings: {
    object: 'list',
    data: [{ object: 'embedding', index: 0, embedding: [0.25, -1e-7, 1] }],
    usage: { prompt_tokens: 20, total_tokens: 20 },
  },
  rerank: { results: [{ index: 0, relevance_score: 0.5 }], usage: { total_tokens: 20 } },
}

/** Every kind of call that is answered in JSON: in its upstream's own dialect first, then by way of another. */
const kinds: Readonly<Record<string, Kind>> = {
  chat: { type: types.openai, path: () => '/v1/chat/completions', body: { messages }, answer: answers.chat },
  completions: {
    type: types.openai,
    path: () => '/v1/completions',
    body: { prompt: 'Say something.' },
    answer: { ...answers.chat, choices: [{ index: 0, text: said, finish_reason: 'stop' }] },
  },
  responses: {
    type: types.openai,
    dialect: 'openai-responses',
    path: () => '/v1/responses',
    body: { input: 'Say something.', store: false },
    answer: answers.responses,
  },
  'kept-responses': {
    type: types.openai,
    dialect: 'openai-responses',
    path: () => '/v1/responses',
    body: { input: 'Say something.' },
    answer: answers.responses,
  },
  messages: {
    type: types.anthropic,
    path: () => '/v1/messages',
    body: { max_tokens: 99, messages },
    answer: answers.messages,
  },
  contents: {
    type: types.gemini,
    path: (model) => `/v1beta/models/${model}:generateContent`,
    body: { contents },
    answer: answers.gemini,
  },
  embeddings: {
    type: types.openai,
    path: () => '/v1/embeddings',
    body: { input: 'hi', encoding_format: 'float' },
    answer: answers.embeddings,
  },
  'gemini-embeddings': {
    type: types.gemini,
    path: (model) => `/v1beta/models/${model}:embedContent`,
    body: { content: { parts: [{ text: 'hi' }] } },
    answer: { embedding: { values: [0.25, -1] }, usageMetadata: { promptTokenCount: 20 } },
  },
  moderations: {
    type: types.openai,
    path: () => '/v1/moderations',
    body: { input: 'hi' },
    answer: { id: 'modr-1', results: [{ flagged: false, categories: {} }] },
  },
  images: {
    type: types.openai,
    path: () => '/v1/images/generations',
    body: { prompt: 'A gate.' },
    answer: {
      created: 1,
      data: [{ b64_json: 'AAAA' }],
      usage: { input_tokens: 5, output_tokens: 15, total_tokens: 20 },
    },
  },
  rerank: {
    type: types.jina,
    path: () => '/v1/rerank',
    body: { query: 'q', documents: ['a'] },
    answer: answers.rerank,
  },
  'chat-by-messages': {
    type: types.anthropic,
    path: () => '/v1/chat/completions',
    body: { messages },
    answer: answers.messages,
  },
  'chat-by-responses': {
    type: types.openai,
    dialect: 'openai-responses',
    path: () => '/v1/chat/completions',
    body: { messages },
    answer: answers.responses,
  },
  'messages-by-gemini': {
    type: types.gemini,
    path: () => '/v1/messages',
    body: { max_tokens: 99, messages },
    answer: answers.gemini,
  },
  'responses-by-chat': {
    type: types.openai,
    dialect: 'openai-chat',
    path: () => '/v1/responses',
    body: { input: 'Say something.', store: false },
    answer: answers.chat,
  },
  'embeddings-by-gemini': {
    type: types.gemini,
    path: () => '/v1/embeddings',
    body: { input: 'hi', encoding_format: 'float' },
    answer: { embeddings: [{ values: [0.25, -1] }] },
  },
  'rerank-by-cohere': {
    type: types.cohere,
    path: () => '/v1/rerank',
    body: { query: 'q', documents: ['a'] },
    answer: answers.rerank,
  },
}

const json = { 'content-type': 'application/json' }
const whole =
  (bytes: Buffer | string, headers = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(200, { ...json, 'content-length': Buffer.byteLength(bytes), ...headers }).end(bytes)
const inChunks = (bytes: Buffer) => (response: ServerResponse) => void response.writeHead(200, json).end(bytes)
const untilClosed = (bytes: Buffer) => (response: ServerResponse) => {
  response.socket?.end(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n'), bytes]))
}
const tooShort =
  (bytes: Buffer, headers = {}) =>
  (response: ServerResponse) => {
    response.writeHead(200, { ...json, 'content-length': bytes.length + 10, ...headers })
    response.write(bytes, () => response.destroy())
  }
const tooLong = (bytes: Buffer) => (response: ServerResponse) => {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${bytes.length - 10}\r\n\r\n`
  response.socket?.end(Buffer.concat([Buffer.from(head), bytes]))
}
const part = (bytes: Buffer, share: number) => bytes.subarray(0, Math.floor(bytes.length * share))
const spoilt = (bytes: Buffer) => {
  const copy = Buffer.from(bytes)
  copy.fill(0xff, Math.floor(bytes.length / 2))
  return copy
}

/** What an upstream may do to a whole answer so that nobody can use it. */
const faults: Readonly<Record<string, (bytes: Buffer) => (response: ServerResponse) => void>> = {
  'JSON that ends after a tenth': (bytes) => whole(part(bytes, 0.1)),
  'JSON that ends in the middle': (bytes) => inChunks(part(bytes, 0.5)),
  'JSON that ends within a text': (bytes) => whole(bytes.subarray(0, bytes.indexOf('"', bytes.length / 3) + 1)),
  'JSON that ends with a closing brace': (bytes) => whole(bytes.subarray(0, bytes.indexOf('}') + 1).subarray(0, -1)),
  'JSON without its last brace': (bytes) => untilClosed(bytes.subarray(0, -1)),
  'JSON twice': (bytes) => whole(Buffer.concat([bytes, bytes])),
  'JSON with a brace too many': (bytes) => whole(Buffer.concat([bytes, Buffer.from('}')])),
  'a word': () => whole('OK'),
  'what only looks like JSON': () => whole('{ nothing: "usage" }'),
  'an empty body': () => whole(''),
  'a body shorter than its length': (bytes) => tooShort(bytes),
  'a body longer than its length': (bytes) => tooLong(bytes),
  'gzip that ends early': (bytes) => whole(part(gzipSync(bytes), 0.7), { 'content-encoding': 'gzip' }),
  'gzip without its checksum': (bytes) => inChunksOf(gzipSync(bytes).subarray(0, -8), 'gzip'),
  'gzip that is spoilt': (bytes) => whole(spoilt(gzipSync(bytes)), { 'content-encoding': 'gzip' }),
  'gzip that is none': (bytes) => whole(bytes, { 'content-encoding': 'gzip' }),
  'gzip shorter than its length': (bytes) => tooShort(gzipSync(bytes), { 'content-encoding': 'gzip' }),
  'brotli that ends early': (bytes) => whole(part(brotliCompressSync(bytes), 0.7), { 'content-encoding': 'br' }),
  'zstd that ends early': (bytes) => whole(part(zstdCompressSync(bytes), 0.7), { 'content-encoding': 'zstd' }),
  'an encoding nobody knows': (bytes) => whole(bytes, { 'content-encoding': 'compress' }),
}
const inChunksOf = (bytes: Buffer, encoding: string) => (response: ServerResponse) =>
  void response.writeHead(200, { ...json, 'content-encoding': encoding }).end(bytes)

const packings: readonly [string, (bytes: Buffer) => Buffer][] = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['GZIP', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
  ['identity', (bytes) => bytes],
]

const names = Object.keys(kinds)
const backed = names.map((name) => `backed-${name}`)

oneFaultBench([...names, ...backed], (bench) => {
  let sick: AnsweringUpstream
  let well: AnsweringUpstream
  const channels: number[] = []

  beforeAll(async () => {
    const { addChannel } = bench()
    sick = await startAnsweringUpstream()
    well = await startAnsweringUpstream()
    for (const [name, { type, dialect }] of Object.entries(kinds)) {
      const fields = { type, ...(dialect === undefined ? {} : { setting: JSON.stringify({ dialect }) }) }
      channels.push(await addChannel({ ...fields, base_url: sick.url, models: `${name},backed-${name}`, priority: 9 }))
      channels.push(await addChannel({ ...fields, base_url: well.url, models: `backed-${name}` }))
    }
  })
  afterAll(async () => {
    await sick.close()
    await well.close()
  })
  const restNothing = () => {
    const { domain } = bench().gateway.plane
    for (const channel of channels) domain.health.forget(channel)
    for (let calls = 0; calls < 100; calls += 1) domain.retryBudget.earn()
  }
  beforeEach(restNothing)

  const ask = (name: string, model: string) => {
    const { path = () => '', body = {} } = kinds[name] ?? {}
    return callPath(bench().gateway, bench().key, path(model), { ...body, model })
  }

  describe.each(names)('an answer to %s', (name) => {
    const bytes = Buffer.from(JSON.stringify(kinds[name]?.answer))

    it('F05: is passed on and charged where it is whole, in whatever packing', async () => {
      const before = (await bench().rows()).total
      for (const [encoding, pack] of packings) {
        sick.does((_call, response) => whole(pack(bytes), { 'content-encoding': encoding })(response))
        const answer = await ask(name, name)
        expect([encoding, answer.status]).toEqual([encoding, 200])
        expect(answer.headers.get('content-encoding')).toBeNull()
        if (!name.includes('-by-')) expect(answer.bytes.equals(bytes)).toBe(true)
      }
      expect((await bench().rows()).total - before).toBe(packings.length)
    })

    it('F05: that nobody can use is an upstream’s fault: another channel answers, else it costs nothing', async () => {
      well.does((_call, response) => whole(bytes)(response))
      const before = (await bench().rows()).total
      const served = new Map<string, string>()
      for (const [fault, does] of Object.entries(faults)) {
        restNothing()
        sick.does((_call, response) => does(bytes)(response))
        expect([fault, (await ask(name, name)).status]).toEqual([fault, 502])
        const { status, requestId } = await ask(name, `backed-${name}`)
        expect([fault, status]).toEqual([fault, 200])
        served.set(requestId, fault)
      }
      const { items, total } = await bench().rows()
      expect(total - before).toBe(served.size)
      for (const { request_id, other } of items.slice(0, served.size)) {
        const { attempts } = JSON.parse(other).admin_info
        const statuses = attempts.map(({ status }: { status: number }) => status)
        expect([served.get(request_id), statuses]).toEqual([expect.any(String), [502, 200]])
      }
    })
  })

  it.each(packings)('F05: a stream that comes packed is unpacked as it comes: %s', async (encoding, pack) => {
    sick.does((_call, response) => {
      const bytes = pack(faultStream)
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': encoding })
      for (let at = 0; at < bytes.length; at += 7) response.write(bytes.subarray(at, at + 7))
      response.end()
    })
    const { gateway, key, rowOf } = bench()
    const answer = await callPath(gateway, key, '/v1/chat/completions', { model: 'chat', messages, ...streamed })
    expect(answer.text).toBe(faultStream.toString())
    expect((await rowOf(answer.requestId)).quota).toBe(chatUsage.total_tokens)
  })

  it('F05: what an upstream says of an error is read in whatever packing, and its status stands without', async () => {
    const { gateway, key } = bench()
    const said = Buffer.from(JSON.stringify({ error: { message: 'no such voice', type: 'invalid_request_error' } }))
    for (const [encoding, bytes, message] of [
      ['gzip', gzipSync(said), 'no such voice'],
      ['gzip', gzipSync(said).subarray(0, 20), undefined],
      ['compress', said, undefined],
    ] as const) {
      sick.does((_call, response) => {
        response.writeHead(400, { ...json, 'content-encoding': encoding }).end(bytes)
      })
      const answer = await callPath(gateway, key, '/v1/chat/completions', { model: 'chat', messages })
      expect(answer.status).toBe(400)
      if (message !== undefined) expect(answer.json.error.message).toContain(message)
    }
  })

  it('F05: an answer that streams without saying so is passed on where a stream was asked for and it is whole', async () => {
    const { gateway, key, rows } = bench()
    const body = { model: 'chat', messages, ...streamed }
    sick.does((_call, response) => whole(faultStream)(response))
    const answer = await callPath(gateway, key, '/v1/chat/completions', body).catch((error: unknown) => error)
    expect(answer).toBeInstanceOf(SyntaxError)
    const before = (await rows()).total
    sick.does((_call, response) => whole(part(faultStream, 0.4))(response))
    expect((await callPath(gateway, key, '/v1/chat/completions', body)).status).toBe(502)
    expect((await rows()).total).toBe(before)
  })

  it('T61: a bomb is let go of at once, whole or as a stream', async () => {
    const { gateway, key, rows } = bench()
    const before = (await rows()).total
    const zeros = Buffer.alloc(96 * 1024 * 1024, ' ')
    const bombs = [
      gzipSync(zeros),
      brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
      deflateSync(zeros),
    ]
    for (const [place, encoding] of ['gzip', 'br', 'deflate'].entries()) {
      for (const type of ['application/json', 'text/event-stream']) {
        sick.does((_call, response) => {
          response.writeHead(200, { 'content-type': type, 'content-encoding': encoding }).end(bombs[place])
        })
        restNothing()
        const memory = process.memoryUsage().rss
        const answer = await callPath(gateway, key, '/v1/chat/completions', {
          model: 'chat',
          messages,
          stream: type !== 'application/json',
        })
        expect([encoding, type, answer.status]).toEqual([encoding, type, 502])
        expect(process.memoryUsage().rss - memory).toBeLessThan(40 * 1024 * 1024)
      }
    }
    expect((await rows()).total).toBe(before)
  })
})
