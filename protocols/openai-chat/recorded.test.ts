import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { inputTokens, outputTokens } from '#pricing/usage.ts'
import { type Recording, recordingsOf } from '#testing/recordings.ts'
import { replyContext } from '#testing/reply-context.ts'
import type { ChatReply } from '../chat.ts'
import { collectReply, eventsOfReply } from '../chat-stream.ts'
import { isObject } from '../json/json.ts'
import { readError } from './error.ts'
import { readReply } from './read-reply.ts'
import { readRequest } from './read-request.ts'
import { createReader } from './stream-reader.ts'
import { createWriter } from './stream-writer.ts'
import { writeReply } from './write-reply.ts'
import { writeRequest } from './write-request.ts'

const expectation = z.looseObject({
  text: z.optional(z.string()),
  reasoning_text: z.optional(z.string()),
  refusal: z.optional(z.string()),
  finish_reason: z.optional(z.string()),
  tool_calls: z.optional(
    z.array(z.looseObject({ id: z.optional(z.string()), name: z.string(), arguments: z.optional(z.unknown()) })),
  ),
  usage: z.optional(z.record(z.string(), z.number())),
})

const context = replyContext(readRequest({ model: 'm', messages: [] }))

const readStream = (text: string, pieces = 1) => {
  const reader = createReader()
  const bytes = Buffer.from(text)
  const size = Math.max(1, Math.ceil(bytes.length / pieces))
  const events = []
  for (let start = 0; start < bytes.length; start += size)
    events.push(...reader.push(bytes.subarray(start, start + size)))
  events.push(...reader.end())
  return { events, finished: reader.finished() }
}

const summaryOf = (reply: ChatReply) =>
  reply.choices.map(({ parts, finish, logprobs }) => ({
    text: joined(parts, 'text'),
    reasoning: joined(parts, 'reasoning'),
    refusal: joined(parts, 'refusal'),
    seals: parts.flatMap((part) => (part.type === 'reasoning' && part.signature !== undefined ? [part.signature] : [])),
    calls: parts.filter((part) => part.type === 'tool_call'),
    citations: parts.filter((part) => part.type === 'citation'),
    finish,
    logprobs,
  }))

const joined = (parts: ChatReply['choices'][number]['parts'], type: 'text' | 'reasoning' | 'refusal') =>
  parts.map((part) => (part.type === type ? part.text : '')).join('')

const check = (reply: ChatReply, { expected }: Recording) => {
  const wanted = expectation.parse(expected)
  const [choice] = summaryOf(reply)
  if (wanted.text !== undefined) expect(choice?.text).toBe(wanted.text)
  if (wanted.reasoning_text !== undefined) expect(choice?.reasoning).toBe(wanted.reasoning_text)
  if (wanted.refusal !== undefined) expect(choice?.refusal).toBe(wanted.refusal)
  if (wanted.finish_reason !== undefined) expect(choice?.finish).toBe(wanted.finish_reason)
  if (wanted.tool_calls !== undefined) {
    const calls = choice?.calls.map(({ id, name, arguments: given }) => ({ id, name, arguments: JSON.parse(given) }))
    expect(calls?.map(({ name, arguments: given }) => ({ name, arguments: given }))).toEqual(
      wanted.tool_calls.map(({ name, arguments: given }) => ({ name, arguments: given })),
    )
    for (const [index, call] of wanted.tool_calls.entries()) if (call.id) expect(calls?.[index]?.id).toBe(call.id)
    for (const call of calls ?? []) expect(call.id).not.toBe('')
  }
  const { usage } = reply
  const { input, output, cached, reasoning, cache_write: written } = wanted.usage ?? {}
  if (input !== undefined) expect(usage === undefined ? 0 : inputTokens(usage)).toBe(input)
  if (output !== undefined) expect(usage === undefined ? 0 : outputTokens(usage)).toBe(output)
  if (cached !== undefined) expect(usage?.cacheRead).toBe(cached)
  if (reasoning !== undefined) expect(usage?.reasoning).toBe(reasoning)
  if (written !== undefined) expect(usage?.cacheWrite).toBe(written)
}

const named = (all: readonly Recording[]) => all.map((each) => [each.id, each] as const)
const recorded = recordingsOf('openai-chat')
const answers = recorded.filter(({ response }) => response.status === 200)
const whole = answers.filter(({ streaming }) => !streaming)
const failing = (each: Recording) => each.expected.stream_error !== undefined
const streams = answers.filter((each) => each.streaming && !failing(each))
const requests = recorded.filter(({ request }) => isObject(request?.body) && Array.isArray(request.body.messages))

describe.skipIf(recorded.length === 0)('recorded exchanges of real providers', () => {
  it.each(named(whole))('reads %s, and what it writes says the same', (_id, each) => {
    const reply = readReply(Buffer.from(each.response.body ?? ''))
    check(reply, each)
    const again = readReply(Buffer.from(JSON.stringify(writeReply(reply, context))))
    expect(summaryOf(again)).toEqual(summaryOf(reply))
    expect(again.usage).toEqual(reply.usage)
    const { events, finished } = readStream(writeStream(eventsOfReply(reply)))
    expect(finished).toBe(true)
    expect(summaryOf(collectReply(events))).toEqual(summaryOf(reply))
  })

  it.each(named(streams))('reads %s however it is cut, and what it writes says the same', (_id, each) => {
    const text = each.response.sse ?? ''
    const { events, finished } = readStream(text)
    expect(finished).toBe(true)
    for (const pieces of [7, 200, 3000]) expect(readStream(text, pieces).events).toEqual(events)
    const reply = collectReply(events)
    check(reply, each)
    const again = readStream(writeStream(events))
    expect(again.finished).toBe(true)
    expect(summaryOf(collectReply(again.events))).toEqual(summaryOf(reply))
    expect(collectReply(again.events).usage).toEqual(reply.usage)
  })

  it.each(named(answers.filter(failing)))('sees that %s failed', (_id, each) => {
    const { events, finished } = readStream(each.response.sse ?? '')
    expect(finished).toBe(false)
    expect(events.at(-1)).toMatchObject({ type: 'error', problem: { code: 'tool_use_failed' } })
    expect(events.some((event) => event.type === 'finish')).toBe(false)
  })

  it.each(named(requests))('keeps the meaning of the request of %s', (_id, each) => {
    const body = each.request?.body
    if (!isObject(body) || hasForeignTools(body)) return
    const request = readRequest(body)
    const target = { model: request.model, defaultMaximumOutput: 4096, fetchesUrls: true, signer: 'anthropic' as const }
    const written = writeRequest(request, target)
    const again = readRequest(written)
    expect({ ...again, reasoning: undefined }).toEqual({ ...request, reasoning: undefined })
    expect(again.reasoning?.enabled).toBe(request.reasoning?.enabled)
  })
})

describe.skipIf(recorded.length === 0)('recorded refusals of real providers', () => {
  it.each(named(recorded.filter(({ response }) => response.status >= 400)))('reads %s', (_id, each) => {
    const wanted = z.looseObject({ message: z.string() }).parse(each.expected.error)
    const problem = readError(each.response.status, Buffer.from(each.response.body ?? ''))
    expect(problem.message).toBe(wanted.message)
    if (wanted.type !== undefined) expect(problem.type).toBe(wanted.type)
    if (wanted.code !== undefined) expect(problem.code).toBe(wanted.code)
  })
})

const hasForeignTools = (body: Record<string, unknown>): boolean => JSON.stringify(body).includes('openrouter:')

const writeStream = (events: ReturnType<typeof eventsOfReply>): string => {
  const writer = createWriter(context)
  let text = ''
  for (const event of events) text += writer.write([event])
  return text + writer.end()
}
