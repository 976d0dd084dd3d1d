import type { AssistantPart, AudioOutputPart, ChatChoice, ChatReply, ChatRequest, ToolCallPart } from '../chat.ts'
import { ProtocolError } from '../failure.ts'
import { isObject, type JsonObject, objectAt, parseLenient } from '../json/json.ts'
import { readProblem } from './error.ts'
import { member, objectIn, objectsIn, textIn } from './fields.ts'
import { readFinish } from './finish.ts'
import { readCitations } from './grounding.ts'
import { readLogprobs } from './logprobs.ts'
import { appendPart, type ModelCall, readModelPart } from './model-parts.ts'
import { readUsage } from './usage.ts'
import { freeText } from './write-tools.ts'

/** Reads a whole answer. A prompt that was blocked is an answer without words, filtered. */
export const readReply = (bytes: Buffer, request?: ChatRequest): ChatReply => {
  const parsed = parseLenient(bytes.toString('utf8'))
  const answer = Array.isArray(parsed) ? parsed[0] : parsed
  if (!isObject(answer)) throw new ProtocolError('answer', 'is no answer')
  const error = objectAt(answer, 'error')
  if (error !== undefined) throw new ProtocolError('answer', readProblem(error).message)
  const candidates = objectsIn(answer, 'candidates')
  if (candidates.length === 0 && blockReason(answer) === undefined) throw new ProtocolError('answer', 'is empty')
  const origin = readOrigin(answer)
  return {
    ...origin,
    choices:
      candidates.length === 0
        ? [blocked]
        : candidates.map((each, index) => readCandidate(each, index, origin.id, request)),
    usage: readUsage(answer),
    serviceTier: undefined,
  }
}

/** Who answered, and when. */
export const readOrigin = (answer: JsonObject): { id: string; model: string; created: number | undefined } => {
  const milliseconds = Date.parse(textIn(answer, 'createTime') ?? '')
  return {
    id: textIn(answer, 'responseId') ?? '',
    model: textIn(answer, 'modelVersion') ?? '',
    created: Number.isNaN(milliseconds) ? undefined : Math.floor(milliseconds / 1000),
  }
}

export const blockReason = (answer: JsonObject): string | undefined =>
  textIn(objectIn(answer, 'promptFeedback'), 'blockReason')

/** Which of several answers a candidate belongs to. */
export const indexOf = (candidate: JsonObject, position: number): number => {
  const told = member(candidate, 'index')
  return typeof told === 'number' && Number.isInteger(told) && told >= 0 ? told : position
}

/**
 * A call in the common form. Where no id is told, one is made of the answer's own and the call's place in it, no longer
 * than other dialects allow. Free text was wrapped into an object for the way here.
 */
export const readToolCall = (
  call: ModelCall,
  position: number,
  answerId: string,
  request: ChatRequest | undefined,
): ToolCallPart => {
  const custom = request?.tools.some((tool) => tool.custom !== undefined && tool.name === call.name) === true
  return {
    type: 'tool_call',
    id: call.id ?? `call_${answerId.replaceAll(/[^A-Za-z0-9_-]/g, '').slice(-28)}_${position}`,
    name: call.name,
    arguments: custom ? (textIn(objectFrom(call.arguments), freeText) ?? call.arguments) : call.arguments,
    ...(custom ? { custom } : {}),
    ...(call.signature === undefined ? {} : { signature: call.signature }),
  }
}

const blocked: ChatChoice = {
  index: 0,
  parts: [],
  finish: 'content_filter',
  stopSequence: undefined,
  logprobs: undefined,
}

const readCandidate = (
  candidate: JsonObject,
  position: number,
  answerId: string,
  request: ChatRequest | undefined,
): ChatChoice => {
  const parts: (AssistantPart | AudioOutputPart)[] = []
  let calls = 0
  for (const part of objectsIn(objectIn(candidate, 'content'), 'parts')) {
    for (const piece of readModelPart(part)) {
      if (piece.type === 'call') {
        parts.push(readToolCall(piece, calls, answerId, request))
        calls += 1
      } else if (piece.type === 'sound') parts.push(soundPart(piece.base64))
      else appendPart(parts, piece)
    }
  }
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  return {
    index: indexOf(candidate, position),
    parts: [...parts, ...readCitations(candidate, text)],
    finish: readFinish(textIn(candidate, 'finishReason'), calls > 0),
    stopSequence: undefined,
    logprobs: readLogprobs(candidate),
  }
}

const soundPart = (base64: string): AudioOutputPart => ({
  type: 'audio_output',
  id: '',
  base64,
  transcript: '',
  expiresAt: 0,
})

const objectFrom = (text: string): JsonObject | undefined => {
  const parsed = parseLenient(text)
  return isObject(parsed) ? parsed : undefined
}
