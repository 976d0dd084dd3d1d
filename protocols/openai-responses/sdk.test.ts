import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { usageOf } from '#pricing/usage.ts'
import { replyContext } from '#testing/reply-context.ts'
import type { ChatEvent } from '../chat.ts'
import { collectReply } from '../chat-stream.ts'
import { openaiResponses } from './index.ts'
import { readRequest } from './read-request.ts'
import { createWriter } from './stream-writer.ts'
import { writeReply } from './write-reply.ts'

const body = {
  model: 'asked',
  input: 'hello',
  tools: [
    { type: 'function' as const, name: 'find', parameters: { type: 'object' }, strict: true },
    { type: 'custom' as const, name: 'patch' },
  ],
}

const context = () =>
  replyContext(readRequest(JSON.parse(JSON.stringify({ ...body, stream: true }))), {
    model: 'asked',
    newId: () => 'made',
  })

const events: ChatEvent[] = [
  { type: 'start', id: 'chatcmpl-1', model: 'up', created: 5 },
  { type: 'reasoning', choice: 0, text: 'let me ' },
  { type: 'reasoning', choice: 0, text: 'think' },
  { type: 'reasoning_signature', choice: 0, signature: { by: 'anthropic', value: 'S' } },
  { type: 'text', choice: 0, text: 'Paris ' },
  {
    type: 'text',
    choice: 0,
    text: '是首都',
    logprobs: [{ token: '是首都', logprob: -0.1, bytes: [], top_logprobs: [] }],
  },
  { type: 'citation', choice: 0, citation: { type: 'citation', url: 'u', title: 't', start: 0, end: 5 } },
  { type: 'refusal', choice: 0, text: 'but no ' },
  { type: 'refusal', choice: 0, text: 'more' },
  { type: 'tool_call', choice: 0, call: 0, id: 'c1', name: 'find' },
  { type: 'tool_call', choice: 0, call: 1, id: 'c2', name: 'patch', custom: true },
  { type: 'arguments', choice: 0, call: 1, text: 'ra' },
  { type: 'arguments', choice: 0, call: 0, text: '{"city":' },
  { type: 'arguments', choice: 0, call: 1, text: 'w' },
  { type: 'arguments', choice: 0, call: 0, text: '"Rome"}' },
  { type: 'image', choice: 0, mediaType: 'image/png', base64: 'AAAA' },
  { type: 'text', choice: 0, text: 'after all' },
  { type: 'finish', choice: 0, reason: 'tool_calls', stopSequence: undefined },
  { type: 'usage', usage: usageOf({ input: 7, output: 3 }) },
]

/** The official client, answered without a network. */
const clientOf = (answer: string, type: string) =>
  new OpenAI({
    apiKey: 'none',
    baseURL: 'http://127.0.0.1/v1',
    maxRetries: 0,
    fetch: async () => new Response(answer, { headers: { 'content-type': type } }),
  })

const written = (list: readonly ChatEvent[]) => {
  const writer = createWriter(context())
  return writer.write(list) + writer.end()
}

const expectOutput = (output: readonly unknown[]) =>
  expect(output).toMatchObject([
    { type: 'reasoning', summary: [{ type: 'summary_text', text: 'let me think' }] },
    {
      type: 'message',
      content: [
        { type: 'output_text', text: 'Paris 是首都', annotations: [{ url: 'u' }], logprobs: [{ token: '是首都' }] },
        { type: 'refusal', refusal: 'but no more' },
      ],
    },
    { type: 'function_call', call_id: 'c1', name: 'find', arguments: '{"city":"Rome"}' },
    { type: 'custom_tool_call', call_id: 'c2', name: 'patch', input: 'raw' },
    { type: 'image_generation_call', result: 'AAAA' },
    { type: 'message', content: [{ type: 'output_text', text: 'after all' }] },
  ])

describe('the official client', () => {
  it('follows a stream to its final response', async () => {
    const stream = clientOf(written(events), 'text/event-stream').responses.stream(body)
    const texts: string[] = []
    const calls: string[] = []
    stream.on('response.output_text.delta', ({ snapshot }) => texts.push(snapshot))
    stream.on('response.function_call_arguments.delta', ({ snapshot }) => calls.push(snapshot))
    const response = await stream.finalResponse()
    expect(texts).toEqual(['Paris ', 'Paris 是首都', 'after all'])
    expect(calls).toEqual(['{"city":', '{"city":"Rome"}'])
    expectOutput(response.output)
    expect(response.output_text).toBe('Paris 是首都after all')
    expect(response.usage).toMatchObject({ input_tokens: 7, output_tokens: 3, total_tokens: 10 })
    expect(response.output.find((item) => item.type === 'function_call')?.parsed_arguments).toEqual({ city: 'Rome' })
  })

  it('builds up the same answer from the pieces alone', async () => {
    const cut = written(events).split('event: response.completed')[0] ?? ''
    const response = await clientOf(cut, 'text/event-stream').responses.stream(body).finalResponse()
    expectOutput(response.output)
  })

  it('reads a whole answer', async () => {
    const answer = JSON.stringify(writeReply(collectReply(events), context()))
    const response = await clientOf(answer, 'application/json').responses.create(body)
    expect(response.status).toBe('completed')
    expect(response.output_text).toBe('Paris 是首都after all')
    expect(response.usage?.total_tokens).toBe(10)
  })

  it('throws what failed inside a stream', async () => {
    const error = { kind: 'internal', status: 500, code: 'busy', message: 'the model is overloaded' } as const
    const writer = createWriter(context())
    const failing = writer.write(events.slice(0, 5)) + writer.fail(error) + writer.end()
    const stream = clientOf(failing, 'text/event-stream').responses.stream(body)
    await expect(stream.finalResponse()).rejects.toMatchObject({ message: 'the model is overloaded', code: 'busy' })
  })

  it('throws what the gateway itself adds to a stream that must end', async () => {
    const begun = createWriter(context()).write(events.slice(0, 5))
    const error = { kind: 'no_credit', status: 403, code: 'quota_insufficient', message: 'nothing is left' } as const
    const answer = begun + openaiResponses.error.event(error).toString()
    const stream = clientOf(answer, 'text/event-stream').responses.stream(body)
    await expect(stream.finalResponse()).rejects.toMatchObject({
      message: 'nothing is left',
      type: 'insufficient_quota',
    })
  })
})
