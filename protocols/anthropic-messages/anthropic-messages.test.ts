import { describe, expect, it } from 'vitest'
import { inputTokens, outputTokens } from '#pricing/usage.ts'
import { estimateInputTokens } from '../counting/chat-estimate.ts'
import { writeTokenCount } from './count-tokens.ts'
import { anthropicMessages } from './index.ts'
import { capabilitiesOf } from './model-capabilities.ts'
import { readRequest } from './read-request.ts'
import { readUsage } from './usage.ts'

const messages = [{ role: 'user', content: 'hello' }]
const outline = (body: Record<string, unknown>) => anthropicMessages.request.outline(body)

describe('outlining a request', () => {
  it('reads model, stream and limit', () => {
    expect(outline({ model: 'm', messages, stream: true, max_tokens: 7 })).toMatchObject({
      model: 'm',
      stream: true,
      maximumOutput: 7,
      choices: 1,
    })
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

  it('needs no limit, which a request to count tokens has not', () => {
    expect(outline({ model: 'm', messages }).maximumOutput).toBeUndefined()
  })

  it('estimates prompts high rather than low, and a picture by itself, not by its bytes', () => {
    const long = outline({ model: 'm', system: 'word '.repeat(1000), messages })
    expect(long.promptEstimate).toBeGreaterThan(1000)
    const source = { type: 'base64', media_type: 'image/png', data: 'A'.repeat(1_000_000) }
    const picture = outline({ model: 'm', messages: [{ role: 'user', content: [{ type: 'image', source }] }] })
    expect(picture.promptEstimate).toBeGreaterThan(1000)
    expect(picture.promptEstimate).toBeLessThan(10_000)
  })
})

describe('amending a request', () => {
  const amend = (text: string, model: string) => {
    const body = JSON.parse(text)
    return anthropicMessages.request.amend(Buffer.from(text), body, outline(body), model).toString()
  }

  it('passes a request on untouched when nothing must change', () => {
    const text = '{"model":"m", "messages":[{"role":"user","content":"\\"foreign:"}],"odd":12345678901234567890}'
    expect(amend(text, 'm')).toBe(text)
  })

  it('changes the model and nothing else', () => {
    const text = '{"model":"m", "messages":[{"role":"user","content":"x"}],"odd":12345678901234567890}'
    expect(amend(text, 'n')).toBe(text.replace('"m"', '"n"'))
  })

  it('leaves out the thinking that another vendor has sealed', () => {
    const thinking = { type: 'thinking', thinking: 'hm', signature: 'foreign:gemini:::c2VhbA==' }
    const own = { type: 'thinking', thinking: 'oh', signature: 'c2VhbA==' }
    const text = { type: 'text', text: 'hi' }
    const body = { model: 'm', messages: [...messages, { role: 'assistant', content: [thinking, own, text] }] }
    expect(JSON.parse(amend(JSON.stringify(body), 'm')).messages[1].content).toEqual([own, text])
  })
})

describe('reading usage', () => {
  it('makes the classes disjoint and keeps the lifetimes of the cache apart', () => {
    const usage = readUsage({
      input_tokens: 10,
      cache_read_input_tokens: 200,
      cache_creation_input_tokens: 30,
      cache_creation: { ephemeral_5m_input_tokens: 20, ephemeral_1h_input_tokens: 10 },
      output_tokens: 50,
      output_tokens_details: { thinking_tokens: 40 },
    })
    expect(usage).toMatchObject({
      input: 10,
      cacheRead: 200,
      cacheWrite: 20,
      cacheWriteHour: 10,
      output: 10,
      reasoning: 40,
    })
    expect(usage && inputTokens(usage)).toBe(240)
    expect(usage && outputTokens(usage)).toBe(50)
  })

  it('adds up the passes of its own model and leaves the adviser out', () => {
    const pass = (type: string, input_tokens: number, output_tokens: number) => ({ type, input_tokens, output_tokens })
    const told = { input_tokens: 30, output_tokens: 3 }
    const iterations = [pass('compaction', 100, 10), pass('message', 30, 3), pass('advisor_message', 1000, 100)]
    expect(readUsage({ ...told, iterations })).toMatchObject({ input: 130, output: 13 })
    const fallback = [...iterations, pass('fallback_message', 7, 7)]
    expect(readUsage({ ...told, iterations: fallback })).toMatchObject({ input: 30, output: 3 })
  })

  it.each([
    [{ input_tokens: -5, output_tokens: -1 }, undefined],
    [{ input_tokens: 'x', output_tokens: null }, undefined],
    [
      { input_tokens: '7', output_tokens: 1e99 },
      { input: 7, output: 40_000_000 },
    ],
    [
      { input_tokens: 5, output_tokens: 2, output_tokens_details: { thinking_tokens: 9 } },
      { output: 0, reasoning: 2 },
    ],
    [
      { input_tokens: 5, cache_creation_input_tokens: 3, cache_creation: { ephemeral_1h_input_tokens: 9 } },
      { cacheWrite: 0, cacheWriteHour: 3 },
    ],
  ])('never lets a broken figure become a bill: %j', (wire, expected) => {
    if (expected === undefined) expect(readUsage(wire)).toBeUndefined()
    else expect(readUsage(wire)).toMatchObject(expected)
  })

  it('is not misled by what the model itself wrote', () => {
    const input = { usage: { input_tokens: 1, output_tokens: 1 } }
    const body = { usage: { input_tokens: 70, output_tokens: 7 }, content: [{ type: 'tool_use', input }] }
    expect(anthropicMessages.reply.usage(Buffer.from(JSON.stringify(body)))).toMatchObject({ input: 70, output: 7 })
    expect(anthropicMessages.reply.usage(Buffer.from('<html>'))).toBeUndefined()
  })
})

describe('reading and writing errors', () => {
  it.each([
    ['{"type":"error","error":{"type":"overloaded_error","message":"m"}}', { message: 'm', type: 'overloaded_error' }],
    ['{"message":"m"}', { message: 'm' }],
    ['{"Message":"m","__type":"ValidationException"}', { message: 'm', type: 'ValidationException' }],
    ['[{"error":{"code":429,"message":"m","status":"RESOURCE_EXHAUSTED"}}]', { message: 'm', code: 429 }],
    ['{"error":"m"}', { message: 'm' }],
    ['<html>', { message: 'bad response status code 502' }],
    ['', { message: 'bad response status code 502' }],
  ])('reads %s', (body, expected) => {
    expect(anthropicMessages.error.read(502, Buffer.from(body))).toMatchObject(expected)
  })

  it('tells a code where its clients look for one, and the id by which support finds the call', () => {
    const error = { kind: 'no_credit', status: 402, code: 'quota_insufficient', message: 'm', requestId: 'r1' } as const
    const told = { type: 'billing_error', message: 'm', details: { error_code: 'quota_insufficient' } }
    const body = { type: 'error', error: told, request_id: 'r1' }
    expect(JSON.parse(anthropicMessages.error.write(error).toString())).toEqual(body)
    const event = anthropicMessages.error.event({ ...error, code: null }).toString()
    expect(event).toBe(
      'event: error\ndata: {"type":"error","error":{"type":"billing_error","message":"m"},"request_id":"r1"}\n\n',
    )
  })
})

describe('what a model is known to accept', () => {
  it.each([
    ['claude-opus-4-5-20251101', 'budget', 64_000],
    ['us.anthropic.claude-opus-4-5-20251101-v1:0', 'budget', 64_000],
    ['anthropic/claude-opus-4.6', 'adaptive', 128_000],
    ['claude-opus-4@20250514', 'budget', 32_000],
    ['claude-opus-4-1-20250805', 'budget', 32_000],
    ['claude-sonnet-4-20250514', 'budget', 64_000],
    ['claude-sonnet-4-0', 'budget', 64_000],
    ['claude-3-7-sonnet-20250219', 'budget', 64_000],
    ['claude-3-5-haiku-20241022', 'none', 8192],
    ['claude-3-haiku-20240307', 'none', 4096],
    ['claude-sonnet-5', 'adaptive', 128_000],
    ['claude-opus-9', 'adaptive', 128_000],
    ['claude-something-new', 'adaptive', 128_000],
    ['kimi-k2', 'budget', undefined],
  ])('%s', (model, thinking, maximumOutput) => {
    expect(capabilitiesOf(model)).toMatchObject({ thinking, maximumOutput })
  })
})

describe('counting tokens here', () => {
  it('comes near to what the vendor counts', () => {
    const request = readRequest({
      model: 'claude-sonnet-4-6',
      system: [{ type: 'text', text: 'You are a terse assistant.' }],
      messages: [
        { role: 'user', content: 'an earlier question with some length to it' },
        { role: 'assistant', content: 'an earlier answer' },
        { role: 'user', content: 'and one more question' },
      ],
    })
    const tokens = estimateInputTokens(request)
    expect(tokens).toBeGreaterThan(30)
    expect(tokens).toBeLessThan(45)
    expect(writeTokenCount(tokens)).toEqual({ input_tokens: tokens })
  })

  it('judges a long text by pieces', () => {
    const asked = (content: string) =>
      estimateInputTokens(readRequest({ model: 'm', messages: [{ role: 'user', content }] }))
    const page = asked('words and more words, 42. '.repeat(900))
    const book = asked('words and more words, 42. '.repeat(90_000))
    expect(book / page).toBeGreaterThan(98)
    expect(book / page).toBeLessThan(102)
    expect(asked('中文字'.repeat(100))).toBeGreaterThan(300)
  })
})
