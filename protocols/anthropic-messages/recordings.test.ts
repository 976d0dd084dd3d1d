import { describe, expect, it } from 'vitest'
import { inputTokens, outputTokens, type Usage } from '#pricing/usage.ts'
import { type Recording, recordingsInSet, recordingsOf, recordingsPresent } from '#testing/recordings.ts'
import { replyContext } from '#testing/reply-context.ts'
import type { ChatEvent, ChatReply } from '../chat.ts'
import { collectReply } from '../chat-stream.ts'
import { isObject, parseLenient, textAt } from '../json/json.ts'
import type { RequestOutline } from '../protocol.ts'
import { anthropicEventBytes } from './event-bytes.ts'
import { anthropicMessages } from './index.ts'
import { readReply } from './read-reply.ts'
import { readRequest } from './read-request.ts'
import { createReader } from './stream-reader.ts'
import { createWriter } from './stream-writer.ts'
import { writeReply } from './write-reply.ts'
import { writeRequest } from './write-request.ts'

const outline: RequestOutline = {
  model: 'm',
  stream: true,
  maximumOutput: undefined,
  choices: 1,
  promptEstimate: 10,
  wantsUsage: true,
}

const context = replyContext(readRequest({ model: 'm', messages: [{ role: 'user', content: 'hello' }] }), {
  now: () => 0,
  newId: () => 'id',
})

/** Bytes cut into about so many pieces. */
const cut = (bytes: Buffer, pieces: number): Buffer[] => {
  const size = Math.max(1, Math.ceil(bytes.length / pieces))
  const chunks: Buffer[] = []
  for (let start = 0; start < bytes.length; start += size) chunks.push(bytes.subarray(start, start + size))
  return chunks
}

const readStream = (stream: Buffer, pieces = 1): ChatEvent[] => {
  const reader = createReader()
  const events = cut(stream, pieces).flatMap((chunk) => reader.push(chunk))
  events.push(...reader.end())
  expect(reader.finished()).toBe(true)
  return events
}

const checkUsage = (usage: Usage | undefined, expected: Recording['expected']['usage']) => {
  if (expected === undefined) return
  if (expected.input !== undefined) expect(usage && inputTokens(usage)).toBe(expected.input)
  if (expected.output !== undefined) expect(usage && outputTokens(usage)).toBe(expected.output)
  if (expected.cached !== undefined) expect(usage?.cacheRead).toBe(expected.cached)
  if (expected.reasoning !== undefined) expect(usage?.reasoning).toBe(expected.reasoning)
  if (expected.cache_write !== undefined && usage !== undefined) {
    expect(usage.cacheWrite + usage.cacheWriteHour).toBe(expected.cache_write)
  }
}

const checkReply = (reply: ChatReply, { expected }: Recording) => {
  const choice = reply.choices[0]
  const parts = choice?.parts ?? []
  const textOf = (type: string) => parts.map((part) => (part.type === type && 'text' in part ? part.text : '')).join('')
  const calls = parts.flatMap((part) =>
    part.type === 'tool_call' ? [{ id: part.id, name: part.name, arguments: parseLenient(part.arguments) }] : [],
  )
  expect(textOf('text')).toBe(expected.text)
  expect(calls).toEqual(expected.tool_calls)
  expect(choice?.finish).toBe(expected.finish_reason)
  if (expected.reasoning_text !== undefined) expect(textOf('reasoning')).toBe(expected.reasoning_text)
  checkUsage(reply.usage, expected.usage)
}

/** The events inside a cloud's own binary frames. */
const unframe = (base64: string): Buffer => {
  const bytes = Buffer.from(base64, 'base64')
  const events: Buffer[] = []
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at)) {
    const payload = bytes.toString('utf8', at + 12 + bytes.readUInt32BE(at + 4), at + bytes.readUInt32BE(at) - 4)
    const frame = parseLenient(payload)
    const event = parseLenient(Buffer.from(textAt(frame, 'bytes') ?? '', 'base64').toString('utf8'))
    if (isObject(event)) events.push(anthropicEventBytes(event))
  }
  return Buffer.concat(events)
}

const streamOf = ({ response }: Recording) =>
  response.base64 === undefined ? Buffer.from(response.sse ?? '') : unframe(response.base64)

const named = (recordings: readonly Recording[]) => recordings.map((each) => [each.id, each] as const)

const answered = [...recordingsOf('anthropic-messages'), ...recordingsOf('bedrock-invoke')].filter(
  // One model of the cloud's own speaks another dialect under the same address.
  ({ response, id }) => response.status === 200 && !id.endsWith('3e049cb092'),
)
const streams = named(answered.filter(({ streaming }) => streaming))
const wholes = named(answered.filter(({ streaming }) => !streaming))

describe.skipIf(!recordingsPresent)('recorded streams', () => {
  it.each(streams)('%s passes through byte for byte and is metered', (_id, recording) => {
    const stream = streamOf(recording)
    for (const pieces of [1, 3, 50, 300]) {
      const tap = anthropicMessages.stream.tap(outline)
      const sent = cut(stream, pieces).map((chunk) => tap.push(chunk) ?? Buffer.alloc(0))
      const held = tap.end() ?? Buffer.alloc(0)
      expect(Buffer.concat([...sent, held]).equals(stream)).toBe(true)
      expect(held.toString()).toMatch(/^event: message_delta/)
      expect(tap.finished()).toBe(true)
      expect(tap.failed()).toBe(false)
      checkUsage(tap.usage(), recording.expected.usage)
    }
  })

  it.each(streams)('%s is read, however the network cuts it', (_id, recording) => {
    const stream = streamOf(recording)
    for (const pieces of [1, 7, 200]) checkReply(collectReply(readStream(stream, pieces)), recording)
  })

  it.each(streams)('%s is written again and read back the same', (_id, recording) => {
    const events = readStream(streamOf(recording))
    const writer = createWriter(context)
    const written = events.map((event) => writer.write([event])).join('') + writer.end()
    const again = collectReply(readStream(Buffer.from(written)))
    checkReply(again, recording)
    expect(again.choices).toEqual(collectReply(events).choices)
  })
})

describe.skipIf(!recordingsPresent)('recorded answers', () => {
  it.each(wholes)('%s is read and metered', (_id, recording) => {
    const bytes = Buffer.from(recording.response.body ?? '')
    checkReply(readReply(bytes), recording)
    checkUsage(anthropicMessages.reply.usage(bytes), recording.expected.usage)
  })

  it.each(wholes)('%s is written again and read back the same', (_id, recording) => {
    const reply = readReply(Buffer.from(recording.response.body ?? ''))
    const again = readReply(Buffer.from(JSON.stringify(writeReply(reply, context))))
    checkReply(again, recording)
    expect(again.choices).toEqual(reply.choices)
  })
})

/** Requests whose meaning is bound to this vendor: they pass through, and are refused by name anywhere else. */
const bound: Readonly<Record<string, string>> = {
  '39d0a4aa81': 'messages.0.content.1.type',
  d40297e57b: 'messages',
}

const requests = named(
  [...recordingsOf('anthropic-messages'), ...recordingsOf('bedrock-invoke')].filter(
    ({ request, id }) => isObject(request?.body) && !id.endsWith('3e049cb092'),
  ),
)

describe.skipIf(!recordingsPresent)('recorded requests', () => {
  it.each(requests)('%s keeps its meaning', (id, { request }) => {
    const body = isObject(request?.body) ? { model: 'claude-3-5-sonnet-20240620', ...request.body } : {}
    const field = bound[id.slice(-10)]
    if (field !== undefined) {
      expect(() => readRequest(body)).toThrow(`${field}: `)
      return
    }
    const read = readRequest(body)
    const target = { model: read.model, defaultMaximumOutput: 8192, fetchesUrls: true }
    const again = readRequest(writeRequest(read, target))
    // How much to think is said in the model's own way, and one way of sampling in place of two.
    expect(again.reasoning?.enabled).toBe(read.reasoning?.enabled)
    expect(again).toEqual({ ...read, topP: again.topP, reasoning: again.reasoning })
  })
})

it.skipIf(recordingsPresent)(
  `${recordingsInSet} recorded exchanges were not replayed: their folder is not here`,
  () => {},
)
