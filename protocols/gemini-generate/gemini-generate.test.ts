import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../json/json.ts'
import { writeTokenCount } from './count-tokens.ts'
import { geminiGenerate } from './index.ts'
import { writeModel, writeModelList } from './models.ts'
import { readSeal, writeRedacted, writeSignature } from './seal.ts'

const { outline } = geminiGenerate.request
const contents = [{ role: 'user', parts: [{ text: 'hello' }] }]

describe('outlining a request', () => {
  it('takes a body without a model, which stands in the path', () => {
    expect(outline({ contents })).toMatchObject({ model: '', stream: false, choices: 1, maximumOutput: undefined })
  })

  it('reads limits and choices in both ways of writing names', () => {
    const generationConfig = { maxOutputTokens: 7, candidateCount: 2 }
    expect(outline({ contents, generationConfig })).toMatchObject({ maximumOutput: 7, choices: 2 })
    expect(outline({ contents, generation_config: { max_output_tokens: 8 } })).toMatchObject({ maximumOutput: 8 })
  })

  it('looks into a token count that holds its request one level deeper', () => {
    const request = { model: 'models/m', contents: [{ parts: [{ text: 'word '.repeat(1000) }] }] }
    expect(outline({ generateContentRequest: request }).promptEstimate).toBeGreaterThan(1000)
  })

  it.each([
    [{}, 'contents'],
    [{ contents: [] }, 'contents'],
    [{ contents: ['x'] }, 'contents[0]'],
    [{ contents, generationConfig: [] }, 'generationConfig'],
  ])('names the field of a request that is wrong: %j', (body, field) => {
    expect(() => outline(body)).toThrow(`${field}: `)
  })

  it.each([-1, 0, 2 ** 31, 1e308, '10', Number.NaN, 1.5])('T14: refuses maxOutputTokens %s', (maxOutputTokens) => {
    expect(() => outline({ contents, generationConfig: { maxOutputTokens } })).toThrow(
      /^generationConfig\.maxOutputTokens: /,
    )
  })

  it('estimates prompts high rather than low, pictures, sound and tools included', () => {
    const picture = { inlineData: { mimeType: 'image/png', data: 'AAAA' } }
    expect(outline({ contents: [{ parts: [picture] }] }).promptEstimate).toBeGreaterThan(1000)
    const sound = { inline_data: { mime_type: 'audio/mp3', data: 'A'.repeat(4_000_000) } }
    expect(outline({ contents: [{ parts: [sound] }] }).promptEstimate).toBeGreaterThan(15_000)
    const tools = [{ functionDeclarations: [{ name: 'f', description: 'word '.repeat(1000) }] }]
    expect(outline({ contents, tools }).promptEstimate).toBeGreaterThan(1000)
  })
})

describe('amending a request', () => {
  const amend = (body: JsonObject, model: string, upstreamModel: string) => {
    const text = JSON.stringify(body)
    const bytes = geminiGenerate.request.amend(Buffer.from(text), body, { ...outline(body), model }, upstreamModel)
    return { untouched: bytes.toString() === text, body: JSON.parse(bytes.toString()) }
  }

  it('leaves it as it is, whatever the model in the path becomes', () => {
    expect(amend({ contents, odd: { a: 1 } }, 'm', 'n').untouched).toBe(true)
  })

  it('changes the model where the body names it again', () => {
    expect(amend({ model: 'models/m', contents }, 'm', 'n').body.model).toBe('models/n')
    const generateContentRequest = { model: 'models/m', contents }
    expect(amend({ generateContentRequest }, 'm', 'n').body.generateContentRequest.model).toBe('models/n')
  })

  it("never sends another vendor's seal to Google, and keeps Google's own", () => {
    const foreign = writeSignature({ by: 'anthropic', value: 'sealed' })
    const redacted = writeRedacted({ type: 'redacted_reasoning', by: 'anthropic', data: 'hidden' })
    const parts = [
      { text: 'thinking', thought: true, thoughtSignature: foreign },
      { text: '', thought: true, thoughtSignature: redacted },
      { functionCall: { name: 'f', args: {} }, thoughtSignature: foreign },
      { text: 'own', thoughtSignature: 'CiwBjz1rX7BKwi0YqwhM' },
    ]
    const onlySeal = { role: 'model', parts: [{ text: '', thought: true, thoughtSignature: foreign }] }
    const body = { contents: [...contents, onlySeal, { role: 'model', parts }] }
    const rest = [{ text: 'thinking', thought: true }]
    const own = { text: 'own', thoughtSignature: 'CiwBjz1rX7BKwi0YqwhM' }
    const call = { functionCall: { name: 'f', args: {} } }
    expect(amend(body, 'gemini-2.5-pro', 'gemini-2.5-pro').body.contents).toEqual([
      ...contents,
      { role: 'model', parts: [...rest, call, own] },
    ])
    const signed = { ...call, thoughtSignature: 'skip_thought_signature_validator' }
    expect(amend(body, 'gemini-3-pro', 'gemini-3-pro').body.contents[1].parts).toEqual([...rest, signed, own])
  })
})

describe('sealing what another vendor signed', () => {
  it('survives the way through a client, as base64 that any of them accepts', () => {
    const sealed = writeSignature({ by: 'openai', value: 'gAAA…' }, 'rs_1')
    expect(sealed).toMatch(/^[A-Za-z0-9+/]+=*$/)
    expect(readSeal(sealed)).toEqual({ kind: 'signature', signature: { by: 'openai', value: 'gAAA…' }, id: 'rs_1' })
    const part = { type: 'redacted_reasoning', by: 'anthropic', data: 'x' } as const
    expect(readSeal(writeRedacted(part))).toEqual({ kind: 'redacted', part })
  })

  it.each(['CiwBjz1rX7BKwi0YqwhM', 'eyJieSI6', 'eyJieSI6Im5vYm9keSJ9'])(
    'takes %s for a signature of Google',
    (value) => {
      expect(readSeal(value)).toMatchObject({ kind: 'signature', signature: { by: 'gemini', value } })
    },
  )
})

const first =
  'data: {"candidates":[{"content":{"parts":[{"text":"hé"}],"role":"model"}}],"usageMetadata":{"promptTokenCount":3}}\r\n\r\n'
const usage = '"usageMetadata":{"promptTokenCount":3,"candidatesTokenCount":2,"totalTokenCount":5}'
const last = `data: {"candidates":[{"content":{"parts":[{"text":"!"}]},"finishReason":"STOP"}],${usage}}\r\n\r\n`

const pass = (text: string, pieces = 1) => {
  const tap = geminiGenerate.stream.tap(outline({ contents }))
  const bytes = Buffer.from(text)
  const size = Math.max(1, Math.ceil(bytes.length / pieces))
  const sent: Buffer[] = []
  for (let start = 0; start < bytes.length; start += size)
    sent.push(tap.push(bytes.subarray(start, start + size)) ?? Buffer.alloc(0))
  return { tap, sent: Buffer.concat(sent).toString(), held: tap.end()?.toString() ?? '' }
}

describe('passing a stream on', () => {
  it('holds the last event back, and reads the usage from it', () => {
    const { tap, sent, held } = pass(first + last)
    expect(sent).toBe(first)
    expect(held).toBe(last)
    expect(tap.usage()).toMatchObject({ input: 3, output: 2 })
    expect(tap.finished()).toBe(true)
  })

  it('passes every byte on, however the network cuts it', () => {
    const text = first + last
    for (let pieces = 1; pieces <= Buffer.byteLength(text); pieces += 1) {
      const { sent, held } = pass(text, pieces)
      expect(sent + held).toBe(text)
    }
  })

  it('does not stop for models that say in every piece that they are finished', () => {
    const { tap, sent, held } = pass(last + last + last)
    expect(sent).toBe(last + last)
    expect(held).toBe(last)
    expect(tap.finished()).toBe(true)
  })

  it('is not misled by the arguments of a call', () => {
    const call =
      'data: {"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{"finishReason":"x","error":{},"usageMetadata":{"promptTokenCount":1}}}}]}}]}\n\n'
    const { tap, sent } = pass(call)
    expect(sent).toBe(call)
    expect(tap.finished()).toBe(false)
    expect(tap.failed()).toBe(false)
    expect(tap.usage()).toBeUndefined()
  })

  it('notices an error inside the stream, and a prompt that was blocked', () => {
    expect(pass('data: {"error":{"code":503,"message":"m","status":"UNAVAILABLE"}}\n\n').tap.failed()).toBe(true)
    const { tap, held } = pass('data: {"promptFeedback":{"blockReason":"SAFETY"}}\n\n')
    expect(tap.finished()).toBe(true)
    expect(held).toContain('SAFETY')
  })

  it('measures texts, calls and pictures', () => {
    const sizeOf = (part: JsonObject) =>
      pass(`data: ${JSON.stringify({ candidates: [{ content: { parts: [part] } }] })}\n\n`).tap.textBytes()
    expect(sizeOf({ text: 'x'.repeat(100) })).toBe(100)
    expect(
      sizeOf({ functionCall: { name: 'f', args: { a: '}'.repeat(50) } }, thoughtSignature: 'A'.repeat(900) }),
    ).toBe(58)
    expect(sizeOf({ inlineData: { mimeType: 'image/png', data: 'AAAA' } })).toBe(4200)
  })
})

describe('reading usage', () => {
  const usageOf = (usageMetadata: unknown) => geminiGenerate.reply.usage(Buffer.from(JSON.stringify({ usageMetadata })))

  it('makes the classes disjoint', () => {
    expect(
      usageOf({
        promptTokenCount: 100,
        cachedContentTokenCount: 30,
        toolUsePromptTokenCount: 7,
        candidatesTokenCount: 50,
        thoughtsTokenCount: 20,
        promptTokensDetails: [
          { modality: 'TEXT', tokenCount: 60 },
          { modality: 'AUDIO', tokenCount: 25 },
          { modality: 'IMAGE', tokenCount: 15 },
        ],
        cacheTokensDetails: [{ modality: 'AUDIO', tokenCount: 5 }],
        candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 40 }],
      }),
    ).toMatchObject({
      input: 42,
      cacheRead: 30,
      audioInput: 20,
      imageInput: 15,
      output: 10,
      imageOutput: 40,
      reasoning: 20,
    })
  })

  it.each([
    [{ promptTokenCount: -5, candidatesTokenCount: -1 }, undefined],
    [{ trafficType: 'ON_DEMAND' }, undefined],
    [
      { promptTokenCount: '7', candidatesTokenCount: 1e99 },
      { input: 7, output: 40_000_000 },
    ],
    [
      { promptTokenCount: 5, cachedContentTokenCount: 9 },
      { input: 0, cacheRead: 5 },
    ],
    [
      { promptTokenCount: 5, totalTokenCount: 9 },
      { input: 5, output: 4 },
    ],
  ])('never lets a broken figure become a bill: %j', (wire, expected) => {
    if (expected === undefined) expect(usageOf(wire)).toBeUndefined()
    else expect(usageOf(wire)).toMatchObject(expected)
  })
})

describe('reading and writing errors', () => {
  const google = {
    code: 400,
    message: 'API key not valid',
    status: 'INVALID_ARGUMENT',
    details: [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
      { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field: 'contents' }] },
    ],
  }

  it.each([
    [JSON.stringify({ error: google }), { type: 'INVALID_ARGUMENT', code: 'API_KEY_INVALID', parameter: 'contents' }],
    [JSON.stringify([{ error: google }]), { message: 'API key not valid' }],
    ['{"message":"m"}', { message: 'm' }],
    ['<html>', { message: 'bad response status code 502' }],
  ])('reads %s', (body, expected) => {
    expect(geminiGenerate.error.read(502, Buffer.from(body))).toMatchObject(expected)
  })

  it('tells how long to wait, and why, as Google does', () => {
    const error = { kind: 'limited', status: 429, code: 'rate_limited', message: 'm', retryAfterSeconds: 9 } as const
    expect(JSON.parse(geminiGenerate.error.write(error).toString()).error.details).toEqual([
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'RATE_LIMITED', domain: 'sluice' },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '9s' },
    ])
  })
})

it("writes lists of models and counts of tokens in Google's shape", () => {
  expect(writeModelList(['m'], new URLSearchParams())).toEqual({
    models: [{ name: 'models/m', displayName: 'm', supportedGenerationMethods: ['generateContent', 'countTokens'] }],
  })
  expect(writeModelList(['m'], new URLSearchParams())).toEqual({ models: [writeModel('m')] })
  expect(writeTokenCount(12)).toEqual({ totalTokens: 12 })
})
