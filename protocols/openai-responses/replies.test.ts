import { describe, expect, it } from 'vitest'
import { inputTokens, outputTokens, usageOf } from '#pricing/usage.ts'
import { type Recording, recordingsOf, recordingsPresent } from '#testing/recordings.ts'
import { replyContext } from '#testing/reply-context.ts'
import type { ChatEvent, ChatReply, ReplyContext } from '../chat.ts'
import { collectReply } from '../chat-stream.ts'
import { parseLenient } from '../json/json.ts'
import { readReply } from './read-reply.ts'
import { readRequest } from './read-request.ts'
import { createReader } from './stream-reader.ts'
import { createWriter } from './stream-writer.ts'
import { writeReply } from './write-reply.ts'

const context = (body: Record<string, unknown> = {}): ReplyContext =>
  replyContext(readRequest({ model: 'asked', input: 'x', ...body }), { model: 'asked', newId: () => 'made' })

const event = (type: string, fields: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`

const readStream = (text: string, size = text.length): { events: ChatEvent[]; finished: boolean } => {
  const reader = createReader()
  const bytes = Buffer.from(text)
  const events: ChatEvent[] = []
  for (let start = 0; start < bytes.length; start += Math.max(1, size)) {
    events.push(...reader.push(bytes.subarray(start, start + Math.max(1, size))))
  }
  events.push(...reader.end())
  return { events, finished: reader.finished() }
}

const replyOfStream = (text: string, size?: number) => collectReply(readStream(text, size).events)

/** What a reply says, however its parts are cut. */
const told = (reply: ChatReply) => {
  const parts = reply.choices[0]?.parts ?? []
  const joined = (type: string) => parts.map((part) => (part.type === type && 'text' in part ? part.text : '')).join('')
  const { usage } = reply
  return {
    text: joined('text'),
    reasoning: joined('reasoning'),
    refusal: joined('refusal'),
    calls: parts.flatMap((part) =>
      part.type === 'tool_call' ? [{ id: part.id, name: part.name, arguments: parseLenient(part.arguments) }] : [],
    ),
    seals: parts.flatMap((part) =>
      part.type === 'redacted_reasoning' ? [part.data] : 'signature' in part ? [part.signature?.value] : [],
    ),
    // Positions are made up where an upstream tells none: clients take them for given.
    citations: parts.flatMap((part) => (part.type === 'citation' ? [[part.url, part.title]] : [])),
    pictures: parts.filter((part) => part.type === 'image').length,
    finish: reply.choices[0]?.finish,
    usage:
      usage === undefined
        ? undefined
        : {
            input: inputTokens(usage),
            output: outputTokens(usage),
            cached: usage.cacheRead,
            cache_write: usage.cacheWrite,
            reasoning: usage.reasoning,
          },
  }
}

describe('reading a whole answer', () => {
  const read = (answer: unknown) => readReply(Buffer.from(JSON.stringify(answer)))

  it('reads every kind of item', () => {
    const reply = read({
      id: 'resp_1',
      created_at: 5,
      model: 'up',
      status: 'completed',
      service_tier: 'flex',
      output: [
        { type: 'reasoning', id: 'rs_1', summary: [{ text: 'one' }, { text: 'two' }], encrypted_content: 'S' },
        { type: 'reasoning', id: 'rs_2', summary: [], encrypted_content: 'T' },
        {
          type: 'message',
          content: [
            {
              type: 'output_text',
              text: 'abc',
              annotations: [{ type: 'url_citation', url: 'u', title: 't', start_index: 1, end_index: 2 }],
            },
            {
              type: 'output_text',
              text: 'def',
              annotations: [{ type: 'url_citation', url: 'v', start_index: 0, end_index: 3 }],
            },
            { type: 'refusal', refusal: 'no' },
          ],
        },
        { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{"a":1}' },
        { type: 'custom_tool_call', call_id: 'c2', name: 'p', input: 'raw' },
        { type: 'image_generation_call', result: '/9j/AA' },
        { type: 'web_search_call', id: 'ws_1', status: 'completed' },
      ],
      usage: { input_tokens: 1, output_tokens: 2 },
    })
    expect(reply).toMatchObject({ id: 'resp_1', created: 5, model: 'up', serviceTier: 'flex' })
    expect(reply.choices[0]).toMatchObject({ finish: 'tool_calls' })
    expect(reply.choices[0]?.parts).toEqual([
      { type: 'reasoning', text: 'one\n\ntwo', signature: { by: 'openai', value: 'S' }, id: 'rs_1' },
      { type: 'redacted_reasoning', data: 'T', by: 'openai', id: 'rs_2' },
      { type: 'text', text: 'abc' },
      { type: 'citation', url: 'u', title: 't', start: 1, end: 2 },
      { type: 'text', text: 'def' },
      { type: 'citation', url: 'v', title: 'v', start: 3, end: 6 },
      { type: 'refusal', text: 'no' },
      { type: 'tool_call', id: 'c1', name: 'f', arguments: '{"a":1}' },
      { type: 'tool_call', id: 'c2', name: 'p', arguments: 'raw', custom: true },
      { type: 'image', source: { kind: 'data', mediaType: 'image/jpeg', base64: '/9j/AA' } },
    ])
  })

  it.each([
    ['max_output_tokens', 'length'],
    ['content_filter', 'content_filter'],
    [undefined, 'length'],
  ])('reads an answer left incomplete by %s', (reason, finish) => {
    const reply = read({ status: 'incomplete', incomplete_details: { reason }, output: [] })
    expect(reply.choices[0]?.finish).toBe(finish)
  })

  it.each([
    [{ status: 'failed', error: { code: 'server_error', message: 'broke' }, output: [] }, 'answer: broke'],
    [{ status: 'queued', output: [] }, 'answer: is queued'],
    [{ object: 'list', data: [] }, 'answer: is not a response'],
  ])('takes %j for no answer', (answer, message) => {
    expect(() => read(answer)).toThrow(message)
  })

  it('does not stumble over odd shapes', () => {
    const output = [null, 5, {}, { type: 'message' }, { type: 'message', content: [null, { type: 'output_text' }] }]
    expect(told(read({ output })).text).toBe('')
    expect(read({ output: [{ type: 'function_call', name: 'f' }] }).choices[0]?.parts).toEqual([
      { type: 'tool_call', id: 'call_0', name: 'f', arguments: '' },
    ])
  })
})

describe('reading a stream', () => {
  const created = event('response.created', { response: { id: 'resp_1', model: 'up', created_at: 7 } })
  const completed = (output: unknown[]) =>
    event('response.completed', {
      response: { status: 'completed', output, usage: { input_tokens: 4, output_tokens: 2 } },
    })

  const call = { id: 'fc_1', type: 'function_call', call_id: 'c1', name: 'f' }
  const stream =
    created +
    event('response.output_item.added', { output_index: 0, item: { type: 'reasoning', id: 'rs_1', summary: [] } }) +
    event('response.reasoning_summary_text.delta', { output_index: 0, summary_index: 0, delta: 'hm' }) +
    event('response.reasoning_summary_text.delta', { output_index: 0, summary_index: 1, delta: 'so' }) +
    event('response.output_item.done', {
      output_index: 0,
      item: { type: 'reasoning', id: 'rs_1', summary: [{ text: 'hm' }, { text: 'so' }], encrypted_content: 'S' },
    }) +
    event('response.output_text.delta', { output_index: 1, content_index: 0, delta: 'grüße ' }) +
    event('response.output_text.delta', { output_index: 1, content_index: 0, delta: '你好' }) +
    event('response.output_text.annotation.added', {
      output_index: 1,
      content_index: 0,
      annotation: { type: 'url_citation', url: 'u', title: 't', start_index: 0, end_index: 3 },
    }) +
    event('response.output_item.added', { output_index: 2, item: { ...call, arguments: '' } }) +
    event('response.function_call_arguments.delta', { output_index: 2, delta: '{"a"' }) +
    event('response.function_call_arguments.delta', { output_index: 2, delta: ':1}' }) +
    event('response.function_call_arguments.done', { output_index: 2, arguments: '{"a":1}' }) +
    completed([])

  const parts = [
    { type: 'reasoning', text: 'hm\n\nso', signature: { by: 'openai', value: 'S' }, id: 'rs_1' },
    { type: 'text', text: 'grüße 你好' },
    { type: 'citation', url: 'u', title: 't', start: 0, end: 3 },
    { type: 'tool_call', id: 'c1', name: 'f', arguments: '{"a":1}' },
  ]

  it('reads the same wherever the network cuts', () => {
    for (let size = 1; size <= stream.length; size += 1) {
      const { events, finished } = readStream(stream, size)
      const reply = collectReply(events)
      expect(finished).toBe(true)
      expect(reply).toMatchObject({ id: 'resp_1', model: 'up', created: 7, usage: { input: 4, output: 2 } })
      expect(reply.choices[0]).toMatchObject({ finish: 'tool_calls', parts })
    }
  })

  it('tells what only the last event says, and nothing twice', () => {
    const text = event('response.output_text.delta', { output_index: 0, content_index: 0, delta: 'be' })
    const message = { type: 'message', content: [{ type: 'output_text', text: 'better' }] }
    const { events } = readStream(created + text + completed([message, { ...call, arguments: '{}' }]))
    expect(told(collectReply(events))).toMatchObject({
      text: 'better',
      calls: [{ id: 'c1', name: 'f', arguments: {} }],
      finish: 'tool_calls',
    })
  })

  it('knows items again that the last event numbers or names otherwise', () => {
    const text = event('response.output_text.delta', { output_index: 1, item_id: 'a', content_index: 0, delta: 'one' })
    const message = { type: 'message', id: 'b', content: [{ type: 'output_text', text: 'one' }] }
    expect(told(replyOfStream(created + text + completed([message]))).text).toBe('one')
  })

  it('waits with arguments that come before their call', () => {
    const early = event('response.function_call_arguments.delta', { output_index: 0, delta: '{"a":' })
    const item = { ...call, arguments: '{"a":1}' }
    const done = event('response.output_item.done', { output_index: 0, item })
    const reply = replyOfStream(created + early + done + completed([item]))
    expect(told(reply).calls).toEqual([{ id: 'c1', name: 'f', arguments: { a: 1 } }])
  })

  it('keeps interleaved calls apart', () => {
    const added = (index: number) =>
      event('response.output_item.added', { output_index: index, item: { ...call, call_id: `c${index}` } })
    const piece = (index: number, delta: string) =>
      event('response.function_call_arguments.delta', { output_index: index, delta })
    const text = created + added(0) + added(1) + piece(0, '{"a"') + piece(1, '{"b"') + piece(0, ':1}') + piece(1, ':2}')
    expect(told(replyOfStream(text + completed([]))).calls.map((each) => each.arguments)).toEqual([{ a: 1 }, { b: 2 }])
  })

  it.each([
    event('error', {
      error: { type: 'insufficient_quota', code: 'insufficient_quota', message: 'empty', param: null },
    }),
    event('error', { code: 'insufficient_quota', message: 'empty', param: null }),
    event('response.failed', {
      response: { status: 'failed', error: { code: 'insufficient_quota', message: 'empty' } },
    }),
  ])('tells a failure once: %s', (failure) => {
    const after = event('response.failed', { response: { status: 'failed', error: { code: 'x', message: 'again' } } })
    const { events } = readStream(created + failure + after)
    expect(events.filter((each) => each.type === 'error')).toMatchObject([
      { problem: { message: 'empty', code: 'insufficient_quota' } },
    ])
  })

  it('is not finished when the stream was cut', () => {
    expect(readStream(stream.slice(0, stream.indexOf('event: response.completed'))).finished).toBe(false)
  })

  it('ignores what it does not know', () => {
    const odd = `: ping\n\ndata: nothing\n\n${event('response.new_thing', { delta: 'x' })}data: [DONE]\n\n`
    expect(told(replyOfStream(created + odd + completed([]))).text).toBe('')
  })
})

describe('writing an answer', () => {
  const events: ChatEvent[] = [
    { type: 'start', id: 'msg_up', model: 'up', created: undefined },
    { type: 'reasoning', choice: 0, text: 'hm' },
    { type: 'reasoning_signature', choice: 0, signature: { by: 'anthropic', value: 'S' } },
    { type: 'redacted_reasoning', choice: 0, data: 'D', by: 'anthropic' },
    { type: 'text', choice: 0, text: 'hello ' },
    { type: 'text', choice: 0, text: 'you' },
    { type: 'citation', choice: 0, citation: { type: 'citation', url: 'u', title: 't', start: 0, end: 5 } },
    { type: 'tool_call', choice: 0, call: 0, id: 'c1', name: 'crm__find', signature: { by: 'gemini', value: 'G' } },
    { type: 'tool_call', choice: 0, call: 1, id: 'c2', name: 'patch', custom: true },
    { type: 'arguments', choice: 0, call: 1, text: 'raw' },
    { type: 'arguments', choice: 0, call: 0, text: '{"a":' },
    { type: 'arguments', choice: 0, call: 0, text: '1}' },
    { type: 'image', choice: 0, mediaType: 'image/webp', base64: 'AA' },
    { type: 'text', choice: 1, text: 'another choice' },
    { type: 'finish', choice: 0, reason: 'tool_calls', stopSequence: undefined },
    { type: 'usage', usage: usageOf({ input: 10, cacheRead: 5, cacheWriteHour: 2, output: 3, reasoning: 4 }) },
  ]
  const asked = context({
    instructions: 'be kind',
    tools: [{ type: 'namespace', name: 'crm', description: 'd', tools: [{ type: 'function', name: 'find' }] }],
  })

  const wireEvents = (text: string) =>
    text
      .split('\n\n')
      .filter((each) => each !== '')
      .map(
        (each): { type: string; sequence_number: number; output_index?: number; response?: { output: unknown[] } } => {
          const [name = '', data = ''] = each.split('\n')
          const parsed = JSON.parse(data.slice('data: '.length))
          expect(name).toBe(`event: ${parsed.type}`)
          return parsed
        },
      )

  const output = [
    { id: 'rs_msg_up_0', type: 'reasoning', encrypted_content: 'seal:anthropic:text:S' },
    { id: 'rs_msg_up_1', type: 'reasoning', summary: [], encrypted_content: 'seal:anthropic:redacted:D' },
    {
      id: 'msg_msg_up_2',
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [
        {
          type: 'output_text',
          text: 'hello you',
          annotations: [{ type: 'url_citation', url: 'u', title: 't', start_index: 0, end_index: 5 }],
        },
      ],
    },
    { id: 'rs_msg_up_3', type: 'reasoning', encrypted_content: 'seal:gemini:call:G' },
    {
      id: 'fc_msg_up_4',
      type: 'function_call',
      call_id: 'c1',
      name: 'find',
      namespace: 'crm',
      arguments: '{"a":1}',
      status: 'completed',
    },
    { id: 'ctc_msg_up_5', type: 'custom_tool_call', call_id: 'c2', name: 'patch', input: 'raw', status: 'completed' },
    { id: 'ig_msg_up_6', type: 'image_generation_call', result: 'AA', output_format: 'webp', status: 'completed' },
  ]
  const usage = {
    input_tokens: 17,
    input_tokens_details: { cached_tokens: 5, cache_write_tokens: 2 },
    output_tokens: 7,
    output_tokens_details: { reasoning_tokens: 4 },
    total_tokens: 24,
  }

  it('streams numbered events whose items begin and end, and the whole at the end', () => {
    const writer = createWriter(asked)
    const before = writer.write(events)
    expect(before).not.toContain('response.completed')
    const wire = wireEvents(before + writer.end())
    expect(wire.map((each) => each.sequence_number)).toEqual(wire.map((_each, index) => index))
    expect(wire.slice(0, 2).map((each) => each.type)).toEqual(['response.created', 'response.in_progress'])
    for (const kind of ['added', 'done']) {
      const indexes = wire
        .filter((each) => each.type === `response.output_item.${kind}`)
        .map((each) => each.output_index)
      expect(indexes.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6])
    }
    expect(wire.at(-1)).toMatchObject({
      type: 'response.completed',
      response: { id: 'resp_msg_up', model: 'asked', status: 'completed', instructions: 'be kind', output, usage },
    })
  })

  it('writes the same whole as at the end of a stream', () => {
    expect(writeReply(collectReply(events), asked)).toMatchObject({
      id: 'resp_msg_up',
      object: 'response',
      created_at: 1_700_000_000,
      model: 'asked',
      status: 'completed',
      store: false,
      previous_response_id: null,
      usage,
    })
    const whole = writeReply({ ...collectReply(events.filter((each) => each.type !== 'image')) }, asked)
    expect(whole.output).toMatchObject(output.filter((item) => item.type !== 'image_generation_call'))
  })

  it.each([
    ['length', 'response.incomplete', 'max_output_tokens'],
    ['content_filter', 'response.incomplete', 'content_filter'],
    ['stop', 'response.completed', undefined],
  ] as const)('tells the finish %s as %s', (reason, type, detail) => {
    const writer = createWriter(context())
    const text = writer.write([
      { type: 'start', id: '', model: 'up', created: 3 },
      { type: 'text', choice: 0, text: 'a' },
      { type: 'finish', choice: 0, reason, stopSequence: undefined },
    ])
    const last = wireEvents(text + writer.end()).at(-1)
    expect(last).toMatchObject({
      type,
      response: {
        id: 'resp_made',
        created_at: 3,
        incomplete_details: detail === undefined ? null : { reason: detail },
        output: [{ status: detail === undefined ? 'completed' : 'incomplete' }],
        usage: null,
      },
    })
  })

  it('never ends an answer that broke off as if it were whole', () => {
    const writer = createWriter(context())
    const text = writer.write([{ type: 'text', choice: 0, text: 'a' }]) + writer.end()
    expect(
      wireEvents(text)
        .map((each) => each.type)
        .slice(-2),
    ).toEqual(['error', 'response.failed'])
  })

  it('tells a failure and nothing after it', () => {
    const writer = createWriter(context())
    const begun = writer.write([{ type: 'start', id: 'resp_1', model: 'up', created: 3 }])
    const text = begun + writer.fail({ kind: 'no_credit', status: 403, code: null, message: 'empty' })
    expect(writer.write([{ type: 'text', choice: 0, text: 'late' }]) + writer.end()).toBe('')
    expect(wireEvents(text).slice(-2)).toMatchObject([
      { type: 'error', sequence_number: 2, message: 'empty', error: { type: 'insufficient_quota', message: 'empty' } },
      {
        type: 'response.failed',
        sequence_number: 3,
        response: { status: 'failed', error: { code: 'insufficient_quota' } },
      },
    ])
  })

  it('lets a conversation go on with what was sealed elsewhere', () => {
    const reply = writeReply(collectReply(events), asked)
    const items = Array.isArray(reply.output) ? reply.output : []
    const { messages } = readRequest({ model: 'm', input: [{ role: 'user', content: 'x' }, ...items] })
    expect(messages[1]?.parts).toMatchObject([
      { type: 'reasoning', text: 'hm', signature: { by: 'anthropic', value: 'S' } },
      { type: 'redacted_reasoning', data: 'D', by: 'anthropic' },
      { type: 'text', text: 'hello you' },
      { type: 'tool_call', id: 'c1', name: 'crm__find', signature: { by: 'gemini', value: 'G' } },
      { type: 'tool_call', id: 'c2', name: 'patch', arguments: 'raw', custom: true },
      { type: 'image' },
    ])
  })
})

const recorded = recordingsOf('openai-responses').filter(
  (each) => each.response.status === 200 && each.expected.stream_error === undefined,
)
const streams = recorded.filter((each) => each.streaming).map((each) => [each.id, each] as const)
const wholes = recorded.filter((each) => !each.streaming).map((each) => [each.id, each] as const)

describe.skipIf(!recordingsPresent)('recorded answers of real providers', () => {
  it.each(wholes)('reads %s', (_id, each) => {
    const reply = readReply(Buffer.from(each.response.body ?? ''))
    expectTold(reply, each)
    const written = writeReply(reply, context())
    expect(told(readReply(Buffer.from(JSON.stringify(written))))).toEqual(told(reply))
  })

  it.each(streams)('reads %s however it is cut, and writes it again', (_id, each) => {
    const stream = each.response.sse ?? ''
    const reply = replyOfStream(stream)
    expectTold(reply, each)
    for (const size of [1, 7, 100, 1381, 4096]) expect(replyOfStream(stream, size)).toEqual(reply)
    const writer = createWriter(context())
    const written = writer.write(readStream(stream).events) + writer.end()
    expect(told(replyOfStream(written, 33))).toEqual(told(reply))
  })
})

const expectTold = (reply: ChatReply, { expected }: Recording) => {
  const found = told(reply)
  if (expected.text !== undefined) expect(found.text).toBe(expected.text)
  if (expected.reasoning_text !== undefined) expect(found.reasoning).toBe(expected.reasoning_text)
  if (expected.refusal !== undefined) expect(found.refusal).toBe(expected.refusal)
  if (expected.tool_calls !== undefined) expect(found.calls).toEqual(expected.tool_calls)
  expect(found.finish).toBe(expected.finish_reason)
  expect(found.usage ?? {}).toMatchObject(expected.usage ?? {})
}
