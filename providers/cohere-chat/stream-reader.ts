import type { ChatEvent, ChatStreamReader } from '#protocols/chat.ts'
import { readEventObjects } from '#protocols/event-objects.ts'
import { type JsonObject, objectAt, textAt } from '#protocols/json/json.ts'
import { isFailure, readCitation, readFinish, readUsage } from './read-reply.ts'

type Call = { call: number; given: boolean }

/** Reads a streamed answer, of the present interface or of the one before it. */
export const createReader = (): ChatStreamReader => {
  const open = new Map<unknown, Call>()
  let calls = 0
  let finished = false

  const startCall = (index: unknown, told: JsonObject | undefined): ChatEvent[] => {
    const call = { call: calls, given: false }
    calls += 1
    open.set(index, call)
    const made = objectAt(told, 'function')
    const id = textAt(told, 'id') ?? ''
    const start: ChatEvent = { type: 'tool_call', choice: 0, call: call.call, id, name: textAt(made, 'name') ?? '' }
    return [start, ...continueCall(index, textAt(made, 'arguments'))]
  }

  const continueCall = (index: unknown, text: string | undefined): ChatEvent[] => {
    const call = open.get(index)
    if (call === undefined || text === undefined) return []
    call.given = true
    return [{ type: 'arguments', choice: 0, call: call.call, text }]
  }

  /** A call without arguments streams none. */
  const endCall = (index: unknown): ChatEvent[] => {
    const call = open.get(index)
    open.delete(index)
    return call === undefined || call.given ? [] : [{ type: 'arguments', choice: 0, call: call.call, text: '{}' }]
  }

  const endMessage = (told: JsonObject, usage: JsonObject | undefined): ChatEvent[] => {
    if (isFailure(told.finish_reason)) return [failure(told)]
    finished = true
    const reason = readFinish(told.finish_reason, calls > 0)
    const used = readUsage(usage)
    return [
      { type: 'finish', choice: 0, reason, stopSequence: undefined },
      ...(used === undefined ? [] : [{ type: 'usage', usage: used } as const]),
    ]
  }

  const read = (event: JsonObject): ChatEvent[] => {
    const delta = objectAt(event, 'delta')
    const message = objectAt(delta, 'message')
    switch (event.type ?? event.event_type) {
      case 'message-start':
      case 'stream-start': {
        const id = textAt(event, 'id') ?? textAt(event, 'generation_id') ?? ''
        return [{ type: 'start', id, model: '', created: undefined }]
      }
      case 'content-start':
      case 'content-delta':
        return readContent(objectAt(message, 'content'))
      case 'text-generation':
        return readContent(event)
      case 'tool-plan-delta':
        return textEvents('reasoning', textAt(message, 'tool_plan'))
      case 'tool-call-start':
        return startCall(event.index, objectAt(message, 'tool_calls'))
      case 'tool-call-delta':
        return continueCall(event.index, textAt(objectAt(objectAt(message, 'tool_calls'), 'function'), 'arguments'))
      case 'tool-call-end':
        return endCall(event.index)
      case 'citation-start': {
        const citation = readCitation(objectAt(message, 'citations') ?? {})
        return citation === undefined ? [] : [{ type: 'citation', choice: 0, citation }]
      }
      case 'message-end':
        return endMessage(delta ?? {}, objectAt(delta, 'usage'))
      case 'stream-end':
        return endMessage(event, objectAt(objectAt(event, 'response'), 'meta'))
      default:
        return event.type === undefined && textAt(event, 'message') !== undefined ? [failure(event)] : []
    }
  }

  return { ...readEventObjects(read), finished: () => finished, closed: () => finished }
}

const readContent = (content: JsonObject | undefined): ChatEvent[] => [
  ...textEvents('reasoning', textAt(content, 'thinking')),
  ...textEvents('text', textAt(content, 'text')),
]

const textEvents = (type: 'text' | 'reasoning', text: string | undefined): ChatEvent[] =>
  text === undefined ? [] : [{ type, choice: 0, text }]

const failure = (told: JsonObject): ChatEvent => ({
  type: 'error',
  problem: {
    message: textAt(told, 'error') ?? textAt(told, 'message') ?? 'the upstream ended the response early',
    type: undefined,
    code: undefined,
    parameter: undefined,
  },
})
