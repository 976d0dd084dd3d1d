import { describe, expect, it } from 'vitest'
import { chatOf } from '#testing/chat-dialects.ts'
import { type Recording, recordingsOf, recordingsPresent } from '#testing/recordings.ts'
import { replyContext } from '#testing/reply-context.ts'
import type { ChatEvent, ChatRequest } from './chat.ts'
import { collectReply } from './chat-stream.ts'
import { translateChat } from './exchange.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from './json/json.ts'
import { eachEvent, eventData } from './sse.ts'

const dialects = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini-generate'] as const
type Dialect = (typeof dialects)[number]
const folders: Readonly<Record<Dialect, string>> = {
  'openai-chat': 'openai-chat',
  'openai-responses': 'openai-responses',
  'anthropic-messages': 'anthropic-messages',
  'gemini-generate': 'gemini',
}

const request: ChatRequest = chatOf('openai-chat').client.readRequest({
  model: 'm',
  stream: true,
  reasoning_effort: 'high',
  messages: [{ role: 'user', content: 'Say something.' }],
})
const context = replyContext(request)

/** What a client has in its hands: words, and calls with the arguments that came. */
type Held = { text: string; calls: { name: string; arguments: string }[] }

/** Reads what a client was told by the dialect's own rules, without the readers and writers under test. */
const heldBy: Readonly<Record<Dialect, (events: readonly JsonObject[]) => Held>> = {
  'openai-chat': (events) => {
    const held: Held = { text: '', calls: [] }
    for (const event of events) {
      const [choice] = objectsOf(event.choices)
      const delta = objectAt(choice, 'delta')
      held.text += textAt(delta, 'content') ?? ''
      for (const call of objectsOf(delta?.tool_calls)) {
        const given = objectAt(call, 'function') ?? objectAt(call, 'custom')
        const name = textAt(given, 'name')
        if (name !== undefined) held.calls[Number(call.index)] = { name, arguments: '' }
        const found = held.calls[Number(call.index)]
        if (found !== undefined) found.arguments += textAt(given, 'arguments') ?? textAt(given, 'input') ?? ''
      }
    }
    return held
  },
  'anthropic-messages': (events) => {
    const held: Held = { text: '', calls: [] }
    for (const event of events) {
      const block = objectAt(event, 'content_block')
      if (block?.type === 'tool_use') held.calls.push({ name: String(block.name), arguments: '' })
      const delta = objectAt(event, 'delta')
      held.text += textAt(delta, 'text') ?? ''
      const last = held.calls.at(-1)
      if (last !== undefined) last.arguments += textAt(delta, 'partial_json') ?? ''
    }
    return held
  },
  'gemini-generate': (events) => {
    const held: Held = { text: '', calls: [] }
    for (const event of events) {
      const [candidate] = objectsOf(event.candidates)
      for (const part of objectsOf(objectAt(candidate, 'content')?.parts)) {
        if (part.thought !== true) held.text += textAt(part, 'text') ?? ''
        const call = objectAt(part, 'functionCall')
        if (call !== undefined) held.calls.push({ name: String(call.name), arguments: JSON.stringify(call.args) })
      }
    }
    return held
  },
  // All that counts stands in the event that ends it.
  'openai-responses': (events) => {
    const held: Held = { text: '', calls: [] }
    for (const item of objectsOf(objectAt(events.at(-1), 'response')?.output)) {
      for (const part of objectsOf(item.content)) held.text += textAt(part, 'text') ?? textAt(part, 'refusal') ?? ''
      if (item.type !== 'function_call' && item.type !== 'custom_tool_call') continue
      held.calls.push({ name: String(item.name), arguments: String(item.arguments ?? item.input) })
      const isWhole = item.type === 'custom_tool_call' || parseLenient(String(item.arguments)) !== undefined
      if (item.type === 'function_call') expect(item.status).toBe(isWhole ? 'completed' : 'incomplete')
    }
    return held
  },
}

const objectsOf = (list: unknown): JsonObject[] => (Array.isArray(list) ? list.filter(isObject) : [])

const dataOf = (text: string): JsonObject[] =>
  [...eachEvent(Buffer.from(text))].flatMap((event) => {
    const data = parseLenient(eventData(event) ?? '')
    return isObject(data) ? [data] : []
  })

/** What the upstream has said by then, of the first answer. */
const recordedConversation = (events: readonly ChatEvent[]): Held => {
  const content = events.filter((event) => event.type !== 'error')
  const [choice] = collectReply(content).choices
  const held: Held = { text: '', calls: [] }
  for (const part of choice?.parts ?? []) {
    if (part.type === 'text' || part.type === 'refusal') held.text += part.text
    else if (part.type === 'tool_call') held.calls.push({ name: part.name, arguments: part.arguments })
  }
  return held
}

const expectAllTold = (client: Dialect, told: Held, said: Held, id: string) => {
  const whole = (calls: Held['calls']) => calls.filter((call) => parseLenient(call.arguments) !== undefined)
  const readable = (calls: Held['calls']) => calls.map((call) => ({ ...call, arguments: asObject(call.arguments) }))
  if (client === 'gemini-generate') {
    // Only whole calls can be told here.
    const names = said.calls.slice(0, told.calls.length).map(({ name }) => name)
    expect([id, told.calls.map(({ name }) => name)]).toEqual([id, names])
    expect([id, readable(whole(told.calls))]).toEqual([id, readable(told.calls)])
    expect([id, told.calls.length >= whole(said.calls).length]).toEqual([id, true])
  } else expect([id, readable(told.calls)]).toEqual([id, readable(said.calls)])
  expect([id, told.text.replaceAll(picture, '')]).toEqual([id, said.text])
}

/** A picture, for a client that has no other way to see one. */
const picture = /!\[image\]\(data:[^)]*\)/g

/** A call that gives no arguments may be told as an empty object. */
const asObject = (text: string): unknown => (text === '' ? '{}' : text)

/** Of a longer one not every event is tried: each try reads it from the beginning. */
const longStream = 100

const streamsIn = (dialect: Dialect): Recording[] =>
  recordingsOf(folders[dialect]).filter(({ response, streaming, features }) => {
    const { sse } = response
    return streaming && sse !== undefined && response.status === 200 && !features.includes('stream_not_sse')
  })

describe.skipIf(!recordingsPresent)('recorded streams, broken off after each event', () => {
  describe.each(dialects)('from an upstream of %s', (dialect) => {
    const { upstream } = chatOf(dialect)
    const others = dialects.filter((other) => other !== dialect)

    it.each(others)('leave a client of %s with all that was said', (client) => {
      let breaks = 0
      for (const { id, response } of streamsIn(dialect)) {
        const events = [...eachEvent(Buffer.from(response.sse ?? ''))]
        const step = events.length > longStream ? 7 : 1
        for (let count = 0; count < events.length; count += step) {
          const tap = translateChat({ client: chatOf(client).client, upstream, context }).tap()
          const reader = upstream.createReader(request)
          let text = ''
          for (const event of events.slice(0, count + 1)) text += tap.push(event)?.toString() ?? ''
          if (tap.finished() && !tap.failed()) break
          tap.cut?.()
          const said = [...events.slice(0, count + 1).flatMap((event) => reader.push(event)), ...reader.end()]
          const error = { kind: 'upstream_failed', status: 502, code: 'cut', message: 'broken off' } as const
          text += tap.failure?.(error).toString() ?? ''
          const told = dataOf(text)
          if (client === 'openai-responses') expect(told.at(-1)?.type).toBe('response.failed')
          expectAllTold(client, heldBy[client](told), recordedConversation(said), `${id} after ${count + 1}`)
          breaks += 1
        }
      }
      expect(breaks).toBeGreaterThan(100)
    })
  })
})
