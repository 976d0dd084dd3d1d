import { type ToolCalls, type Usage, withTools } from '#pricing/usage.ts'
import type { ChatEvent, ChatRequest, ChatStreamReader } from '../chat.ts'
import { isObject, type JsonObject, objectAt, parseLenient } from '../json/json.ts'
import { readProblem } from './error.ts'
import { member, objectIn, objectsIn, textIn } from './fields.ts'
import { readFinish } from './finish.ts'
import { createFrameReader } from './frames.ts'
import { readCitations } from './grounding.ts'
import { readLogprobs } from './logprobs.ts'
import { type ModelCall, readModelPart } from './model-parts.ts'
import { createPartialArguments, type PartialArguments } from './partial-arguments.ts'
import { blockReason, indexOf, readOrigin, readToolCall } from './read-reply.ts'
import { mostSearches, readSearches } from './searches.ts'
import { readUsage } from './usage.ts'

/**
 * Reads a stream in either framing. Some models say in every piece that they are finished, and usage runs along with
 * each: both are told once, at the end.
 */
export const createReader = (request?: ChatRequest): ChatStreamReader => {
  const frames = createFrameReader()
  const choices = new Map<number, Choice>()
  let origin: ReturnType<typeof readOrigin> | undefined
  let failed = false
  let usage: Usage | undefined
  let searches: ToolCalls | undefined

  const read = (texts: readonly string[]): ChatEvent[] => {
    const events: ChatEvent[] = []
    for (const text of texts) {
      const answer = parseLenient(text)
      if (isObject(answer)) readAnswer(answer, events)
    }
    return events
  }

  const readAnswer = (answer: JsonObject, events: ChatEvent[]): void => {
    const error = objectAt(answer, 'error')
    if (error !== undefined) {
      failed = true
      events.push({ type: 'error', problem: readProblem(error) })
      return
    }
    if (origin === undefined) {
      origin = readOrigin(answer)
      events.push({ type: 'start', ...origin })
    }
    usage = readUsage(answer) ?? usage
    searches = mostSearches(searches, readSearches(answer))
    const candidates = objectsIn(answer, 'candidates')
    if (candidates.length === 0 && blockReason(answer) !== undefined) choiceOf(0).finish = 'SAFETY'
    for (const [position, candidate] of candidates.entries()) {
      const index = indexOf(candidate, position)
      readCandidate(candidate, { index, choice: choiceOf(index), answerId: origin.id, request, events })
    }
  }

  const choiceOf = (index: number): Choice => {
    const found = choices.get(index) ?? { calls: 0, open: undefined, finish: undefined }
    choices.set(index, found)
    return found
  }

  const isFinished = () => [...choices.values()].some((choice) => choice.finish !== undefined)

  return {
    push: (chunk) => read(frames.push(chunk)),
    end: () => {
      const events = read(frames.end())
      for (const [index, choice] of choices) {
        events.push(...endCall(choice, index))
        if (choice.finish === undefined) continue
        const reason = readFinish(choice.finish, choice.calls > 0)
        events.push({ type: 'finish', choice: index, reason, stopSequence: undefined })
      }
      const whole = withTools(usage, searches)
      if (whole !== undefined) events.push({ type: 'usage', usage: whole })
      return events
    },
    finished: () => isFinished() && !failed,
  }
}

type Choice = {
  /** How many calls have begun. */
  calls: number
  /** A call whose arguments come value by value. */
  open: PartialArguments | undefined
  /** The last reason told. */
  finish: string | undefined
}

type Reading = {
  index: number
  choice: Choice
  answerId: string
  request: ChatRequest | undefined
  events: ChatEvent[]
}

const readCandidate = (candidate: JsonObject, reading: Reading): void => {
  const { index, choice, events } = reading
  const logprobs = readLogprobs(candidate)
  let untold = logprobs
  for (const part of objectsIn(objectIn(candidate, 'content'), 'parts')) {
    const call = objectIn(part, 'functionCall')
    if (call !== undefined && isPartial(call, choice)) {
      readPartialCall(part, call, reading)
      continue
    }
    for (const piece of readModelPart(part)) {
      switch (piece.type) {
        case 'text':
          events.push({
            type: 'text',
            choice: index,
            text: piece.text,
            ...(untold === undefined ? {} : { logprobs: untold }),
          })
          untold = undefined
          break
        case 'reasoning':
          if (piece.text !== '') events.push({ type: 'reasoning', choice: index, text: piece.text })
          if (piece.signature !== undefined) {
            const { signature, id } = piece
            events.push({ type: 'reasoning_signature', choice: index, signature, ...(id === undefined ? {} : { id }) })
          }
          break
        case 'redacted_reasoning':
          events.push({ ...piece, choice: index })
          break
        case 'image':
          if (piece.source.kind === 'data') {
            const { mediaType, base64 } = piece.source
            events.push({ type: 'image', choice: index, mediaType, base64 })
          }
          break
        case 'sound':
          events.push({ type: 'audio', choice: index, id: '', base64: piece.base64, transcript: '' })
          break
        case 'call':
          events.push(...wholeCall(piece, reading))
      }
    }
  }
  for (const citation of readCitations(candidate, undefined)) events.push({ type: 'citation', choice: index, citation })
  choice.finish = textIn(candidate, 'finishReason') || choice.finish
}

const wholeCall = (piece: ModelCall, { index, choice, answerId, request }: Reading): ChatEvent[] => {
  const ended = endCall(choice, index)
  const call = choice.calls
  const { arguments: text, ...part } = readToolCall(piece, call, answerId, request)
  choice.calls += 1
  return [...ended, { ...part, choice: index, call }, { type: 'arguments', choice: index, call, text }]
}

/** Whether a call comes in pieces: it says so itself, or it goes on with one that did. */
const isPartial = (call: JsonObject, choice: Choice): boolean =>
  member(call, 'willContinue') === true ||
  member(call, 'partialArgs') !== undefined ||
  (choice.open !== undefined && textIn(call, 'name') === undefined)

const readPartialCall = (part: JsonObject, call: JsonObject, { index, choice, answerId, events }: Reading): void => {
  if (textIn(call, 'name') !== undefined || choice.open === undefined) {
    events.push(...endCall(choice, index))
    const [begun] = readModelPart(part)
    if (begun?.type !== 'call') return
    const { arguments: _, ...named } = readToolCall(begun, choice.calls, answerId, undefined)
    events.push({ ...named, choice: index, call: choice.calls })
    choice.open = createPartialArguments()
    choice.calls += 1
  }
  choice.open.add(call)
  if (member(call, 'willContinue') !== true) events.push(...endCall(choice, index))
}

const endCall = (choice: Choice, index: number): ChatEvent[] => {
  if (choice.open === undefined) return []
  const text = choice.open.text()
  choice.open = undefined
  return [{ type: 'arguments', choice: index, call: choice.calls - 1, text }]
}
