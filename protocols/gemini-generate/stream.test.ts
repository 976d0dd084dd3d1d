import { describe, expect, it } from 'vitest'
import { usageOf } from '#pricing/usage.ts'
import { replyContext } from '#testing/reply-context.ts'
import type { ChatEvent, ReplyContext } from '../chat.ts'
import { collectReply } from '../chat-stream.ts'
import type { JsonObject } from '../json/json.ts'
import { readReply } from './read-reply.ts'
import { readRequest } from './read-request.ts'
import { createReader } from './stream-reader.ts'
import { createWriter } from './stream-writer.ts'
import { writeReply } from './write-reply.ts'

const answer = (parts: JsonObject[], rest: JsonObject = {}) => ({
  candidates: [{ content: { role: 'model', parts }, index: 0, ...rest }],
  usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 },
  modelVersion: 'gemini-x',
  responseId: 'abc',
})

const asEvents = (answers: readonly unknown[]) =>
  answers.map((each) => `data: ${JSON.stringify(each)}\r\n\r\n`).join('')
const asArray = (answers: readonly unknown[]) => JSON.stringify(answers, null, 2)

const read = (text: string, size = Number.POSITIVE_INFINITY, request?: Parameters<typeof createReader>[0]) => {
  const reader = createReader(request)
  const bytes = Buffer.from(text)
  const events: ChatEvent[] = []
  for (let start = 0; start < bytes.length; start += size)
    events.push(...reader.push(bytes.subarray(start, start + size)))
  return { events: [...events, ...reader.end()], finished: reader.finished() }
}

const conversation = [
  answer([{ text: 'let me ', thought: true }]),
  answer([
    { text: 'think "{[', thought: true },
    { text: 'hé ', thoughtSignature: 'S1' },
  ]),
  answer([{ functionCall: { name: 'f', args: { a: 'ü}' } }, thoughtSignature: 'S2' }, { functionCall: { name: 'g' } }]),
  answer([{ text: '' }], { finishReason: 'STOP' }),
]

const events: ChatEvent[] = [
  { type: 'start', id: 'abc', model: 'gemini-x', created: undefined },
  { type: 'reasoning', choice: 0, text: 'let me ' },
  { type: 'reasoning', choice: 0, text: 'think "{[' },
  { type: 'reasoning_signature', choice: 0, signature: { by: 'gemini', value: 'S1' } },
  { type: 'text', choice: 0, text: 'hé ' },
  { type: 'tool_call', choice: 0, call: 0, id: 'call_abc_0', name: 'f', signature: { by: 'gemini', value: 'S2' } },
  { type: 'arguments', choice: 0, call: 0, text: '{"a":"ü}"}' },
  { type: 'tool_call', choice: 0, call: 1, id: 'call_abc_1', name: 'g' },
  { type: 'arguments', choice: 0, call: 1, text: '{}' },
  { type: 'finish', choice: 0, reason: 'tool_calls', stopSequence: undefined },
  { type: 'usage', usage: usageOf({ input: 3, output: 2 }) },
]

describe('reading a stream', () => {
  it.each([
    ['events', asEvents(conversation)],
    ['one array', asArray(conversation)],
  ])('reads %s, cut at any byte', (_framing, text) => {
    for (let size = 1; size < 60; size += 1) {
      const { events: seen, finished } = read(text, size)
      expect(seen).toEqual(events)
      expect(finished).toBe(true)
    }
  })

  it('knows a stream that was cut', () => {
    const { events: seen, finished } = read(asEvents(conversation.slice(0, 2)))
    expect(finished).toBe(false)
    expect(seen.some((event) => event.type === 'finish')).toBe(false)
  })

  it('says once that it is finished where a model says so in every piece', () => {
    const pieces = ['a', 'b'].map((text) => answer([{ text }], { finishReason: 'STOP' }))
    expect(read(asEvents(pieces)).events.map((event) => event.type)).toEqual([
      'start',
      'text',
      'text',
      'finish',
      'usage',
    ])
  })

  it('puts the arguments of a call together that come value by value', () => {
    const piece = (jsonPath: string, value: JsonObject, willContinue = true) =>
      answer([{ functionCall: { partialArgs: [{ jsonPath, ...value }], willContinue } }])
    const text = asEvents([
      answer([{ functionCall: { name: 'f', willContinue: true }, thoughtSignature: 'S' }]),
      piece('$.a.list[0].name', { stringValue: 'Al', willContinue: true }),
      piece('$.a.list[0].name', { stringValue: 'ice' }),
      piece('$.a.list[1].name', { stringValue: 'Bob' }),
      piece("$['odd key']", { numberValue: 0.5 }),
      piece('$.__proto__.x', { boolValue: true }),
      piece('$.a.list[99999999]', { boolValue: true }),
      piece('$.none', { nullValue: null }),
      piece('$.flag', { boolValue: false }, false),
      answer([{ functionCall: { name: 'g', args: { b: 1 } } }], { finishReason: 'STOP' }),
    ])
    const [choice] = collectReply(read(text).events).choices
    expect(choice?.finish).toBe('tool_calls')
    expect(choice?.parts.map((part) => part.type === 'tool_call' && [part.name, JSON.parse(part.arguments)])).toEqual([
      ['f', { a: { list: [{ name: 'Alice' }, { name: 'Bob' }] }, 'odd key': 0.5, none: null, flag: false }],
      ['g', { b: 1 }],
    ])
  })

  it('tells an error inside the stream, in either framing', () => {
    const error = { error: { code: 503, message: 'overloaded', status: 'UNAVAILABLE' } }
    for (const text of [asEvents([conversation[0], error]), asArray([conversation[0], error])]) {
      const { events: seen, finished } = read(text)
      expect(finished).toBe(false)
      expect(seen).toContainEqual({
        type: 'error',
        problem: { message: 'overloaded', type: 'UNAVAILABLE', code: 503, parameter: undefined },
      })
    }
  })

  it('takes a blocked prompt for a filtered answer', () => {
    const { events: seen, finished } = read(asEvents([{ promptFeedback: { blockReason: 'SAFETY' } }]))
    expect(finished).toBe(true)
    expect(seen).toContainEqual({ type: 'finish', choice: 0, reason: 'content_filter', stopSequence: undefined })
  })

  it('keeps several answers apart, and ignores what it does not know', () => {
    const candidates = [0, 1].map((index) => ({
      index,
      content: { parts: [{ text: `${index}` }, { odd: 1 }] },
      finishReason: 'STOP',
    }))
    const text = `: comment\n\nevent: odd\ndata: not json\n\n${asEvents([{ candidates }])}`
    const { choices } = collectReply(read(text).events)
    expect(choices.map((choice) => choice.parts)).toEqual([
      [{ type: 'text', text: '0' }],
      [{ type: 'text', text: '1' }],
    ])
  })

  it('gives back the free text of a custom tool', () => {
    const tools = [
      {
        name: 'patch',
        description: undefined,
        parameters: undefined,
        strict: undefined,
        custom: { format: undefined },
      },
    ]
    const request = { ...readRequest({ contents: [] }), tools }
    const call = answer([{ functionCall: { name: 'patch', args: { input: '*** Begin' } } }], { finishReason: 'STOP' })
    const wanted = { type: 'tool_call', name: 'patch', custom: true, arguments: '*** Begin' }
    expect(collectReply(read(asEvents([call]), 99, request).events).choices[0]?.parts).toMatchObject([wanted])
    expect(readReply(Buffer.from(JSON.stringify(call)), request).choices[0]?.parts).toMatchObject([wanted])
  })
})

const contextOf = (framing: ReplyContext['framing'] = 'events'): ReplyContext =>
  replyContext(readRequest({ contents: [] }), { model: 'asked-for', framing })

const write = (given: readonly ChatEvent[], framing: ReplyContext['framing'] = 'events') => {
  const writer = createWriter(contextOf(framing))
  return given.map((event) => writer.write([event])).join('') + writer.end()
}

const piecesOf = (text: string) =>
  text
    .split('\r\n\r\n')
    .filter(Boolean)
    .map((event) => JSON.parse(event.slice(6)))

describe('writing a stream', () => {
  it('writes answers in pieces, calls whole, and the end with what was used', () => {
    const pieces = piecesOf(write(events))
    expect(pieces.map((piece) => piece.candidates[0].content.parts)).toEqual([
      [{ text: 'let me ', thought: true }],
      [
        { text: 'think "{[', thought: true },
        { text: '', thoughtSignature: 'S1' },
      ],
      [{ text: 'hé ' }],
      [
        { functionCall: { id: 'call_abc_0', name: 'f', args: { a: 'ü}' } }, thoughtSignature: 'S2' },
        { functionCall: { id: 'call_abc_1', name: 'g', args: {} } },
      ],
      [{ text: '' }],
    ])
    expect(pieces.at(-1)).toMatchObject({
      candidates: [{ finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 },
      modelVersion: 'asked-for',
      responseId: 'abc',
    })
  })

  it('writes one array to those who did not ask for events', () => {
    const pieces = JSON.parse(write(events, 'array'))
    expect(pieces).toHaveLength(5)
    expect(read(write(events, 'array')).events.map((event) => event.type)).toEqual(events.map((event) => event.type))
    expect(JSON.parse(createWriter(contextOf('array')).end())).toHaveLength(1)
  })

  it('says nothing of an end that did not come', () => {
    const text = write(events.slice(0, 5))
    expect(text).not.toContain('finishReason')
    expect(read(text).finished).toBe(false)
  })

  it('ends with an error as clients recognise it', () => {
    const failing = (framing: 'events' | 'array'): string => {
      const writer = createWriter(contextOf(framing))
      const begun = writer.write(events.slice(0, 2))
      const told = writer.fail({ kind: 'upstream_failed', status: 502, code: 'x', message: 'm' })
      return begun + told + writer.write(events.slice(4)) + writer.end()
    }
    const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'X', domain: 'sluice' }]
    const error = { error: { code: 502, message: 'm', status: 'UNAVAILABLE', details } }
    expect(piecesOf(failing('events')).at(-1)).toEqual(error)
    expect(JSON.parse(failing('array')).at(-1)).toEqual(error)
  })

  it('does not tell a call whose arguments were cut short', () => {
    const given = (reason: 'length' | 'tool_calls'): ChatEvent[] => [
      { type: 'tool_call', choice: 0, call: 0, id: 'a', name: 'f' },
      { type: 'arguments', choice: 0, call: 0, text: '{"a":' },
      { type: 'finish', choice: 0, reason, stopSequence: undefined },
    ]
    expect(piecesOf(write(given('tool_calls')))).toMatchObject([
      { candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL' }] },
    ])
    expect(piecesOf(write(given('length')))).toMatchObject([{ candidates: [{ finishReason: 'MAX_TOKENS' }] }])
    expect(write(given('length'))).not.toContain('functionCall')
  })

  it('carries seals, sound, sources, refusals and probabilities', () => {
    const logprobs = [
      { token: 'a', logprob: -0.5, bytes: [97], top_logprobs: [{ token: 'b', logprob: -1, bytes: [98] }] },
    ]
    const citation = { type: 'citation', url: 'https://e.com', title: 'E', quote: 'a' } as const
    const given: ChatEvent[] = [
      { type: 'reasoning', choice: 0, text: 'hm' },
      { type: 'reasoning_signature', choice: 0, signature: { by: 'anthropic', value: 'A' } },
      { type: 'redacted_reasoning', choice: 0, by: 'anthropic', data: 'R' },
      { type: 'text', choice: 0, text: 'a', logprobs },
      { type: 'refusal', choice: 0, text: 'no' },
      { type: 'image', choice: 0, mediaType: 'image/png', base64: 'AAAA' },
      { type: 'audio', choice: 0, id: 'x', base64: 'BBBB', transcript: 'b' },
      { type: 'citation', choice: 0, citation },
      { type: 'finish', choice: 0, reason: 'content_filter', stopSequence: undefined },
    ]
    const wanted = {
      parts: [
        { type: 'reasoning', text: 'hm', signature: { by: 'anthropic', value: 'A' } },
        { type: 'redacted_reasoning', by: 'anthropic', data: 'R' },
        { type: 'text', text: 'ano' },
        { type: 'image', source: { kind: 'data', mediaType: 'image/png', base64: 'AAAA' } },
        { type: 'audio_output', base64: 'BBBB' },
        citation,
      ],
      finish: 'content_filter',
      logprobs,
    }
    const streamed = collectReply(read(write(given)).events)
    expect(streamed.choices).toMatchObject([wanted])
    const whole = readReply(Buffer.from(JSON.stringify(writeReply(collectReply(given), contextOf()))))
    expect(whole.choices).toMatchObject([wanted])
  })
})

describe('reading a whole answer', () => {
  const reply = (body: unknown) => readReply(Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)))

  it('finds where quoted words stand, counted in letters although Google counts bytes', () => {
    const groundingMetadata = {
      groundingChunks: [
        { web: { uri: 'https://e.com/1', title: 'one' } },
        { web: { uri: 'https://e.com/2', title: 'two' } },
      ],
      groundingSupports: [{ segment: { startIndex: 5, endIndex: 9, text: 'Käse' }, groundingChunkIndices: [0, 7] }],
    }
    const given = answer([{ text: 'Grüß Käse' }], { groundingMetadata, finishReason: 'STOP' })
    const [choice] = reply(given).choices
    expect(choice?.parts.slice(1)).toEqual([
      { type: 'citation', url: 'https://e.com/1', title: 'one', quote: 'Käse', start: 5, end: 9 },
      { type: 'citation', url: 'https://e.com/2', title: 'two' },
    ])
    const written: JsonObject = JSON.parse(JSON.stringify(writeReply(reply(given), contextOf())))
    expect(written).toMatchObject({
      candidates: [
        { groundingMetadata: { groundingSupports: [{ segment: { startIndex: 7, endIndex: 12, text: 'Käse' } }] } },
      ],
    })
  })

  it.each([
    ['MAX_TOKENS', 'length'],
    ['IMAGE_SAFETY', 'content_filter'],
    ['MODEL_ARMOR', 'content_filter'],
    ['OTHER', 'stop'],
    ['NEW_REASON', 'stop'],
  ])('reads the end %s', (finishReason, finish) => {
    expect(reply(answer([{ text: 'x' }], { finishReason })).choices[0]?.finish).toBe(finish)
  })

  it.each([
    { candidates: [{}] },
    { candidates: [{ content: { parts: 'x' }, finishReason: 7 }] },
    { candidates: [{ content: { parts: [null, 1, { text: 5 }, { functionCall: { name: 1, args: [] } }] } }] },
    { candidates: [{ groundingMetadata: { groundingSupports: [{}] }, logprobsResult: {} }], usageMetadata: [] },
  ])('does not stumble over odd shapes: %j', (body) => {
    expect(reply(body).choices).toHaveLength(1)
  })

  it.each(['<html>', '[]', '"x"', '{}', '{"error":{"message":"m"}}'])('refuses what is no answer: %s', (body) => {
    expect(() => reply(body)).toThrow(/^answer: /)
  })
})
