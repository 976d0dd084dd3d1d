import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { usageOf } from '#pricing/usage.ts'
import { replyContext } from '#testing/reply-context.ts'
import type { ChatEvent, ReplyContext } from '../chat.ts'
import { readRequest } from './read-request.ts'
import { createReader } from './stream-reader.ts'
import { createWriter } from './stream-writer.ts'

const read = (text: string, pieces: readonly Buffer[] = [Buffer.from(text)]) => {
  const reader = createReader()
  const events = pieces.flatMap((piece) => reader.push(piece))
  events.push(...reader.end())
  return { events, finished: reader.finished() }
}
const ended = (reason = 'stop', choice = 0) => ({ type: 'finish', choice, reason, stopSequence: undefined })

const context = replyContext(readRequest({ model: 'm', messages: [] }), { model: 'asked' })

const write = (events: readonly ChatEvent[], changes: Partial<ReplyContext> = {}): string => {
  const writer = createWriter({ ...context, ...changes })
  return events.map((event) => writer.write([event])).join('') + writer.end()
}

const story: ChatEvent[] = [
  { type: 'start', id: 'msg_1', model: 'u', created: 5 },
  { type: 'reasoning', choice: 0, text: 'I ' },
  { type: 'reasoning', choice: 0, text: 'think' },
  { type: 'reasoning_signature', choice: 0, signature: { by: 'anthropic', value: 's' } },
  { type: 'redacted_reasoning', choice: 0, data: 'd', by: 'anthropic' },
  { type: 'text', choice: 0, text: 'he', logprobs: [{ token: 'he', logprob: -1, bytes: null, top_logprobs: [] }] },
  { type: 'text', choice: 0, text: 'llo' },
  { type: 'citation', choice: 0, citation: { type: 'citation', url: 'u', title: 't' } },
  { type: 'image', choice: 0, mediaType: 'image/png', base64: 'eA==' },
  { type: 'tool_call', choice: 0, call: 0, id: 'a', name: 'f' },
  { type: 'tool_call', choice: 0, call: 1, id: 'b', name: 'g' },
  { type: 'arguments', choice: 0, call: 1, text: '{"x"' },
  { type: 'arguments', choice: 0, call: 1, text: ':1}' },
  { type: 'finish', choice: 0, reason: 'tool_calls', stopSequence: undefined },
  { type: 'usage', usage: usageOf({ input: 3, output: 2 }) },
]

const clientOf = (answer: string) =>
  new OpenAI({
    apiKey: 'none',
    baseURL: 'http://127.0.0.1/v1',
    maxRetries: 0,
    fetch: async () => new Response(answer, { headers: { 'content-type': 'text/event-stream' } }),
  })

const ask = { model: 'asked', messages: [{ role: 'user' as const, content: 'x' }] }

describe('writing a stream', () => {
  it('is read back as it was told', () => {
    const [opening, ...told] = story.slice(0, 13)
    expect(read(write(story)).events).toEqual([
      { ...opening, model: 'asked' },
      ...told,
      { type: 'arguments', choice: 0, call: 0, text: '{}' },
      { type: 'usage', usage: usageOf({ input: 3, output: 2 }) },
      ended('tool_calls'),
    ])
  })

  it('is understood by the stream helper of the official client', async () => {
    const stream = clientOf(write(story)).chat.completions.stream({ ...ask, stream_options: { include_usage: true } })
    const seen: string[] = []
    stream.on('content', (piece) => seen.push(piece))
    const completion = await stream.finalChatCompletion()
    expect(seen).toEqual(['he', 'llo'])
    expect(completion).toMatchObject({
      id: 'msg_1',
      model: 'asked',
      usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
      choices: [
        {
          finish_reason: 'tool_calls',
          message: {
            role: 'assistant',
            content: 'hello',
            tool_calls: [
              { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } },
              { id: 'b', type: 'function', function: { name: 'g', arguments: '{"x":1}' } },
            ],
          },
        },
      ],
    })
  })

  it('keeps several choices apart for the official client', async () => {
    const events: ChatEvent[] = [
      { type: 'start', id: 'x', model: 'u', created: 5 },
      { type: 'text', choice: 1, text: 'b' },
      { type: 'text', choice: 0, text: 'a' },
      { type: 'finish', choice: 0, reason: 'stop', stopSequence: undefined },
      { type: 'refusal', choice: 1, text: 'no' },
      { type: 'finish', choice: 1, reason: 'content_filter', stopSequence: undefined },
    ]
    const completion = await clientOf(write(events))
      .chat.completions.stream({ ...ask, n: 2 })
      .finalChatCompletion()
    expect(
      completion.choices.map(({ message, finish_reason: reason }) => [message.content, message.refusal, reason]),
    ).toEqual([
      ['a', null, 'stop'],
      ['b', 'no', 'content_filter'],
    ])
  })

  it('lets the official client see that the upstream failed', async () => {
    const writer = createWriter(context)
    const error = { kind: 'overloaded', status: 503, code: null, message: 'overloaded' } as const
    const failing = writer.write(story.slice(0, 6)) + writer.fail(error) + writer.end()
    const stream = clientOf(failing).chat.completions.stream(ask)
    await expect(stream.finalChatCompletion()).rejects.toThrow('overloaded')
  })

  it('tells usage only to those who asked for it', () => {
    expect(write(story, { wantsUsage: false })).not.toContain('"usage"')
    expect(write(story).match(/"usage"/g)).toHaveLength(1)
  })

  it('tells clients of routers each piece of reasoning as a detail, and at its end the seal alone', () => {
    const request = readRequest({ model: 'm', messages: [], reasoning: { effort: 'low' } })
    const deltas = [...write(story, { request }).matchAll(/"delta":(\{.*?\}),"logprobs"/g)].map(([, delta = '']) =>
      JSON.parse(delta),
    )
    const details = deltas.flatMap(({ reasoning_details: each = [] }) => each)
    expect(details.slice(0, 3)).toEqual([
      { type: 'reasoning.text', text: 'I ', index: 0 },
      { type: 'reasoning.text', text: 'think', index: 0 },
      { type: 'reasoning.text', text: '', signature: 's', format: 'anthropic-claude-v1', index: 0 },
    ])
    expect(deltas.map(({ reasoning = '' }) => reasoning).join('')).toBe('I think')
  })

  it('leaves the reasoning out for clients that do not want to see it', () => {
    const request = readRequest({ model: 'm', messages: [], reasoning: { exclude: true } })
    expect(write(story, { request })).not.toMatch(/reasoning_(content|details)/)
  })

  it('makes up an id and a time where the upstream told none', () => {
    const [first = ''] = write([{ type: 'text', choice: 0, text: 'a' }]).split('\n\n')
    expect(JSON.parse(first.slice(6))).toMatchObject({ id: 'chatcmpl-new', created: 1_700_000_000, model: 'asked' })
  })
})
