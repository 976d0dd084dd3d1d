import type { ChatEvent, ChatRequest, ChatStreamReader } from '#protocols/chat.ts'
import { readEventObjects } from '#protocols/event-objects.ts'
import { type JsonObject, objectAt, textAt } from '#protocols/json/json.ts'
import { readProblem } from '#protocols/openai-chat/error.ts'
import { callsOf, createdOf, readCall, readFinish, readUsage } from './read-reply.ts'

/** Reads a streamed answer whose lines have become events: each is a piece of the message, the last one says why it ends. */
export const createReader = (request?: ChatRequest): ChatStreamReader => {
  let started = false
  let finished = false
  let calls = 0

  const start = (piece: JsonObject): ChatEvent[] => {
    if (started) return []
    started = true
    return [{ type: 'start', id: '', model: '', created: createdOf(piece) }]
  }

  const readMessage = (piece: JsonObject): ChatEvent[] => {
    const message = objectAt(piece, 'message')
    const events = [
      ...textEvents('reasoning', textAt(message, 'thinking')),
      ...textEvents('text', textAt(message, 'content')),
    ]
    for (const each of callsOf(message)) {
      const { type, id, name, custom, arguments: text } = readCall(each, piece, calls, request)
      const place = { choice: 0, call: calls }
      events.push({ type, ...place, id, name, ...(custom === true ? { custom } : {}) })
      events.push({ type: 'arguments', ...place, text })
      calls += 1
    }
    return events
  }

  const finish = (piece: JsonObject): ChatEvent[] => {
    if (piece.done !== true) return []
    finished = true
    const usage = readUsage(piece)
    return [
      { type: 'finish', choice: 0, reason: readFinish(piece.done_reason, calls > 0), stopSequence: undefined },
      ...(usage === undefined ? [] : [{ type: 'usage', usage } as const]),
    ]
  }

  const read = (piece: JsonObject): ChatEvent[] => {
    if (finished) return []
    if (piece.error !== undefined) return [{ type: 'error', problem: readProblem(piece, 200) }]
    return [...start(piece), ...readMessage(piece), ...finish(piece)]
  }

  return { ...readEventObjects(read), finished: () => finished, closed: () => finished }
}

const textEvents = (type: 'text' | 'reasoning', text: string | undefined): ChatEvent[] =>
  text === undefined ? [] : [{ type, choice: 0, text }]
