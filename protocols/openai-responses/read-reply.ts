import type { ChatReply, FinishReason } from '../chat.ts'
import { collectReply } from '../chat-stream.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '../json/json.ts'
import { problemOf } from './error.ts'
import { createOutputReader } from './read-output.ts'
import { readAnswerUsage } from './tool-calls.ts'

/** Reads a whole answer; one that failed, or is still being made, is none. */
export const readReply = (bytes: Buffer): ChatReply => {
  const answer = parseLenient(bytes.toString('utf8'))
  if (!isObject(answer) || !Array.isArray(answer.output)) throw new ProtocolError('answer', 'is not a response')
  const { status } = answer
  if (status === 'failed' || (objectAt(answer, 'error') !== undefined && answer.output.length === 0)) {
    throw new ProtocolError('answer', problemOf(answer).message)
  }
  if (status === 'queued' || status === 'in_progress' || status === 'cancelled') {
    throw new ProtocolError('answer', `is ${status}`)
  }
  const output = createOutputReader()
  output.finishAll(answer.output)
  const reply = collectReply([
    startOf(answer),
    ...output.take(),
    { type: 'finish', choice: 0, reason: finishOf(answer, output.called()), stopSequence: undefined },
  ])
  return { ...reply, usage: readAnswerUsage(answer), serviceTier: textAt(answer, 'service_tier') }
}

export const startOf = (answer: JsonObject | undefined) =>
  ({
    type: 'start',
    id: textAt(answer, 'id') ?? '',
    model: textAt(answer, 'model') ?? '',
    created: typeof answer?.created_at === 'number' ? answer.created_at : undefined,
  }) as const

export const finishOf = (answer: JsonObject | undefined, called: boolean): FinishReason => {
  if (answer?.status === 'incomplete') {
    return textAt(objectAt(answer, 'incomplete_details'), 'reason') === 'content_filter' ? 'content_filter' : 'length'
  }
  return called ? 'tool_calls' : 'stop'
}
