import { describe, expect, it } from 'vitest'
import { inputTokens, outputTokens } from '#pricing/usage.ts'
import { recordingsOf } from '#testing/recordings.ts'
import type { JsonObject } from '../json/json.ts'
import { openaiCompletions } from './index.ts'

const outline = (body: JsonObject) => openaiCompletions.request.outline({ model: 'm', ...body })

const pass = (text: string, wantsUsage: boolean, pieces = 1) => {
  const tap = openaiCompletions.stream.tap({ ...outline({ prompt: 'x', stream: true }), wantsUsage })
  const bytes = Buffer.from(text)
  const size = Math.max(1, Math.ceil(bytes.length / pieces))
  const sent: Buffer[] = []
  for (let start = 0; start < bytes.length; start += size) {
    const piece = tap.push(bytes.subarray(start, start + size))
    if (piece !== undefined) sent.push(piece)
  }
  const held = tap.end() ?? Buffer.alloc(0)
  return { tap, sent: Buffer.concat(sent).toString(), held: held.toString() }
}

describe('outlining a request', () => {
  it('reads model, stream, limits and choices', () => {
    expect(
      outline({ prompt: 'hello', stream: true, max_tokens: 7, n: 2, stream_options: { include_usage: true } }),
    ).toMatchObject({ model: 'm', stream: true, maximumOutput: 7, choices: 2, wantsUsage: true })
  })

  it('counts every text that is written, also those that are thrown away', () => {
    expect(outline({ prompt: ['a', 'b', 'c'], n: 2 }).choices).toBe(6)
    expect(outline({ prompt: 'a', n: 2, best_of: 5 }).choices).toBe(5)
    expect(outline({ prompt: [[1, 2], [3]], best_of: 2 }).choices).toBe(4)
  })

  it('estimates prompts given as text, as tokens and between two texts', () => {
    const one = outline({ prompt: 'word '.repeat(100) }).promptEstimate
    expect(one).toBeGreaterThan(100)
    expect(outline({ prompt: 'word '.repeat(50), suffix: 'word '.repeat(50) }).promptEstimate).toBeGreaterThan(100)
    const tokens = Array.from({ length: 500 }, (_, index) => index)
    expect(outline({ prompt: tokens }).promptEstimate).toBeGreaterThanOrEqual(500)
    expect(outline({ prompt: tokens }).choices).toBe(1)
    expect(outline({ prompt: [tokens, tokens] }).promptEstimate).toBeGreaterThanOrEqual(1000)
    expect(outline({}).choices).toBe(1)
  })

  it.each([
    [{ model: '', prompt: 'x' }, 'model'],
    [{ prompt: 7 }, 'prompt'],
    [{ prompt: { a: 1 } }, 'prompt'],
    [{ prompt: ['a', 7] }, 'prompt[1]'],
    [{ prompt: [1.5] }, 'prompt[0]'],
    [{ prompt: 'x', n: 0 }, 'n'],
    [{ prompt: 'x', best_of: -1 }, 'best_of'],
    [{ prompt: 'x', max_tokens: 2 ** 31 }, 'max_tokens'],
    [{ prompt: 'x', stream: 'yes' }, 'stream'],
  ])('names the place of what is wrong: %j', (body, field) => {
    expect(() => outline(body)).toThrow(`${field}: `)
  })
})

describe('amending a request', () => {
  it('changes the model and asks a stream for its usage, and nothing else', () => {
    const text = '{"model":"m","prompt":[1,2],"stream":true,"echo":true,"seed":12345678901234567890}'
    const body = JSON.parse(text)
    const amended = openaiCompletions.request.amend(Buffer.from(text), body, outline(body), 'n').toString()
    expect(amended).toBe(
      '{"stream_options":{"include_usage":true},"model":"n","prompt":[1,2],"stream":true,"echo":true,"seed":12345678901234567890}',
    )
  })
})

describe('passing a stream on', () => {
  const text = 'data: {"object":"text_completion","choices":[{"text":"abc","index":0,"finish_reason":null}]}\n\n'
  const last = 'data: {"object":"text_completion","choices":[{"text":"","index":0,"finish_reason":"length"}]}\n\n'
  const usage = 'data: {"object":"text_completion","choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2}}\n\n'
  const done = 'data: [DONE]\n\n'

  it('holds the end back and hides usage that nobody asked for', () => {
    const { tap, sent, held } = pass(text + last + usage + done, false)
    expect(sent).toBe(text)
    expect(held).toBe(last + done)
    expect(tap.usage()).toMatchObject({ input: 3, output: 2 })
    expect(tap.textBytes()).toBe(3)
    expect(tap.finished()).toBe(true)
  })

  it('loses no byte, however the network cuts it', () => {
    for (let pieces = 1; pieces < 300; pieces += 11) {
      const { sent, held } = pass(text + last + usage + done, true, pieces)
      expect(sent + held).toBe(text + last + usage + done)
    }
  })
})

const recorded = recordingsOf('openai-completions')

describe.skipIf(recorded.length === 0)('recorded answers of real providers', () => {
  it.each(recorded.map((each) => [each.id, each] as const))('meters %s', (_id, each) => {
    const stream = each.response.sse
    const taps = stream === undefined ? [] : [1, 3, 50].map((pieces) => pass(stream, true, pieces))
    for (const { sent, held } of taps) expect(sent + held).toBe(stream)
    for (const { tap } of taps) expect(tap.textBytes()).toBeGreaterThan(0)
    const { input, output } = each.expected.usage ?? {}
    const body = each.response.body ?? ''
    const told =
      stream === undefined ? [openaiCompletions.reply.usage(Buffer.from(body))] : taps.map(({ tap }) => tap.usage())
    for (const usage of told) {
      if (input === undefined) expect(usage).toBeUndefined()
      else expect(usage && [inputTokens(usage), outputTokens(usage)]).toEqual([input, output])
    }
  })
})
