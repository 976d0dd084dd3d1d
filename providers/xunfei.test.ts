import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chunksOf, vendorBench, vendorText, vendorTool } from '#testing/vendor-suite.ts'
import { channelFacts, stillEnvironment, wantedCall } from '#testing/wanted.ts'
import { startWebSocketVendor, type WebSocketVendor } from '#testing/web-socket-vendor.ts'
import { xunfei } from './xunfei.ts'

const key = 'app-1|SECRET|API-KEY'
const models = ['SparkDesk-v3.5', 'SparkDesk-v1.1', 'Spark-Max-32K', 'lite']
const [model = ''] = models

describe('addresses', () => {
  const routeOf = (name: string, fields = {}, other = '') =>
    xunfei.route(channelFacts({ other }), wantedCall({ model: name, ...fields }), key)

  it.each([
    ['SparkDesk', '', '/v2.1/chat', 'generalv2'],
    ['SparkDesk', 'v4.0', '/v4.0/chat', '4.0Ultra'],
    ['SparkDesk-v1.1', 'v4.0', '/v1.1/chat', 'lite'],
    ['SparkDesk-v3.1', '', '/v3.1/chat', 'generalv3'],
    ['Spark-Pro-128K', '', '/chat/pro-128k', 'pro-128k'],
    ['Spark-Max-32K', 'v1.1', '/chat/max-32k', 'max-32k'],
    ['Spark-4.0-Ultra', '', '/v4.0/chat', '4.0Ultra'],
    ['generalv3.5', '', '/v3.5/chat', 'generalv3.5'],
  ])('of %s on a channel with "%s" are %s', (name, other, path, domain) => {
    expect(routeOf(name, {}, other)).toMatchObject({ origin: 'https://spark-api.xf-yun.com', path, model: domain })
  })

  it('follow the version that the client asks for', () => {
    expect(routeOf('SparkDesk-v1.1', { query: 'api-version=v3.5' }).path).toBe('/v3.5/chat')
  })

  it('carry a signature that follows from key, host, path and time alone', async () => {
    const now = () => Date.UTC(2025, 10, 21, 7, 0, 0)
    const place = { origin: 'https://spark-api.xf-yun.com', path: '/v3.5/chat' }
    const request = { ...place, method: 'GET', body: Buffer.alloc(0), wanted: wantedCall({}) }
    const path = (await xunfei.signedPath?.(key, request, stillEnvironment({ now }))) ?? ''
    const query = new URL(path, place.origin).searchParams
    expect(query.get('date')).toBe('Fri, 21 Nov 2025 07:00:00 GMT')
    const told = Buffer.from(query.get('authorization') ?? '', 'base64').toString()
    expect(told).toContain('username="API-KEY"')
    expect(told).toContain('signature="t7gDy+oV0+GlpYZ4inITUNDb0Anr9VKqheNocFjTNq4="')
  })

  it('of a password lead to the newer interface', () => {
    const route = xunfei.route(channelFacts(), wantedCall({ model: 'Spark-Lite' }), 'password')
    expect(route).toMatchObject({
      origin: 'https://spark-api-open.xf-yun.com',
      path: '/v1/chat/completions',
      dialect: 'openai-chat',
      model: 'lite',
    })
  })
})

describe('a channel that is spoken to over a WebSocket', () => {
  let lines: WebSocketVendor
  beforeAll(async () => {
    lines = await startWebSocketVendor()
  })
  afterAll(() => lines.close())
  const bench = vendorBench(models, { type: 18, key }, () => ({ base_url: lines.url }))

  const tell = (...messages: unknown[]): void => lines.tell({ admits, messages })
  const ask = (body: Record<string, unknown>) =>
    bench().call({ model, messages: [{ role: 'user', content: 'Hi' }], ...body })
  const used = { prompt_tokens: 12, completion_tokens: 7 }
  const lastAsked = () => lines.calls.at(-1)?.body

  it('is asked with a signed handshake and one message, and its frames are the answer', async () => {
    tell(frame(0, { content: 'Water finds' }), frame(1, { content: ' its' }), frame(2, { content: ' way.' }))
    const answer = await ask({ max_tokens: 50, temperature: 1.7, top_k: 40 })
    expect(answer.json).toMatchObject({
      model,
      choices: [{ message: { content: vendorText }, finish_reason: 'stop' }],
      usage: used,
    })
    expect(lastAsked()).toEqual({
      header: { app_id: 'app-1' },
      parameter: { chat: { domain: 'generalv3.5', max_tokens: 50, temperature: 1, top_k: 6 } },
      payload: { message: { text: [{ role: 'user', content: 'Hi' }] } },
    })
    expect(await bench().rowOf(answer)).toMatchObject({ ...used, quota: 19 })
  })

  it('streams frame by frame, with what the model thought', async () => {
    tell(frame(0, { reasoning_content: 'Hm.' }), frame(1, { content: vendorText }), frame(2, {}))
    const answer = await ask({ stream: true, stream_options: { include_usage: true } })
    const chunks = chunksOf(answer)
    const deltas = chunks.map((chunk) => chunk.choices[0]?.delta ?? {})
    expect(deltas.map((delta) => delta.content ?? '').join('')).toBe(vendorText)
    expect(deltas.map((delta) => delta.reasoning_content ?? '').join('')).toBe('Hm.')
    expect(chunks.at(-1)?.usage).toMatchObject(used)
    expect(answer.text.endsWith('data: [DONE]\n\n')).toBe(true)
    expect(await bench().rowOf(answer)).toMatchObject({ ...used, is_stream: true })
    await expect.poll(() => lines.open()).toBe(0)
  })

  it('calls a tool, and is told its result in words', async () => {
    const called = { name: vendorTool.name, arguments: JSON.stringify(vendorTool.arguments) }
    tell(frame(2, { content: '', function_call: called }))
    const tools = [{ type: 'function', function: { name: vendorTool.name, parameters: { type: 'object' } } }]
    const answer = await ask({ tools })
    const [choice] = answer.json.choices
    expect(choice).toMatchObject({ finish_reason: 'tool_calls', message: { tool_calls: [{ function: called }] } })
    expect(lastAsked().payload.functions.text).toEqual([
      { name: vendorTool.name, description: vendorTool.name, parameters: { type: 'object' } },
    ])
    tell(frame(2, { content: vendorText }))
    const [call] = choice.message.tool_calls
    const result = { role: 'tool', tool_call_id: call.id, content: 'rain' }
    await ask({ tools, messages: [{ role: 'user', content: 'Hi' }, choice.message, result] })
    expect(lastAsked().payload.message.text).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'get_weather({"city":"Paris"})' },
      { role: 'user', content: 'The result of get_weather:\nrain' },
    ])
  })

  it('tells instructions to models that know none as words that were agreed to', async () => {
    tell(frame(2, { content: vendorText }))
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
    ]
    await ask({ messages })
    expect(lastAsked().payload.message.text[0]).toEqual({ role: 'system', content: 'Be brief.' })
    await ask({ model: 'SparkDesk-v1.1', messages })
    expect(lastAsked().payload.message.text.slice(0, 2)).toEqual([
      { role: 'user', content: 'Be brief.' },
      { role: 'assistant', content: 'Okay' },
    ])
  })

  it.each([
    [10013, true, 400],
    [10013, false, 400],
    [11202, true, 429],
    [11200, false, 502],
    [10222, true, 500],
  ])('tells refusal %i in the first frame, stream %s, and charges nothing', async (code, stream, status) => {
    tell({ header: { code, message: 'refused', sid: 's', status: 2 } })
    const answer = await ask({ stream })
    expect(answer.status).toBe(status)
    // A code of this dialect is a word, and what is the operator's to mend is told in ours.
    const codes: Record<number, string> = { 429: 'rate_limit_exceeded', 502: 'upstream_account_refused' }
    expect(answer.json.error.code).toBe(codes[status] ?? null)
    if (codes[status] === undefined) expect(answer.json.error.message).toContain('refused')
    expect(await bench().rowOf(answer)).toBeUndefined()
  })

  it('tells a handshake that was refused', async () => {
    lines.tell({ admits: () => ({ status: 403, body: { message: 'HMAC signature does not match' } }), messages: [] })
    const answer = await ask({})
    expect([answer.status, answer.json.error.code]).toEqual([502, 'upstream_account_refused'])
    expect(answer.text).not.toContain('HMAC')
  })

  it.each([true, false])('takes a line that is closed in the middle for a failure, stream %s', async (stream) => {
    lines.tell({ admits, messages: [frame(0, { content: 'Water' })], closes: true })
    const answer = await ask({ stream, model: 'Spark-Max-32K' })
    if (stream) expect(answer.text).toContain('"error"')
    else expect(answer.status).toBe(502)
  })
})

describe('a key that is none', () => {
  const bench = vendorBench(models, { type: 18, key: 'app|secret' })
  it('is refused before anything is asked', async () => {
    const answer = await bench().call({ model, messages: [{ role: 'user', content: 'Hi' }] })
    expect([answer.status, answer.json.error.code]).toEqual([502, 'upstream_account_refused'])
    expect(bench().vendor.calls).toEqual([])
  })
})

const frame = (status: 0 | 1 | 2, piece: Record<string, unknown>) => ({
  header: { code: 0, message: 'Success', sid: 'cht1', status },
  payload: {
    choices: { status, seq: 0, text: [{ content: '', role: 'assistant', index: 0, ...piece }] },
    ...(status === 2
      ? { usage: { text: { question_tokens: 5, prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 } } }
      : {}),
  },
})

/** What the vendor's own gateway checks of a handshake, written from its documents alone. */
const admits = ({ url = '', headers }: IncomingMessage) => {
  const asked = new URL(url, 'http://x')
  const told = Buffer.from(asked.searchParams.get('authorization') ?? '', 'base64').toString()
  const fields = Object.fromEntries([...told.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]))
  const date = asked.searchParams.get('date') ?? ''
  const text = [`host: ${headers.host}`, `date: ${date}`, `GET ${asked.pathname} HTTP/1.1`].join('\n')
  const isSigned = fields.signature === createHmac('sha256', 'SECRET').update(text).digest('base64')
  const isFresh = Math.abs(Date.parse(date) - Date.now()) < 300_000
  const isKnown = fields.username === 'API-KEY' && fields.algorithm === 'hmac-sha256'
  return isSigned && isFresh && isKnown
    ? undefined
    : { status: 401, body: { message: 'HMAC signature does not match' } }
}
