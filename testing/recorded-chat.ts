import { expect } from 'vitest'
import * as z from 'zod/mini'
import { inputTokens, outputTokens } from '#pricing/usage.ts'
import type { ChatReply, ChatRequest, ChatUpstream } from '#protocols/chat.ts'
import { collectReply } from '#protocols/chat-stream.ts'
import type { Unframing } from '#providers/provider.ts'
import type { Recording } from './recordings.ts'

const expectation = z.looseObject({
  text: z.optional(z.string()),
  reasoning_text: z.optional(z.string()),
  finish_reason: z.optional(z.string()),
  tool_calls: z.optional(
    z.array(z.looseObject({ id: z.optional(z.string()), name: z.string(), arguments: z.optional(z.unknown()) })),
  ),
  usage: z.optional(z.record(z.string(), z.number())),
})

type Means = { unframe?: (() => Unframing) | undefined; request?: ChatRequest }

/** The bytes of a recorded answer. */
export const recordedBytes = ({ response }: Recording): Buffer =>
  response.base64 === undefined
    ? Buffer.from(response.sse ?? response.body ?? '')
    : Buffer.from(response.base64, 'base64')

/** Reads a recorded answer as an upstream's dialect does, in pieces of a size. */
export const readRecorded = (recording: Recording, upstream: ChatUpstream, means: Means = {}, size = 1_000_000) => {
  const bytes = recordedBytes(recording)
  if (!recording.streaming) return upstream.readReply(bytes, means.request)
  const reader = upstream.createReader(means.request)
  const unframing = means.unframe?.()
  const events = []
  for (let start = 0; start < bytes.length; start += size) {
    const piece = bytes.subarray(start, start + size)
    const pushed = unframing === undefined ? piece : unframing.push(piece)
    if (pushed !== undefined) events.push(...reader.push(pushed))
  }
  const left = unframing?.end()
  if (left !== undefined) events.push(...reader.push(left))
  events.push(...reader.end())
  expect(reader.finished(), 'the stream came to its end').toBe(true)
  return collectReply(events)
}

/** Holds what was read against what a correct reader gets out of it. */
export const expectAsRecorded = (reply: ChatReply, { expected }: Recording): void => {
  const wanted = expectation.parse(expected)
  const parts = reply.choices[0]?.parts ?? []
  const joined = (type: 'text' | 'reasoning') => parts.map((part) => (part.type === type ? part.text : '')).join('')
  const calls = parts.filter((part) => part.type === 'tool_call')
  if (wanted.text !== undefined) expect(joined('text')).toBe(wanted.text)
  if (wanted.reasoning_text !== undefined) expect(joined('reasoning')).toBe(wanted.reasoning_text)
  if (wanted.finish_reason !== undefined) expect(reply.choices[0]?.finish).toBe(wanted.finish_reason)
  if (wanted.tool_calls !== undefined) {
    expect(calls.map(({ name, arguments: given }) => ({ name, arguments: JSON.parse(given) }))).toEqual(
      wanted.tool_calls.map(({ name, arguments: given }) => ({ name, arguments: given })),
    )
    for (const [index, { id }] of wanted.tool_calls.entries()) if (id) expect(calls[index]?.id).toBe(id)
  }
  const { usage } = reply
  const told = {
    input: usage === undefined ? 0 : inputTokens(usage),
    output: usage === undefined ? 0 : outputTokens(usage),
    cached: usage?.cacheRead ?? 0,
    cache_write: (usage?.cacheWrite ?? 0) + (usage?.cacheWriteHour ?? 0),
    reasoning: usage?.reasoning ?? 0,
  }
  for (const [name, figure] of Object.entries(told)) {
    const settled = wanted.usage?.[name]
    if (settled !== undefined) expect({ [name]: figure }).toEqual({ [name]: settled })
  }
}
