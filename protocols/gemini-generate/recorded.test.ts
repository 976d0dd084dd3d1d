import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { inputTokens, outputTokens, type Usage } from '#pricing/usage.ts'
import { type Recording, recordingsOf, recordingsPresent } from '#testing/recordings.ts'
import { replyContext } from '#testing/reply-context.ts'
import type { ChatReply, ChatRequest, ReplyContext } from '../chat.ts'
import { collectReply, eventsOfReply } from '../chat-stream.ts'
import { isObject, type JsonObject } from '../json/json.ts'
import { geminiGenerate } from './index.ts'
import { readReply } from './read-reply.ts'
import { readRequest } from './read-request.ts'
import { cleanSchema } from './schema.ts'
import { createReader } from './stream-reader.ts'
import { createWriter } from './stream-writer.ts'
import { writeReply } from './write-reply.ts'
import { writeRequest } from './write-request.ts'

const expectation = z.looseObject({
  text: z.optional(z.string()),
  reasoning_text: z.optional(z.string()),
  finish_reason: z.optional(z.string()),
  tool_calls: z.optional(z.array(z.looseObject({ name: z.string(), arguments: z.unknown() }))),
  notes: z.optional(z.array(z.string())),
  error: z.optional(z.looseObject({ message: z.string(), code: z.number(), status: z.string() })),
})

const contextOf = (framing: ReplyContext['framing']): ReplyContext =>
  replyContext(readRequest({ contents: [], generationConfig: { candidateCount: 2 } }), { framing })

const readStream = (text: string, pieces = 1) => {
  const reader = createReader()
  const events = cut(text, pieces).flatMap((piece) => reader.push(piece))
  return { events: [...events, ...reader.end()], finished: reader.finished() }
}

const cut = (text: string, pieces: number): Buffer[] => {
  const bytes = Buffer.from(text)
  const size = Math.max(1, Math.ceil(bytes.length / pieces))
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size))
}

const writeStream = (events: Parameters<ReturnType<typeof createWriter>['write']>[0], framing: 'events' | 'array') => {
  const writer = createWriter(contextOf(framing))
  return events.map((event) => writer.write([event])).join('') + writer.end()
}

const joined = (parts: ChatReply['choices'][number]['parts'], type: 'text' | 'reasoning') =>
  parts.map((part) => (part.type === type ? part.text : '')).join('')

const summaryOf = (reply: ChatReply) =>
  reply.choices.map(({ index, parts, finish, logprobs }) => ({
    index,
    text: joined(parts, 'text'),
    reasoning: joined(parts, 'reasoning'),
    seals: parts.flatMap((part) => (part.type === 'reasoning' && part.signature !== undefined ? [part.signature] : [])),
    calls: parts.filter((part) => part.type === 'tool_call'),
    cited: parts.filter((part) => part.type === 'citation').map((part) => [part.url, part.quote]),
    finish,
    logprobs,
  }))

const checkUsage = (usage: Usage | undefined, { expected }: Recording) => {
  const { input, output, cached, reasoning, tool_use_input: ofTools = 0 } = expected.usage ?? {}
  if (input !== undefined) expect(usage === undefined ? 0 : inputTokens(usage)).toBe(input + ofTools)
  if (output !== undefined) expect(usage === undefined ? 0 : outputTokens(usage)).toBe(output)
  if (cached !== undefined) expect(usage?.cacheRead).toBe(cached)
  if (reasoning !== undefined) expect(usage?.reasoning).toBe(reasoning)
}

const check = (reply: ChatReply, each: Recording) => {
  const wanted = expectation.parse(each.expected)
  const [choice] = summaryOf(reply)
  const notes = wanted.notes ?? []
  // Code that ran at Google is told as text here, and left out there.
  if (!notes.includes('code_execution')) expect(choice?.text).toBe(wanted.text)
  else expect(choice?.text.replaceAll(/\n```[a-z]+\n[^`]*\n```\n/g, '')).toBe(wanted.text)
  if (wanted.reasoning_text !== undefined) expect(choice?.reasoning).toBe(wanted.reasoning_text)
  // A call whose arguments come value by value is read as one here, and not at all there.
  const finish = notes.includes('streamed_fc_args') ? 'tool_calls' : wanted.finish_reason
  if (finish !== undefined) expect(choice?.finish).toBe(finish)
  if (wanted.tool_calls !== undefined) {
    const calls = choice?.calls.map((call) => ({ name: call.name, arguments: JSON.parse(call.arguments) }))
    expect(calls).toEqual(wanted.tool_calls)
    expect(new Set(choice?.calls.map((call) => call.id)).size).toBe(wanted.tool_calls.length)
  }
  checkUsage(reply.usage, each)
}

const named = (all: readonly Recording[]) => all.map((each) => [each.id, each] as const)
const recorded = recordingsOf('gemini')
const answers = recorded.filter(({ response }) => response.status === 200)
const whole = answers.filter(({ streaming }) => !streaming)
const streams = answers.filter(({ streaming }) => streaming)
const refused = recorded.filter(({ response }) => response.status !== 200)
const isArray = ({ features }: Recording) => features.includes('stream_not_sse')

describe.skipIf(!recordingsPresent)('recorded exchanges of Google', () => {
  it.each(named(whole))('meters %s', (_id, each) => {
    checkUsage(geminiGenerate.reply.usage(Buffer.from(each.response.body ?? '')), each)
  })

  it.each(named(whole))('reads %s, and what it writes says the same', (_id, each) => {
    const reply = readReply(Buffer.from(each.response.body ?? ''))
    check(reply, each)
    const again = readReply(Buffer.from(JSON.stringify(writeReply(reply, contextOf('events')))))
    expect(summaryOf(again)).toEqual(summaryOf(reply))
    checkUsage(again.usage, each)
    const { events, finished } = readStream(writeStream(eventsOfReply(reply), 'events'))
    expect(finished).toBe(true)
    expect(summaryOf(collectReply(events))).toEqual(summaryOf(reply))
  })

  it.each(named(streams.filter((each) => !isArray(each))))('passes %s on byte for byte', (_id, each) => {
    const text = each.response.sse ?? ''
    for (const pieces of [1, 3, 50, 999]) {
      const tap = geminiGenerate.stream.tap(geminiGenerate.request.outline({ contents: [{ parts: [{ text: 'x' }] }] }))
      const sent = cut(text, pieces).flatMap((piece) => tap.push(piece) ?? [])
      const held = tap.end()
      expect(held?.includes('"finishReason"')).toBe(true)
      expect(Buffer.concat([...sent, held ?? Buffer.alloc(0)]).toString()).toBe(text)
      expect(tap.finished()).toBe(true)
      expect(tap.failed()).toBe(false)
      checkUsage(tap.usage(), each)
    }
  })

  it.each(named(streams))('reads %s however it is cut, and what it writes says the same', (_id, each) => {
    const text = each.response.sse ?? ''
    const { events, finished } = readStream(text)
    expect(finished).toBe(true)
    for (const pieces of [7, 200, 3000]) expect(readStream(text, pieces).events).toEqual(events)
    const reply = collectReply(events)
    check(reply, each)
    for (const framing of ['events', 'array'] as const) {
      const again = readStream(writeStream(events, framing))
      expect(again.finished).toBe(true)
      expect(summaryOf(collectReply(again.events))).toEqual(summaryOf(reply))
      checkUsage(collectReply(again.events).usage, each)
    }
  })

  it.each(named(refused))('reads the refusal %s', (_id, each) => {
    const { error } = expectation.parse(each.expected)
    const problem = geminiGenerate.error.read(each.response.status, Buffer.from(each.response.body ?? ''))
    expect(problem).toMatchObject({ message: error?.message, code: error?.code, type: error?.status })
  })
})

const target = { model: 'gemini-2.5-flash', defaultMaximumOutput: 8192, fetchesUrls: false }

const requests = recorded.flatMap(({ id, request, response }) =>
  isObject(request?.body) && response.status !== 400 ? [[id, request.body] as const] : [],
)

/** Titles, and parameters that there are none of, are not told to Google. */
const meaningOf = (request: ChatRequest) => {
  const { outputFormat, tools } = request
  const schemaOf = (schema: JsonObject | undefined) => {
    const cleaned = schema === undefined ? undefined : cleanSchema(schema)
    return cleaned?.type === 'OBJECT' && cleaned.properties === undefined ? undefined : cleaned
  }
  return {
    ...request,
    reasoning: request.reasoning?.enabled,
    tools: tools.map((tool) => ({ ...tool, parameters: schemaOf(tool.parameters) })),
    outputFormat: outputFormat?.kind === 'schema' ? schemaOf(outputFormat.schema) : outputFormat,
  }
}

describe.skipIf(!recordingsPresent)('recorded requests to Google', () => {
  it.each(requests.filter(([, body]) => body.cachedContent === undefined))('keeps the meaning of %s', (_id, body) => {
    const request = readRequest(body)
    const written = JSON.parse(JSON.stringify(writeRequest(request, target)))
    const again = readRequest(written)
    expect(meaningOf(again)).toEqual(meaningOf(request))
    expect(JSON.parse(JSON.stringify(writeRequest(again, target)))).toEqual(written)
  })

  it.each(requests.filter(([, body]) => body.cachedContent !== undefined))('refuses %s elsewhere', (_id, body) => {
    expect(() => readRequest(body)).toThrow(/^cachedContent: /)
  })
})
