import type { ChatEvent, ChatStreamReader, CitationPart } from '../chat.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '../json/json.ts'
import { EventSplitter, eachEvent, eventData } from '../sse.ts'
import { readProblem } from './error.ts'
import { isFailure } from './finish.ts'
import { readSources } from './read-message.ts'
import { createdOf } from './read-reply.ts'
import { readUsage } from './reply.ts'
import { type ChoiceReader, createChoiceReader } from './stream-choice.ts'

/**
 * Reads chunks into events. Why a choice ended is told at the end of the stream: some upstreams say it twice, or say
 * more after it.
 */
export const createReader = (): ChatStreamReader => {
  const splitter = new EventSplitter()
  const choices = new Map<number, ChoiceReader>()
  let sources: readonly CitationPart[] = []
  let id = ''
  let started = false
  let done = false
  let failed = false

  const start = (chunk: JsonObject): ChatEvent[] => {
    if (started) return []
    started = true
    id = textAt(chunk, 'id') ?? ''
    return [{ type: 'start', id, model: textAt(chunk, 'model') ?? '', created: createdOf(chunk) }]
  }

  const fail = (chunk: unknown): ChatEvent[] => {
    failed = true
    return [{ type: 'error', problem: readProblem(chunk, 200) }]
  }

  const readChoice = (choice: JsonObject, events: ChatEvent[]): void => {
    const index = typeof choice.index === 'number' ? choice.index : 0
    let reader = choices.get(index)
    if (reader === undefined) {
      reader = createChoiceReader(index, id)
      choices.set(index, reader)
    }
    reader.read(choice, events)
  }

  const readChunk = (chunk: JsonObject): ChatEvent[] => {
    const told = Array.isArray(chunk.choices) ? chunk.choices.filter(isObject) : []
    if (isProblem(chunk, told.length > 0)) return fail(chunk)
    const events = told.length > 0 ? start(chunk) : []
    for (const choice of told) {
      readChoice(choice, events)
      if (isFailure(choice.finish_reason)) return [...events, ...fail({ message: brokenOff, ...choice })]
    }
    if (sources.length === 0) sources = readSources(chunk)
    const usage = readUsage(chunk)
    if (usage !== undefined) events.push(...start(chunk), { type: 'usage', usage })
    return events
  }

  const close = (): ChatEvent[] => {
    const events = start({})
    if (choices.size === 0) readChoice({}, events)
    for (const citation of sources) events.push({ type: 'citation', choice: 0, citation })
    for (const choice of choices.values()) events.push(...choice.close())
    return events
  }

  const readEvent = (event: Buffer): ChatEvent[] => {
    const data = done || failed ? undefined : eventData(event)?.trim()
    if (data === undefined || data === '') return []
    if (data === '[DONE]') {
      done = true
      return close()
    }
    const chunk = parseLenient(data)
    if (isObject(chunk)) return readChunk(chunk)
    // A broken chunk may have held anything: what follows would not be the whole answer.
    return data.startsWith('{') ? fail({ message: 'the upstream sent a broken event' }) : []
  }

  const readAll = (bytes: Buffer | undefined): ChatEvent[] => {
    const events: ChatEvent[] = []
    if (bytes !== undefined) for (const event of eachEvent(bytes)) events.push(...readEvent(event))
    return events
  }

  /** Some upstreams leave the closing mark away: then the reasons themselves are the end. */
  const hasEnded = (): boolean => {
    if (choices.size === 0) return false
    for (const choice of choices.values()) if (!choice.ended()) return false
    return true
  }

  return {
    push: (chunk) => readAll(splitter.push(chunk)),
    end: () => {
      const events = readAll(splitter.end())
      if (!done && !failed && hasEnded()) {
        done = true
        events.push(...close())
      }
      return events
    },
    finished: () => done || (!failed && hasEnded()),
    closed: () => done,
  }
}

const brokenOff = 'the upstream ended the response early'

/** An error in the place of a chunk, in the words of whatever upstream. */
export const isProblem = (chunk: JsonObject, hasChoices: boolean): boolean => {
  const { error } = chunk
  if (isObject(error)) return Object.keys(error).length > 0
  if (typeof error === 'string' && error !== '') return true
  if (hasChoices) return false
  const refused = objectAt(chunk, 'base_resp')?.status_code
  return chunk.object === 'error' || (typeof refused === 'number' && refused !== 0)
}
