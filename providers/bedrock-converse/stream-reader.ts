import { unwrapFreeText } from '#protocols/anthropic-messages/answer-tool.ts'
import { takesFreeText } from '#protocols/anthropic-messages/read-reply.ts'
import type { ChatEvent, ChatRequest, ChatStreamReader } from '#protocols/chat.ts'
import { readEventObjects } from '#protocols/event-objects.ts'
import { isObject, type JsonObject, objectAt, textAt } from '#protocols/json/json.ts'
import { isServersOwn, readSealed } from './read-reply.ts'
import { readFinish, readUsage } from './usage.ts'

type Call = { call: number; given: string; custom: boolean }

/** Reads a streamed answer whose frames have become events: `{"contentBlockDelta": {…}}`. */
export const createReader = (request?: ChatRequest): ChatStreamReader => {
  const open = new Map<unknown, Call>()
  let calls = 0
  let finished = false

  const startBlock = (index: unknown, call: JsonObject | undefined): ChatEvent[] => {
    if (call === undefined || isServersOwn(call)) return []
    const name = textAt(call, 'name') ?? ''
    const custom = takesFreeText(name, request)
    open.set(index, { call: calls, given: '', custom })
    const id = textAt(call, 'toolUseId') ?? ''
    const event: ChatEvent = { type: 'tool_call', choice: 0, call: calls, id, name, ...(custom ? { custom } : {}) }
    calls += 1
    return [event]
  }

  const continueCall = (index: unknown, text: string | undefined): ChatEvent[] => {
    const call = open.get(index)
    if (call === undefined || text === undefined) return []
    call.given += text
    return call.custom ? [] : [{ type: 'arguments', choice: 0, call: call.call, text }]
  }

  /** A call without arguments streams none; free text must be whole before it can be taken out of its wrapping. */
  const stopBlock = (index: unknown): ChatEvent[] => {
    const call = open.get(index)
    open.delete(index)
    if (call === undefined || (call.given !== '' && !call.custom)) return []
    const text = call.custom ? unwrapFreeText(call.given) : '{}'
    return [{ type: 'arguments', choice: 0, call: call.call, text }]
  }

  const readDelta = (index: unknown, delta: JsonObject | undefined): ChatEvent[] => {
    const text = textAt(delta, 'text')
    if (text !== undefined) return [{ type: 'text', choice: 0, text }]
    const reasoning = objectAt(delta, 'reasoningContent')
    if (reasoning !== undefined) return readReasoning(reasoning)
    return continueCall(index, textAt(objectAt(delta, 'toolUse'), 'input'))
  }

  const read = (event: JsonObject): ChatEvent[] => {
    const [[name, value] = []] = Object.entries(event)
    const told = isObject(value) ? value : {}
    switch (name) {
      case 'messageStart':
        return [{ type: 'start', id: '', model: '', created: undefined }]
      case 'contentBlockStart':
        return startBlock(told.contentBlockIndex, objectAt(objectAt(told, 'start'), 'toolUse'))
      case 'contentBlockDelta':
        return readDelta(told.contentBlockIndex, objectAt(told, 'delta'))
      case 'contentBlockStop':
        return stopBlock(told.contentBlockIndex)
      case 'messageStop':
        finished = true
        return [
          {
            type: 'finish',
            choice: 0,
            reason: readFinish(textAt(told, 'stopReason'), calls > 0),
            stopSequence: undefined,
          },
        ]
      case 'metadata': {
        const usage = readUsage(objectAt(told, 'usage'))
        return usage === undefined ? [] : [{ type: 'usage', usage }]
      }
      case 'failure':
        return [{ type: 'error', problem: readFailure(told) }]
      default:
        return []
    }
  }

  return { ...readEventObjects(read), finished: () => finished }
}

const readReasoning = (reasoning: JsonObject): ChatEvent[] => {
  const text = textAt(reasoning, 'text')
  const value = textAt(reasoning, 'signature')
  const sealed = textAt(reasoning, 'redactedContent')
  return [
    ...(text === undefined ? [] : [{ type: 'reasoning', choice: 0, text } as const]),
    ...(value === undefined
      ? []
      : [{ type: 'reasoning_signature', choice: 0, signature: { by: 'anthropic', value } } as const]),
    ...(sealed === undefined
      ? []
      : [{ type: 'redacted_reasoning', choice: 0, data: readSealed(sealed), by: 'anthropic' } as const]),
  ]
}

const readFailure = (failure: JsonObject) => ({
  message: textAt(failure, 'message') ?? 'the upstream failed',
  type: textAt(failure, 'kind'),
  code: undefined,
  parameter: undefined,
})
