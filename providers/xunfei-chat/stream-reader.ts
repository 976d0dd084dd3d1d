import type { ChatEvent, ChatStreamReader } from '#protocols/chat.ts'
import { readEventObjects } from '#protocols/event-objects.ts'
import { type JsonObject, objectAt, textAt } from '#protocols/json/json.ts'
import { madeCallId } from '#protocols/openai-chat/read-calls.ts'
import { isLastFrame, problemOf, textsOf, usageOfFrame } from './frame.ts'

/** Reads frames, each an event by now. */
export const createReader = (): ChatStreamReader => {
  let id: string | undefined
  let calls = 0
  let finished = false

  const start = (frame: JsonObject): ChatEvent[] => {
    if (id !== undefined) return []
    id = textAt(objectAt(frame, 'header'), 'sid') ?? ''
    return [{ type: 'start', id, model: '', created: undefined }]
  }

  const readPiece = (piece: JsonObject): ChatEvent[] => {
    const thought = textAt(piece, 'reasoning_content')
    const text = textAt(piece, 'content')
    return [
      ...(thought === undefined ? [] : [{ type: 'reasoning', choice: 0, text: thought } as const]),
      ...(text === undefined ? [] : [{ type: 'text', choice: 0, text } as const]),
      ...readCall(objectAt(piece, 'function_call')),
    ]
  }

  /** It comes whole. */
  const readCall = (told: JsonObject | undefined): ChatEvent[] => {
    const name = textAt(told, 'name')
    if (name === undefined) return []
    const call = calls
    calls += 1
    return [
      { type: 'tool_call', choice: 0, call, id: madeCallId(id ?? '', 0, call), name },
      { type: 'arguments', choice: 0, call, text: textAt(told, 'arguments') ?? '{}' },
    ]
  }

  const read = (frame: JsonObject): ChatEvent[] => {
    if (finished) return []
    const problem = problemOf(frame)
    if (problem !== undefined) return [{ type: 'error', problem }]
    const events = [...start(frame), ...textsOf(frame).flatMap(readPiece)]
    if (!isLastFrame(frame)) return events
    finished = true
    const usage = usageOfFrame(frame)
    return [
      ...events,
      { type: 'finish', choice: 0, reason: calls > 0 ? 'tool_calls' : 'stop', stopSequence: undefined },
      ...(usage === undefined ? [] : [{ type: 'usage', usage } as const]),
    ]
  }

  return { ...readEventObjects(read), finished: () => finished, closed: () => finished }
}
