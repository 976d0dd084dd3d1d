import { describe, expect, it } from 'vitest'
import { inputTokens, outputTokens } from '#pricing/usage.ts'
import { recordingsInSet, recordingsOf, recordingsPresent } from '#testing/recordings.ts'
import type { RequestOutline } from '../protocol.ts'
import { openaiChat } from './index.ts'

const outline = (body: Record<string, unknown>) => openaiChat.request.outline(body)
const messages = [{ role: 'user', content: 'hello' }]

const streamOutline: RequestOutline = {
  model: 'm',
  stream: true,
  maximumOutput: undefined,
  choices: 1,
  promptEstimate: 10,
  wantsUsage: false,
}

const pass = (text: string, wants: boolean, pieces = 1, more: Partial<RequestOutline> = {}) => {
  const tap = openaiChat.stream.tap({ ...streamOutline, wantsUsage: wants, ...more })
  const bytes = Buffer.from(text)
  let sent = ''
  const size = Math.max(1, Math.ceil(bytes.length / pieces))
  for (let start = 0; start < bytes.length; start += size) {
    sent += tap.push(bytes.subarray(start, start + size))?.toString('latin1') ?? ''
  }
  const held = tap.end()?.toString('latin1') ?? ''
  const decode = (latin: string) => Buffer.from(latin, 'latin1').toString()
  return { tap, sent: decode(sent), held: decode(held) }
}

describe('outlining a request', () => {
  it('reads model, stream, limits and choices', () => {
    expect(outline({ model: 'm', messages, stream: true, max_tokens: 7, n: 2 })).toMatchObject({
      model: 'm',
      stream: true,
      maximumOutput: 7,
      choices: 2,
    })
    expect(outline({ model: 'm', messages, max_tokens: 7, max_completion_tokens: 9 }).maximumOutput).toBe(9)
  })

  it.each([
    [{ messages }, 'model'],
    [{ model: 'm' }, 'messages'],
    [{ model: 'm', messages: [] }, 'messages'],
    [{ model: 'm', messages, stream: 'yes' }, 'stream'],
  ])('names the field of a request that is wrong: %j', (body, field) => {
    expect(() => outline(body)).toThrow(new RegExp(`^${field}: `))
  })

  it.each([-1, 2 ** 31, 1e308, '10', Number.NaN, 1.5])('T14: refuses max_tokens %s', (value) => {
    expect(() => outline({ model: 'm', messages, max_tokens: value })).toThrow(/^max_tokens: /)
  })

  it('takes max_tokens null and 0 for absent, as clients send them', () => {
    expect(outline({ model: 'm', messages, max_tokens: null }).maximumOutput).toBeUndefined()
    expect(outline({ model: 'm', messages, max_tokens: 0, max_completion_tokens: 0 }).maximumOutput).toBeUndefined()
    expect(outline({ model: 'm', messages, max_tokens: 0, max_completion_tokens: 9 }).maximumOutput).toBe(9)
  })

  it('estimates prompts high rather than low, pictures included', () => {
    const long = outline({ model: 'm', messages: [{ role: 'user', content: 'word '.repeat(1000) }] })
    expect(long.promptEstimate).toBeGreaterThan(1000)
    const picture = [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:...' } }] }]
    expect(outline({ model: 'm', messages: picture }).promptEstimate).toBeGreaterThan(1000)
  })
})

describe('amending a request', () => {
  const amend = (text: string, model: string) => {
    const body = JSON.parse(text)
    return openaiChat.request.amend(Buffer.from(text), body, outline(body), model).toString()
  }

  it('passes a request on untouched when nothing must change', () => {
    const text = '{"model":"m","messages":[{"role":"user","content":"x"}],"seed":12345678901234567890,"odd":{}}'
    expect(amend(text, 'm')).toBe(text)
  })

  it('leaves out a limit of nothing, which no upstream knows', () => {
    const text = '{"model":"m","max_tokens":0,"messages":[{"role":"user","content":"x"}],"max_completion_tokens":0}'
    expect(JSON.parse(amend(text, 'm'))).toEqual({ model: 'm', messages: [{ role: 'user', content: 'x' }] })
  })

  it('changes the model and asks a stream for its usage', () => {
    const text = '{"model":"m","stream":true,"messages":[{"role":"user","content":"x"}]}'
    expect(JSON.parse(amend(text, 'n'))).toEqual({
      ...JSON.parse(text),
      model: 'n',
      stream_options: { include_usage: true },
    })
  })

  it('keeps the stream options a client sent beside the one that is forced', () => {
    const text = '{"model":"m","stream":true,"stream_options":{"x":1},"messages":[{"role":"user","content":"x"}]}'
    expect(JSON.parse(amend(text, 'm')).stream_options).toEqual({ x: 1, include_usage: true })
  })
})

describe('passing a stream on', () => {
  const text = 'data: {"choices":[{"delta":{"content":"hé"}}],"usage":null}\n\n'
  const usage = 'data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}}\n\n'
  const done = 'data: [DONE]\n\n'

  const last = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n'
  const other = 'data: {"choices":[{"index":1,"delta":{"content":"more"},"finish_reason":null}]}\n\n'

  it('holds back everything from the end of the answer on', () => {
    const { tap, sent, held } = pass(text + last + usage + done, true)
    expect(sent).toBe(text)
    expect(held).toBe(last + usage + done)
    expect(tap.finished()).toBe(true)
  })

  it('lets an end go that was only that of one answer among several', () => {
    const { sent, held } = pass(text + last + other + last + done, true, 9)
    expect(sent).toBe(text + last + other)
    expect(held).toBe(last + done)
  })

  it('knows the end of an upstream that leaves the closing mark away, and a stream that was cut', () => {
    expect(pass(text + last + usage, true).tap.finished()).toBe(true)
    expect(pass(text, true).tap.finished()).toBe(false)
    expect(pass(text.replace('{"delta"', '{"finish_reason":"","delta"'), true).tap.finished()).toBe(false)
  })

  it('hides the usage from clients that did not ask, and holds the closing mark back', () => {
    const { tap, sent, held } = pass(text + usage + done, false)
    expect(sent).toBe(text)
    expect(held).toBe(done)
    expect(tap.usage()).toMatchObject({ input: 3, output: 2 })
    expect(tap.finished()).toBe(true)
  })

  it('shows it to those that did, byte for byte, however the network cuts it', () => {
    for (let pieces = 1; pieces < 200; pieces += 7) {
      const { sent, held } = pass(text + usage + done, true, pieces)
      expect(sent + held).toBe(text + usage + done)
    }
  })

  it('takes the last usage when it runs along with every chunk', () => {
    const running = (count: number) =>
      `data: {"choices":[{"delta":{"content":"x"}}],"usage":{"prompt_tokens":3,"completion_tokens":${count}}}\n\n`
    const { tap, sent } = pass(running(1) + running(2) + done, false)
    expect(sent).toBe(running(1) + running(2))
    expect(tap.usage()).toMatchObject({ input: 3, output: 2 })
  })

  it('measures the text it passed on', () => {
    expect(pass(text + text + done, false).tap.textBytes()).toBe(6)
    const bytesOf = (delta: unknown) =>
      pass(`data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`, false).tap.textBytes()
    expect(bytesOf({ content: '', reasoning: 'abc', reasoning_details: [{ text: 'abc' }] })).toBe(3)
    expect(bytesOf({ reasoning_content: 'abc' })).toBe(3)
    expect(bytesOf({ content: [{ type: 'text', text: 'abc' }] })).toBe(3)
    expect(bytesOf({ tool_calls: [{ function: { arguments: '{"a":"\\"}' } }] })).toBe(14)
    expect(bytesOf({ audio: { transcript: 'abc' } })).toBe(3)
    expect(bytesOf({ content: null })).toBe(0)
  })

  it('notices an error inside the stream, and not the word in the text', () => {
    expect(pass('data: {"error":{"message":"overloaded"}}\n\n', false).tap.failed()).toBe(true)
    const harmless = 'data: {"choices":[{"delta":{"content":"\\"error\\" {"}}]}\n\n'
    expect(pass(harmless, false).tap.failed()).toBe(false)
  })

  it('F04: gives out what came after the last blank line, unless the stream was cut there', () => {
    const { sent, held } = pass(text + last + done.trimEnd(), false)
    expect(sent + held).toBe(text + last + done.trimEnd())
    const cut = pass(text + last.slice(0, 20), false)
    expect([cut.sent, cut.held]).toEqual([text, ''])
  })

  it('F04: closes a stream whose upstream left the closing mark away, or told an error in its place', () => {
    expect(pass(text + last, false).held).toBe(last + done)
    expect(pass(text + last.trimEnd(), false).held).toBe(last + done)
    const failed = pass(`${text}data: {"error":{"message":"overloaded"}}\n\n`, false)
    expect([failed.tap.failed(), failed.held]).toEqual([true, done])
  })
})

describe('reading usage', () => {
  const usageOf = (usage: unknown) => openaiChat.reply.usage(Buffer.from(JSON.stringify({ usage })))

  it('makes the classes disjoint', () => {
    const usage = usageOf({
      prompt_tokens: 100,
      completion_tokens: 50,
      total_tokens: 150,
      prompt_tokens_details: { cached_tokens: 30, audio_tokens: 5 },
      completion_tokens_details: { reasoning_tokens: 20, audio_tokens: 10 },
    })
    expect(usage).toMatchObject({ input: 65, cacheRead: 30, audioInput: 5, output: 20, reasoning: 20, audioOutput: 10 })
  })

  it.each([
    [{ prompt_tokens: -5, completion_tokens: -1 }, undefined],
    [{ prompt_tokens: 'x', completion_tokens: null }, undefined],
    [
      { prompt_tokens: '7', completion_tokens: 1e99 },
      { input: 7, output: 40_000_000 },
    ],
    [
      { prompt_tokens: 5, completion_tokens: 0, prompt_tokens_details: { cached_tokens: 9 } },
      { input: 0, cacheRead: 5 },
    ],
  ])('never lets a broken figure become a bill: %j', (wire, expected) => {
    if (expected === undefined) expect(usageOf(wire)).toBeUndefined()
    else expect(usageOf(wire)).toMatchObject(expected)
  })

  it('is undefined for what is not JSON', () => {
    expect(openaiChat.reply.usage(Buffer.from('<html>'))).toBeUndefined()
  })
})

describe('reading and writing errors', () => {
  it.each([
    [
      '{"error":{"message":"m","type":"t","code":"c","param":"p"}}',
      { message: 'm', type: 't', code: 'c', parameter: 'p' },
    ],
    ['{"message":"m"}', { message: 'm' }],
    ['{"error":"m"}', { message: 'm' }],
    ['{"detail":"m"}', { message: 'm' }],
    ['{"header":{"message":"m"}}', { message: 'm' }],
    ['[{"error":{"message":"m","code":400}}]', { message: 'm', code: 400 }],
    ['{"detail":[{"loc":["body","user"],"msg":"m"}]}', { message: 'body.user: m' }],
    ['{"errors":[{"message":"m"}]}', { message: 'm' }],
    ['{"base_resp":{"status_code":1004,"status_msg":"m"}}', { message: 'm' }],
    ['<html>', { message: 'bad response status code 502', code: 'bad_response_status_code' }],
    ['', { message: 'bad response status code 502' }],
  ])('reads %s', (body, expected) => {
    expect(openaiChat.error.read(502, Buffer.from(body))).toMatchObject(expected)
  })

  it('closes a stream behind an error, so that no client waits on', () => {
    const text = openaiChat.error.event({ kind: 'upstream_failed', status: 502, code: 'cut', message: 'm' }).toString()
    expect(text).toBe(
      'data: {"error":{"message":"m","type":"server_error","param":null,"code":"cut"}}\n\ndata: [DONE]\n\n',
    )
  })

  it('gives a missing quota the type and the code that clients know', () => {
    const body = openaiChat.error.write({ kind: 'no_credit', status: 403, code: 'quota_insufficient', message: 'm' })
    expect(JSON.parse(body.toString())).toEqual({
      error: { message: 'm', type: 'insufficient_quota', param: null, code: 'insufficient_quota' },
    })
  })
})

const recorded = recordingsOf('openai-chat').filter((each) => each.response.status === 200)

/** Streams with a turn of their vendor's own, and what they are told with in its place. */
const ownTurns: Readonly<Record<string, RegExp>> = {
  'azure-openai-chat-stream-9f6ff91965': /^data: \{"choices":\[\],[^\n]*"object":"chat\.completion\.chunk"/,
  'azure-openai-chat-stream-a9bf88404d': /^data: \{"choices":\[\],[^\n]*"object":"chat\.completion\.chunk"/,
  'mistral-openai-chat-stream-ae9f5fad10': /"tool_calls":\[\{"id":"gSIMJiOkT","function":\{[^}]*\}"\},"index":0\}\]/,
  'perplexity-openai-chat-stream-af8c37b56d': /"object":"chat\.completion\.chunk","choices":\[\]/,
}

describe.skipIf(!recordingsPresent)('recorded answers of real providers', () => {
  it.each(recorded.filter((each) => each.streaming).map((each) => [each.id, each] as const))(
    'passes %s on',
    (_id, each) => {
      const stream = each.response.sse ?? ''
      const isClosed = stream.includes('[DONE]')
      for (const pieces of [1, 3, 50]) {
        const { tap, sent, held } = pass(stream, true, pieces, { untouched: true })
        expect(sent + held).toBe(isClosed ? stream : `${stream}data: [DONE]\n\n`)
        checkUsage(tap.usage(), each.expected.usage)
        const shaped = pass(stream, true, pieces)
        checkUsage(shaped.tap.usage(), each.expected.usage)
        const turn = ownTurns[each.id]
        if (turn === undefined) expect(shaped.sent + shaped.held).toBe(sent + held)
        else expect(shaped.sent + shaped.held).toMatch(turn)
      }
    },
  )

  it.each(recorded.filter((each) => !each.streaming).map((each) => [each.id, each] as const))(
    'meters %s',
    (_id, each) => {
      checkUsage(openaiChat.reply.usage(Buffer.from(each.response.body ?? '')), each.expected.usage)
    },
  )
})

it.skipIf(recordingsPresent)(
  `${recordingsInSet} recorded exchanges were not replayed: their folder is not here`,
  () => {},
)

const checkUsage = (usage: ReturnType<typeof openaiChat.reply.usage>, expected: Record<string, number> | undefined) => {
  if (expected?.input !== undefined) expect(usage === undefined ? 0 : inputTokens(usage)).toBe(expected.input)
  if (expected?.output !== undefined) expect(usage === undefined ? 0 : outputTokens(usage)).toBe(expected.output)
  if (expected?.cached !== undefined) expect(usage?.cacheRead).toBe(expected.cached)
}
