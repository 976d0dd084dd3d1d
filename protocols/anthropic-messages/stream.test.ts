import { describe, expect, it } from 'vitest'
import type { ChatEvent, ChatRequest } from '../chat.ts'
import { collectReply } from '../chat-stream.ts'
import { anthropicEventBytes } from './event-bytes.ts'
import { readReply } from './read-reply.ts'
import { readRequest } from './read-request.ts'
import { tapStream } from './stream.ts'
import { createReader } from './stream-reader.ts'

const event = (type: string, members: object = {}) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...members })}\n\n`
const messageStart = (usage: object) =>
  event('message_start', { message: { id: 'msg_1', type: 'message', model: 'm', content: [], usage } })
const blockStart = (index: number, content_block: object) => event('content_block_start', { index, content_block })
const blockDelta = (index: number, delta: object) => event('content_block_delta', { index, delta })
const blockStop = (index: number) => event('content_block_stop', { index })
const messageDelta = (stop_reason: string, usage: object) =>
  event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage })

const say = (text: string) => blockDelta(0, { type: 'text_delta', text })
const beginning = messageStart({ input_tokens: 9, cache_read_input_tokens: 4, output_tokens: 1 })
const words =
  blockStart(0, { type: 'text', text: '' }) +
  say('hé"llo \\') +
  'event: ping\ndata: {"type": "ping"}\n\n' +
  blockStop(0)
const closing = messageDelta('end_turn', { input_tokens: 0, output_tokens: 5 }) + event('message_stop')
const stream = beginning + words + closing

/** Cuts bytes at every place in turn. */
const everyCut = (text: string): Buffer[][] => {
  const bytes = Buffer.from(text)
  const cuts: Buffer[][] = []
  for (let at = 0; at <= bytes.length; at += 1) cuts.push([bytes.subarray(0, at), bytes.subarray(at)])
  return [...cuts, [...bytes].map((byte) => Buffer.from([byte]))]
}

const pass = (chunks: readonly Buffer[]) => {
  const tap = tapStream({})
  const sent = Buffer.concat(chunks.map((chunk) => tap.push(chunk) ?? Buffer.alloc(0))).toString()
  return { tap, sent, held: tap.end()?.toString() ?? '' }
}

const read = (chunks: readonly Buffer[], request?: ChatRequest): ChatEvent[] => {
  const reader = createReader(request)
  return [...chunks.flatMap((chunk) => reader.push(chunk)), ...reader.end()]
}

describe('passing a stream on', () => {
  it('holds the end back and changes no byte, wherever the network cuts', () => {
    for (const chunks of everyCut(stream)) {
      const { tap, sent, held } = pass(chunks)
      expect(sent + held).toBe(stream)
      expect(held).toBe(closing)
      expect(tap.usage()).toMatchObject({ input: 9, cacheRead: 4, output: 5 })
      expect(tap.finished()).toBe(true)
      expect(tap.textBytes()).toBe(Buffer.byteLength(JSON.stringify('hé"llo \\')) - 2)
    }
  })

  it('takes the input of a cut stream from its start and estimates what was written', () => {
    const { tap } = pass([Buffer.from(beginning + blockStart(0, { type: 'text', text: '' }) + say('x'.repeat(300)))])
    expect(tap.finished()).toBe(false)
    expect(tap.usage()).toMatchObject({ input: 9, cacheRead: 4, output: 100 })
  })

  it('notices an error inside the stream and lets it through, and not the word in a text', () => {
    const failed = pass([Buffer.from(event('error', { error: { type: 'overloaded_error', message: 'm' } }))])
    expect(failed.tap.failed()).toBe(true)
    expect(failed.sent).toContain('overloaded_error')
    expect(pass([Buffer.from(stream.replace('hé', '\\"error\\" \\"message_stop\\"'))]).tap.failed()).toBe(false)
  })

  it('F04: gives out what came after the last blank line, unless the stream was cut there', () => {
    const { sent, held } = pass([Buffer.from(stream.trimEnd())])
    expect(sent + held).toBe(stream.trimEnd())
    const cut = pass([Buffer.from(beginning + words + closing.slice(0, 40))])
    expect(cut.sent + cut.held).toBe(beginning + words)
  })

  it('F01: holds nothing back that would make a stream without its last event look whole', () => {
    const { tap, sent, held } = pass([Buffer.from(beginning + words + messageDelta('end_turn', { output_tokens: 5 }))])
    expect([sent, held]).toEqual([beginning + words, ''])
    expect(tap.finished()).toBe(false)
    expect(tap.usage()).toMatchObject({ input: 9, output: 5 })
  })
})

describe('reading a stream', () => {
  it('gives the same events wherever the network cuts', () => {
    const whole = read([Buffer.from(stream)])
    expect(whole).toMatchObject([
      { type: 'start', id: 'msg_1', model: 'm' },
      { type: 'text', text: 'hé"llo \\' },
      { type: 'finish', reason: 'stop' },
      { type: 'usage', usage: { input: 9, cacheRead: 4, output: 5 } },
    ])
    for (const chunks of everyCut(stream)) expect(read(chunks)).toEqual(whole)
  })

  it('numbers the calls of the client, gives those without arguments empty ones and leaves out the others', () => {
    const events = read([
      Buffer.from(
        beginning +
          blockStart(0, { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }) +
          blockDelta(0, { type: 'input_json_delta', partial_json: '{"query":1}' }) +
          blockStop(0) +
          blockStart(1, { type: 'tool_use', id: 'a', name: 'f', input: {} }) +
          blockDelta(1, { type: 'input_json_delta', partial_json: '' }) +
          blockStop(1) +
          blockStart(2, { type: 'tool_use', id: 'b', name: 'g', input: {} }) +
          blockDelta(2, { type: 'input_json_delta', partial_json: '{"x":' }) +
          blockDelta(2, { type: 'input_json_delta', partial_json: '1}' }) +
          blockStop(2) +
          messageDelta('tool_use', { output_tokens: 5 }),
      ),
    ])
    expect(events.slice(1)).toMatchObject([
      { type: 'tool_call', call: 0, id: 'a', name: 'f' },
      { type: 'arguments', call: 0, text: '{}' },
      { type: 'tool_call', call: 1, id: 'b', name: 'g' },
      { type: 'arguments', call: 1, text: '{"x":' },
      { type: 'arguments', call: 1, text: '1}' },
      { type: 'finish', reason: 'tool_calls' },
      { type: 'usage' },
    ])
  })

  it('reads thinking with its seal, shown or not, and redacted thinking', () => {
    const events = read([
      Buffer.from(
        beginning +
          blockStart(0, { type: 'thinking', thinking: '', signature: '' }) +
          blockDelta(0, { type: 'thinking_delta', thinking: 'hm' }) +
          blockDelta(0, { type: 'signature_delta', signature: 'seal' }) +
          blockStop(0) +
          blockStart(1, { type: 'redacted_thinking', data: 'dark' }) +
          blockStop(1) +
          blockStart(2, { type: 'thinking', thinking: '', signature: 'seal2' }) +
          blockStop(2),
      ),
    ])
    expect(events.slice(1, 5)).toEqual([
      { type: 'reasoning', choice: 0, text: 'hm' },
      { type: 'reasoning_signature', choice: 0, signature: { by: 'anthropic', value: 'seal' } },
      { type: 'redacted_reasoning', choice: 0, data: 'dark', by: 'anthropic' },
      { type: 'reasoning_signature', choice: 0, signature: { by: 'anthropic', value: 'seal2' } },
    ])
  })

  it('reads citations of pages', () => {
    const citation = { type: 'web_search_result_location', url: 'https://x', title: 't', cited_text: 'q' }
    const places = { type: 'char_location', cited_text: 'q', document_index: 0 }
    const events = read([
      Buffer.from(
        beginning +
          blockStart(0, { type: 'text', text: '', citations: [] }) +
          blockDelta(0, { type: 'citations_delta', citation }) +
          blockDelta(0, { type: 'citations_delta', citation: places }),
      ),
    ])
    expect(events[1]).toEqual({
      type: 'citation',
      choice: 0,
      citation: { type: 'citation', url: 'https://x', title: 't', quote: 'q' },
    })
    expect(events).toHaveLength(3)
  })

  it('reads a call that came whole with the start', () => {
    const content = [{ type: 'tool_use', id: 'a', name: 'f', input: { x: 1 } }]
    const events = read([Buffer.from(event('message_start', { message: { id: 'msg_1', model: 'm', content } }))])
    expect(events.slice(1)).toMatchObject([
      { type: 'tool_call', id: 'a' },
      { type: 'arguments', text: '{"x":1}' },
    ])
  })

  it('tells of an error and of a stream that was cut', () => {
    const reader = createReader()
    const failed = reader.push(Buffer.from(event('error', { error: { type: 'api_error', message: 'm' } })))
    expect(failed).toMatchObject([{ type: 'error', problem: { message: 'm', type: 'api_error' } }])
    expect(reader.finished()).toBe(false)
    expect(read([Buffer.from(beginning + say('x'.repeat(300)))]).at(-1)).toMatchObject({
      type: 'usage',
      usage: { input: 9, output: 100 },
    })
  })

  it.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['pause_turn', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['refusal', 'content_filter'],
    ['something_new', 'stop'],
  ])('reads the end %s as %s', (reason, finish) => {
    const events = read([Buffer.from(beginning + messageDelta(reason, {}))])
    expect(events.find((each) => each.type === 'finish')).toMatchObject({ reason: finish })
  })

  it('ignores what it does not know', () => {
    expect(read([Buffer.from('event: x\ndata: {"type":"x"}\n\ndata: nonsense\n\n: hello\n\n')])).toEqual([])
  })

  it('takes the events of a cloud with a framing of its own', () => {
    const stop = { type: 'message_stop', 'amazon-bedrock-invocationMetrics': { inputTokenCount: 9 } }
    const bytes = anthropicEventBytes(stop)
    expect(bytes.toString()).toBe(`event: message_stop\ndata: ${JSON.stringify(stop)}\n\n`)
    const reader = createReader()
    expect(reader.push(bytes)).toEqual([])
    expect(reader.finished()).toBe(true)
  })
})

describe('answers that stand for something else', () => {
  const request = (changes: Partial<ChatRequest>): ChatRequest => ({
    ...readRequest({ model: 'm', messages: [{ role: 'user', content: 'x' }] }),
    ...changes,
  })
  const streamed = (name: string, json: string) =>
    Buffer.from(
      beginning +
        blockStart(0, { type: 'tool_use', id: 'a', name, input: {} }) +
        blockDelta(0, { type: 'input_json_delta', partial_json: json.slice(0, 5) }) +
        blockDelta(0, { type: 'input_json_delta', partial_json: json.slice(5) }) +
        blockStop(0) +
        messageDelta('tool_use', { output_tokens: 5 }) +
        event('message_stop'),
    )
  const whole = (name: string, input: object) =>
    Buffer.from(JSON.stringify({ content: [{ type: 'tool_use', id: 'a', name, input }], stop_reason: 'tool_use' }))

  it('turns the call of the answer tool back into the text of the answer', () => {
    const asked = request({
      outputFormat: { kind: 'schema', name: 's', schema: {}, strict: true, description: undefined },
    })
    const expected = { parts: [{ type: 'text', text: '{"a":"b"}' }], finish: 'stop' }
    expect(collectReply(read([streamed('json', '{"a":"b"}')], asked)).choices[0]).toMatchObject(expected)
    expect(readReply(whole('json', { a: 'b' }), asked).choices[0]).toMatchObject(expected)
    expect(readReply(whole('json', { a: 'b' })).choices[0]).toMatchObject({ finish: 'tool_calls' })
  })

  it('takes free text out of its wrapping', () => {
    const custom = { format: undefined }
    const tools = [{ name: 'patch', description: undefined, parameters: undefined, strict: undefined, custom }]
    const expected = { parts: [{ type: 'tool_call', id: 'a', name: 'patch', arguments: '*** Begin', custom: true }] }
    const asked = request({ tools })
    expect(collectReply(read([streamed('patch', '{"input":"*** Begin"}')], asked)).choices[0]).toMatchObject(expected)
    expect(readReply(whole('patch', { input: '*** Begin' }), asked).choices[0]).toMatchObject(expected)
  })

  it('throws for what is no answer at all', () => {
    expect(() => readReply(Buffer.from('<html>'))).toThrow(/^answer: /)
    expect(() => readReply(Buffer.from('{"type":"error"}'))).toThrow(/^answer: /)
  })
})
