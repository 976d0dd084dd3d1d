import { describe, expect, it } from 'vitest'
import { inputTokens, outputTokens, type Usage } from '#pricing/usage.ts'
import { recordingsInSet, recordingsOf, recordingsPresent } from '#testing/recordings.ts'
import { openaiResponses } from './index.ts'

const outline = (body: Record<string, unknown>) => openaiResponses.request.outline(body)
const plain = { model: 'm', input: 'hello' }

const event = (type: string, fields: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
const created = event('response.created', { response: { id: 'resp_1', error: null, usage: null, output: [] } })
const delta = event('response.output_text.delta', { output_index: 0, content_index: 0, delta: 'hé "you"' })
const usage = { input_tokens: 3, output_tokens: 2, total_tokens: 5 }
const completed = event('response.completed', { response: { id: 'resp_1', status: 'completed', output: [], usage } })

const pass = (text: string, pieces = 1) => {
  const tap = openaiResponses.stream.tap(outline({ ...plain, stream: true }))
  const bytes = Buffer.from(text)
  const sent: Buffer[] = []
  const size = Math.max(1, Math.ceil(bytes.length / pieces))
  for (let start = 0; start < bytes.length; start += size) {
    const piece = tap.push(bytes.subarray(start, start + size))
    if (piece !== undefined) sent.push(piece)
  }
  return { tap, sent: Buffer.concat(sent).toString(), held: tap.end()?.toString() ?? '' }
}

describe('outlining a request', () => {
  it('reads model, stream and limit', () => {
    expect(outline({ ...plain, stream: true, max_output_tokens: 7 })).toMatchObject({
      model: 'm',
      stream: true,
      maximumOutput: 7,
      choices: 1,
      wantsUsage: true,
    })
  })

  it('tells what ties a request to answers that the upstream keeps', () => {
    expect(outline(plain).storage).toEqual({
      previousResponseId: undefined,
      conversation: undefined,
      kept: true,
      background: false,
    })
    const tied = { ...plain, previous_response_id: 'resp_1', conversation: { id: 'conv_1' }, background: true }
    expect(outline({ ...tied, store: false }).storage).toEqual({
      previousResponseId: 'resp_1',
      conversation: 'conv_1',
      kept: false,
      background: true,
    })
  })

  it('needs no input where there is an earlier answer to go on from', () => {
    expect(outline({ model: 'm', previous_response_id: 'resp_1' }).model).toBe('m')
    expect(outline({ model: 'm', prompt: { id: 'pmpt_1' } }).model).toBe('m')
  })

  it.each([
    [{ input: 'x' }, 'model'],
    [{ model: 'm' }, 'input'],
    [{ model: 'm', input: [] }, 'input'],
    [{ model: 'm', input: 3 }, 'input'],
    [{ ...plain, stream: 'yes' }, 'stream'],
    [{ ...plain, background: 'yes' }, 'background'],
    [{ ...plain, previous_response_id: 5 }, 'previous_response_id'],
  ])('names the field of a request that is wrong: %j', (body, field) => {
    expect(() => outline(body)).toThrow(new RegExp(`^${field}: `))
  })

  it.each([-1, 2 ** 31, 1e308, '10', Number.NaN, 1.5])('T14: refuses max_output_tokens %s', (value) => {
    expect(() => outline({ ...plain, max_output_tokens: value })).toThrow(/^max_output_tokens: /)
  })

  it('estimates prompts high rather than low, pictures and files by what they are, not by their bytes', () => {
    const long = 'word '.repeat(1000)
    expect(outline({ ...plain, input: long }).promptEstimate).toBeGreaterThan(1000)
    expect(outline({ ...plain, instructions: long }).promptEstimate).toBeGreaterThan(1000)
    expect(outline({ ...plain, tools: [{ type: 'function', description: long }] }).promptEstimate).toBeGreaterThan(1000)
    const picture = { type: 'input_image', image_url: `data:image/png;base64,${'A'.repeat(1_000_000)}` }
    const seen = outline({ ...plain, input: [{ role: 'user', content: [picture] }] }).promptEstimate
    expect(seen).toBeGreaterThan(1000)
    expect(seen).toBeLessThan(2000)
  })
})

describe('amending a request', () => {
  const amend = (text: string, model: string) => {
    const body = JSON.parse(text)
    return openaiResponses.request.amend(Buffer.from(text), body, outline(body), model).toString()
  }

  it('passes a request on untouched when nothing must change', () => {
    const text = '{"model":"m","stream":true,"input":"x","seed":12345678901234567890,"odd":{}}'
    expect(amend(text, 'm')).toBe(text)
  })

  it('changes the model and nothing else, above all no stream options', () => {
    const text = '{"model":"m","stream":true,"input":[{"role":"user","content":"x"}],"previous_response_id":"resp_1"}'
    expect(amend(text, 'n')).toBe(text.replace('"m"', '"n"'))
  })

  it('leaves out what another vendor sealed in an earlier turn', () => {
    const own = { type: 'reasoning', summary: [], encrypted_content: 'gAAAA' }
    const foreign = { type: 'reasoning', summary: [], encrypted_content: 'seal:anthropic:text:abc' }
    const question = { role: 'user', content: 'what does seal: mean?' }
    const body = { model: 'm', input: [own, foreign, question] }
    expect(JSON.parse(amend(JSON.stringify(body), 'm'))).toEqual({ model: 'm', input: [own, question] })
    const harmless = JSON.stringify({ model: 'm', input: [own, question] })
    expect(amend(harmless, 'm')).toBe(harmless)
  })
})

describe('passing a stream on', () => {
  it('holds the last event back and reads its usage', () => {
    const { tap, sent, held } = pass(created + delta + completed)
    expect(sent).toBe(created + delta)
    expect(held).toBe(completed)
    expect(tap.usage()).toMatchObject({ input: 3, output: 2 })
    expect([tap.finished(), tap.failed()]).toEqual([true, false])
  })

  it('holds back whatever follows as well', () => {
    expect(pass(`${created}${completed}data: [DONE]\n\n`).held).toBe(`${completed}data: [DONE]\n\n`)
  })

  it('gives out every byte, wherever the network cuts', () => {
    const stream = created + delta + completed
    for (let pieces = 1; pieces <= stream.length; pieces += 1) {
      const { sent, held, tap } = pass(stream, pieces)
      expect(sent + held).toBe(stream)
      expect(tap.finished()).toBe(true)
    }
  })

  it('measures the text it passed on', () => {
    expect(pass(delta + delta).tap.textBytes()).toBe(2 * Buffer.byteLength('hé \\"you\\"'))
  })

  it('takes the words of the marks for text where they are text', () => {
    const text = event('response.output_text.delta', { delta: 'then response.completed and "error" and [DONE]' })
    const { tap, sent } = pass(created + text)
    expect(sent).toBe(created + text)
    expect([tap.finished(), tap.failed()]).toEqual([false, false])
  })

  it.each([
    event('error', { sequence_number: 1, error: { message: 'overloaded' } }),
    event('error', { sequence_number: 1, code: 'x', message: 'overloaded', param: null }),
    event('response.failed', { response: { status: 'failed', error: { code: 'x', message: 'overloaded' }, usage } }),
  ])('notices a failure inside the stream and passes it on at once: %s', (failure) => {
    const { tap, sent } = pass(created + delta + failure)
    expect(sent).toBe(created + delta + failure)
    expect(tap.failed()).toBe(true)
  })

  it('is not finished when the stream was cut', () => {
    expect(pass(created + delta).tap.finished()).toBe(false)
  })
})

describe('reading usage', () => {
  const usageOf = (wire: unknown) => openaiResponses.reply.usage(Buffer.from(JSON.stringify({ usage: wire })))

  it('makes the classes disjoint', () => {
    const wire = {
      input_tokens: 100,
      input_tokens_details: { cached_tokens: 30, cache_write_tokens: 20 },
      output_tokens: 50,
      output_tokens_details: { reasoning_tokens: 20 },
      total_tokens: 150,
    }
    expect(usageOf(wire)).toMatchObject({ input: 50, cacheRead: 30, cacheWrite: 20, output: 30, reasoning: 20 })
  })

  it('counts reasoning that stands outside the output', () => {
    const wire = {
      input_tokens: 10,
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 7 },
      total_tokens: 22,
    }
    expect(usageOf(wire)).toMatchObject({ output: 5, reasoning: 7 })
  })

  it.each([
    [{ input_tokens: -5, output_tokens: -1 }, undefined],
    [{ input_tokens: 'x', output_tokens: null }, undefined],
    [
      { input_tokens: '7', output_tokens: 1e99 },
      { input: 7, output: 40_000_000 },
    ],
    [
      { input_tokens: 5, output_tokens: 1, input_tokens_details: { cached_tokens: 9, cache_write_tokens: 9 } },
      { input: 0, cacheRead: 5, cacheWrite: 0 },
    ],
    [
      { input_tokens: 5, output_tokens: 2, output_tokens_details: { reasoning_tokens: 9 } },
      { output: 0, reasoning: 2 },
    ],
  ])('never lets a broken figure become a bill: %j', (wire, expected) => {
    if (expected === undefined) expect(usageOf(wire)).toBeUndefined()
    else expect(usageOf(wire)).toMatchObject(expected)
  })

  it('is not misled by what an answer repeats of its request', () => {
    const metadata = { usage: { input_tokens: 1, output_tokens: 1 } }
    const bytes = Buffer.from(JSON.stringify({ usage: { input_tokens: 900, output_tokens: 100 }, metadata }))
    expect(openaiResponses.reply.usage(bytes)).toMatchObject({ input: 900, output: 100 })
  })

  it('meters a compaction and nothing that is not JSON', () => {
    const bytes = Buffer.from(JSON.stringify({ id: 'resp_1', object: 'response.compaction', output: [], usage }))
    expect(openaiResponses.reply.usage(bytes)).toMatchObject({ input: 3, output: 2 })
    expect(openaiResponses.reply.usage(Buffer.from('<html>'))).toBeUndefined()
  })
})

describe('telling errors', () => {
  it('tells one inside a stream as servers and as documents do', () => {
    const error = { kind: 'internal', status: 500, code: 'cut', message: 'm', parameter: 'p' } as const
    const text = openaiResponses.error.event(error).toString()
    expect(text.startsWith('event: error\ndata: {')).toBe(true)
    const [first = '', second = ''] = text.split('\n\n')
    expect(JSON.parse(second.slice(second.indexOf('{')))).toMatchObject({
      type: 'response.failed',
      response: { status: 'failed', error: { code: 'cut', message: 'm' } },
    })
    expect(JSON.parse(first.slice(first.indexOf('{')))).toMatchObject({
      type: 'error',
      sequence_number: expect.any(Number),
      code: 'cut',
      message: 'm',
      param: 'p',
      error: { message: 'm', type: 'server_error', code: 'cut', param: 'p' },
    })
  })
})

const recorded = recordingsOf('openai-responses')

describe.skipIf(!recordingsPresent)('recorded answers of real providers', () => {
  it.each(recorded.filter((each) => each.streaming).map((each) => [each.id, each] as const))(
    'passes %s on',
    (_id, each) => {
      const stream = each.response.sse ?? ''
      for (const pieces of [1, 3, 50, 997]) {
        const { tap, sent, held } = pass(stream, pieces)
        expect(sent + held).toBe(stream)
        checkUsage(tap.usage(), each.expected.usage)
        expect(tap.finished()).toBe(true)
        expect(tap.failed()).toBe(each.expected.stream_error !== undefined)
      }
    },
  )

  it.each(recorded.filter((each) => !each.streaming).map((each) => [each.id, each] as const))(
    'meters %s',
    (_id, each) => {
      checkUsage(openaiResponses.reply.usage(Buffer.from(each.response.body ?? '')), each.expected.usage)
    },
  )

  it.each(recorded.filter((each) => each.response.status !== 200).map((each) => [each.id, each] as const))(
    'reads the error %s',
    (_id, each) => {
      const { message, type, code } = openaiResponses.error.read(
        each.response.status,
        Buffer.from(each.response.body ?? ''),
      )
      expect({ message, type, code }).toMatchObject(
        Object.fromEntries(Object.entries(each.expected.error ?? {}).filter(([key]) => key !== 'param')),
      )
    },
  )
})

it.skipIf(recordingsPresent)(
  `${recordingsInSet} recorded exchanges were not replayed: their folder is not here`,
  () => {},
)

const checkUsage = (found: Usage | undefined, expected: Record<string, number> | undefined) => {
  if (expected?.input !== undefined) expect(found === undefined ? 0 : inputTokens(found)).toBe(expected.input)
  if (expected?.output !== undefined) expect(found === undefined ? 0 : outputTokens(found)).toBe(expected.output)
  if (expected?.cached !== undefined) expect(found?.cacheRead).toBe(expected.cached)
  if (expected?.reasoning !== undefined) expect(found?.reasoning).toBe(expected.reasoning)
}
