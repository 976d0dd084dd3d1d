import Anthropic from '@anthropic-ai/sdk'
import { describe, expect, it } from 'vitest'
import { usageOf } from '#pricing/usage.ts'
import { replyContext } from '#testing/reply-context.ts'
import type { ChatEvent } from '../chat.ts'
import { collectReply, eventsOfReply } from '../chat-stream.ts'
import { readRequest } from './read-request.ts'
import { createReader } from './stream-reader.ts'
import { createWriter } from './stream-writer.ts'
import { writeReply } from './write-reply.ts'

const context = replyContext(readRequest({ model: 'asked', messages: [{ role: 'user', content: 'hello there' }] }), {
  model: 'asked',
  now: () => 0,
  newId: () => 'made-up',
})

const write = (events: readonly ChatEvent[]): string => {
  const writer = createWriter(context)
  return events.map((event) => writer.write([event])).join('') + writer.end()
}

/** The message that the vendor's own client makes of a stream. */
const streamedMessage = (text: string) => {
  const answer = async () => new Response(text, { headers: { 'content-type': 'text/event-stream' } })
  const client = new Anthropic({ apiKey: 'none', baseURL: 'http://127.0.0.1:9', fetch: answer, maxRetries: 0 })
  return client.messages.stream({ model: 'asked', max_tokens: 10, messages: [{ role: 'user', content: 'hello' }] })
}

const start: ChatEvent = { type: 'start', id: 'chatcmpl-1', model: 'other', created: 1 }
const text = (said: string): ChatEvent => ({ type: 'text', choice: 0, text: said })
const call = (number: number, id: string): ChatEvent => ({ type: 'tool_call', choice: 0, call: number, id, name: 'f' })
const input = (number: number, json: string): ChatEvent => ({ type: 'arguments', choice: 0, call: number, text: json })
const finish = (reason: 'stop' | 'length' | 'tool_calls' | 'content_filter', stopSequence?: string): ChatEvent => ({
  type: 'finish',
  choice: 0,
  reason,
  stopSequence,
})
const usage: ChatEvent = {
  type: 'usage',
  usage: usageOf({ input: 7, cacheRead: 3, cacheWrite: 2, cacheWriteHour: 1, output: 4, reasoning: 5 }),
}

const everything: ChatEvent[] = [
  start,
  { type: 'reasoning', choice: 0, text: 'let me' },
  { type: 'reasoning', choice: 0, text: ' see' },
  { type: 'reasoning_signature', choice: 0, signature: { by: 'gemini', value: 'a:b=' }, id: 'rs:1' },
  { type: 'redacted_reasoning', choice: 0, data: 'dark', by: 'openai', id: 'rs_2' },
  text('Hel'),
  { type: 'text', choice: 1, text: 'of another choice' },
  text('lo'),
  { type: 'citation', choice: 0, citation: { type: 'citation', url: 'https://x', title: 't', quote: 'q' } },
  { type: 'tool_call', choice: 0, call: 0, id: 'c0', name: 'f', signature: { by: 'gemini', value: 'seal' } },
  input(0, '{"a":'),
  input(0, '1}'),
  call(1, 'c1'),
  finish('stop'),
  usage,
]

describe('writing a stream', () => {
  it("satisfies the vendor's own client", async () => {
    const message = await streamedMessage(write(everything)).finalMessage()
    expect(message).toMatchObject({
      id: 'msg_made-up',
      type: 'message',
      role: 'assistant',
      model: 'asked',
      stop_reason: 'tool_use',
      stop_sequence: null,
      content: [
        { type: 'thinking', thinking: 'let me see', signature: 'foreign:gemini:rs%3A1::a:b=' },
        { type: 'redacted_thinking', data: 'foreign:openai:rs_2::dark' },
        { type: 'text', text: 'Hello', citations: [{ url: 'https://x', cited_text: 'q' }] },
        { type: 'redacted_thinking', data: 'foreign:gemini::c0:seal' },
        { type: 'tool_use', id: 'c0', name: 'f', input: { a: 1 } },
        { type: 'tool_use', id: 'c1', name: 'f', input: {} },
      ],
      usage: {
        input_tokens: 7,
        cache_read_input_tokens: 3,
        cache_creation_input_tokens: 3,
        output_tokens: 9,
        output_tokens_details: { thinking_tokens: 5 },
      },
    })
  })

  it('opens and closes one block after the other', () => {
    const types = write([start, text('a'), call(0, 'c'), finish('tool_calls'), usage]).match(/^event: .*$/gm)
    expect(types).toEqual([
      'event: message_start',
      'event: content_block_start',
      'event: content_block_delta',
      'event: content_block_stop',
      'event: content_block_start',
      'event: content_block_stop',
      'event: message_delta',
      'event: message_stop',
    ])
  })

  it('sorts out calls whose arguments come in turn', async () => {
    const mixed = [start, call(0, 'a'), call(1, 'b'), input(1, '{"y"'), input(0, '{"x":1'), text('on'), input(1, ':2}')]
    const written = write([...mixed, input(0, '}'), call(2, 'c'), input(2, '{}'), finish('tool_calls'), usage])
    const message = await streamedMessage(written).finalMessage()
    expect(message.content).toMatchObject([
      { type: 'tool_use', id: 'a', input: { x: 1 } },
      { type: 'tool_use', id: 'b', input: { y: 2 } },
      { type: 'text', text: 'on' },
      { type: 'tool_use', id: 'c', input: {} },
    ])
  })

  it('sends a second call at once when the first is complete', () => {
    const writer = createWriter(context)
    writer.write([start, call(0, 'a'), input(0, '{"x":1}')])
    expect(writer.write([call(1, 'b'), input(1, '{')])).toContain('"id":"b"')
  })

  it('can be continued with the seals it gave out', () => {
    const reader = createReader()
    const read = collectReply([...reader.push(Buffer.from(write(everything))), ...reader.end()])
    const { content } = JSON.parse(JSON.stringify(writeReply(read, context)))
    const request = readRequest({ model: 'm', messages: [{ role: 'assistant', content }] })
    expect(request.messages[0]?.parts).toMatchObject([
      { type: 'reasoning', text: 'let me see', signature: { by: 'gemini', value: 'a:b=' }, id: 'rs:1' },
      { type: 'redacted_reasoning', data: 'dark', by: 'openai', id: 'rs_2' },
      { type: 'text', text: 'Hello' },
      { type: 'tool_call', id: 'c0', signature: { by: 'gemini', value: 'seal' } },
      { type: 'tool_call', id: 'c1' },
    ])
  })

  it.each([
    [finish('stop'), 'end_turn', null],
    [finish('stop', 'END'), 'stop_sequence', 'END'],
    [finish('length'), 'max_tokens', null],
    [finish('content_filter'), 'refusal', null],
  ])('tells the end %j as %s', async (end, reason, sequence) => {
    const message = await streamedMessage(write([start, text('a'), end, usage])).finalMessage()
    expect(message).toMatchObject({ stop_reason: reason, stop_sequence: sequence })
  })

  it('tells estimates at the start, and at the end where the upstream told nothing', async () => {
    const written = write([start, text('word '.repeat(60)), finish('stop')])
    const message = await streamedMessage(written).finalMessage()
    expect(message.usage.input_tokens).toBe(6)
    expect(message.usage.output_tokens).toBe(100)
  })

  it('shows a refusal and a picture as text', async () => {
    const refusal: ChatEvent = { type: 'refusal', choice: 0, text: 'No.' }
    const picture: ChatEvent = { type: 'image', choice: 0, mediaType: 'image/png', base64: 'QQ==' }
    const message = await streamedMessage(write([start, refusal, picture, finish('stop')])).finalMessage()
    expect(message.content).toMatchObject([{ type: 'text', text: 'No.![image](data:image/png;base64,QQ==)' }])
    expect(message.stop_reason).toBe('refusal')
  })

  it('never ends a stream cleanly that was cut or failed', async () => {
    expect(write([start, text('a')])).not.toContain('message_stop')
    const writer = createWriter(context)
    const begun = writer.write([start, text('a')])
    const told = writer.fail({ kind: 'overloaded', status: 529, code: null, message: 'gone' })
    const failed = begun + told + writer.write([finish('stop')]) + writer.end()
    expect(failed).not.toContain('message_stop')
    await expect(streamedMessage(failed).finalMessage()).rejects.toThrow(/gone/)
  })
})

describe('writing a whole answer', () => {
  it('says the same as its stream', async () => {
    const reply = collectReply(everything.filter((event) => !('choice' in event) || event.choice === 0))
    const whole = writeReply(reply, context)
    const streamed = await streamedMessage(write(eventsOfReply(reply))).finalMessage()
    expect(whole).toMatchObject({
      type: 'message',
      role: 'assistant',
      id: 'msg_made-up',
      model: 'asked',
      stop_reason: 'tool_use',
    })
    expect(JSON.parse(JSON.stringify(streamed.content))).toEqual(whole.content)
    expect(streamed.usage).toMatchObject({ input_tokens: 7, output_tokens: 9 })
    expect(whole.usage).toMatchObject({
      input_tokens: 7,
      cache_creation: { ephemeral_5m_input_tokens: 2, ephemeral_1h_input_tokens: 1 },
    })
  })

  it('keeps arguments readable that were cut off, and the id of its own kind', () => {
    const parts = [{ type: 'tool_call', id: 'c', name: 'f', arguments: '{"a":' }] as const
    const choice = { index: 0, parts, finish: 'length', stopSequence: undefined, logprobs: undefined } as const
    const reply = { id: 'msg_9', model: 'm', created: 0, choices: [choice], usage: undefined, serviceTier: undefined }
    const whole = writeReply(reply, context)
    expect(whole).toMatchObject({
      id: 'msg_9',
      stop_reason: 'max_tokens',
      content: [{ input: { arguments: '{"a":' } }],
    })
    expect(whole.usage).toMatchObject({ input_tokens: expect.any(Number) })
  })
})
