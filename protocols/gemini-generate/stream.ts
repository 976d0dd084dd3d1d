import { type ToolCalls, type Usage, withTools } from '#pricing/usage.ts'
import { TextSample } from '../counting/text-sample.ts'
import { isObject, objectAt, parseLenient } from '../json/json.ts'
import { joinEvents } from '../passed-stream.ts'
import type { StreamTap } from '../protocol.ts'
import { EventSplitter, eachEvent, eventData } from '../sse.ts'
import { objectsIn, textIn } from './fields.ts'
import { blockReason } from './read-reply.ts'
import { mostSearches, readSearches } from './searches.ts'
import { readUsage } from './usage.ts'

const usageMark = '"usageMetadata"'
const groundingMark = '"groundingMetadata"'
const finishMark = '"finishReason"'
const blockMark = '"blockReason"'
const errorMark = '"error"'
const partsMark = '"parts"'
const callMark = '"functionCall"'
const textMark = '"text":'
const argumentsMarks = ['"args":', '"partialArgs":']
const dataMark = '"inlineData"'

/** A picture's tokens, as bytes of text. */
const bytesOfPicture = 1400 * 3

/** What was seen of an answer so far; `usageEvents` told the usage last. */
type Seen = {
  held: Buffer[]
  usageEvents: Buffer | undefined
  textBytes: number
  tools: ToolCalls | undefined
  finished: boolean
  failed: boolean
}

const nothingSeen = (): Seen => ({
  held: [],
  usageEvents: undefined,
  textBytes: 0,
  tools: undefined,
  finished: false,
  failed: false,
})

/**
 * Events pass through as they are. Only those that may hold the end or an error are parsed, and the last one that told
 * the usage is kept. From the end on events are held back; some models say in every piece that they are finished, so
 * what is held goes out when more words come.
 */
export const tapStream = (): StreamTap => {
  const splitter = new EventSplitter()
  const sample = new TextSample('json')
  const seen = nothingSeen()
  return {
    push: (chunk) => {
      const whole = splitter.push(chunk)
      return whole === undefined ? undefined : pass(seen, whole, sample)
    },
    end: () => {
      const left = splitter.end()
      const last = left === undefined ? undefined : pass(seen, left, sample)
      if (!seen.finished && !seen.failed) return undefined
      const pieces = last === undefined ? seen.held : [last, ...seen.held]
      seen.held = []
      return joinEvents(pieces)
    },
    usage: () => withTools(seen.usageEvents === undefined ? undefined : lastUsage(seen.usageEvents), seen.tools),
    tools: () => seen.tools,
    textBytes: () => seen.textBytes,
    sample,
    finished: () => seen.finished && !seen.failed,
    ending: () => (seen.failed ? 'closed' : seen.finished && seen.held.length > 0 ? 'closing' : undefined),
    failed: () => seen.failed,
  }
}

const pass = (seen: Seen, whole: Buffer, sample: TextSample): Buffer | undefined => {
  // One letter a byte: places are the same, and looking for words is several times faster than in bytes.
  const text = whole.toString('latin1')
  seen.textBytes += measureText(text, sample)
  if (text.includes(usageMark)) seen.usageEvents = whole
  if (text.includes(groundingMark)) seen.tools = mostSearches(seen.tools, searchesAmong(whole))
  return seen.held.length === 0 && !mayEnd(text) ? whole : passEvents(seen, whole)
}

/** What of these events goes out now. */
const passEvents = (seen: Seen, whole: Buffer): Buffer | undefined => {
  const passed: Buffer[] = []
  for (const event of eachEvent(whole)) {
    const end = endOf(event)
    if (end === 'failed') seen.failed = true
    if (end === 'finished') seen.finished = true
    if (seen.held.length > 0 && event.includes(partsMark)) {
      passed.push(...seen.held)
      seen.held = []
    }
    if (end === 'finished' || seen.held.length > 0) seen.held.push(event)
    else passed.push(event)
  }
  return joinEvents(passed)
}

const mayEnd = (text: string): boolean =>
  text.includes(finishMark) || text.includes(errorMark) || text.includes(blockMark)

/** The marks may be names in the arguments of a call: only the event itself tells. */
const endOf = (event: Buffer): 'finished' | 'failed' | undefined => {
  const data = mayEnd(event.toString('latin1')) ? eventData(event) : undefined
  const answer = data === undefined ? undefined : parseLenient(data)
  if (!isObject(answer)) return undefined
  if (objectAt(answer, 'error') !== undefined) return 'failed'
  const reasons = objectsIn(answer, 'candidates').map((candidate) => textIn(candidate, 'finishReason'))
  return reasons.some((reason) => reason !== undefined && reason !== '') || blockReason(answer) !== undefined
    ? 'finished'
    : undefined
}

const searchesAmong = (events: Buffer): ToolCalls | undefined => {
  let searches: ToolCalls | undefined
  for (const event of eachEvent(events)) {
    const data = event.includes(groundingMark) ? eventData(event) : undefined
    const answer = data === undefined ? undefined : parseLenient(data)
    if (isObject(answer)) searches = mostSearches(searches, readSearches(answer))
  }
  return searches
}

const lastUsage = (events: Buffer): Usage | undefined => {
  let usage: Usage | undefined
  for (const event of eachEvent(events)) {
    const data = event.includes(usageMark) ? eventData(event) : undefined
    const answer = data === undefined ? undefined : parseLenient(data)
    if (isObject(answer)) usage = readUsage(answer) ?? usage
  }
  return usage
}

/** Bytes of what was generated in a piece of events, found without parsing; pictures count as what they cost. */
const measureText = (text: string, sample: TextSample): number => {
  let total = measureValues(text, textMark, sample)
  if (text.includes(callMark)) for (const mark of argumentsMarks) total += measureValues(text, mark)
  for (let at = text.indexOf(dataMark); at >= 0; at = text.indexOf(dataMark, at + 1)) total += bytesOfPicture
  return total
}

const measureValues = (text: string, mark: string, sample?: TextSample): number => {
  let total = 0
  for (let at = text.indexOf(mark); at >= 0; ) {
    const start = at + mark.length
    const end = endOfValue(text, start)
    const told = sample === undefined ? text.slice(start, end) : insideQuotes(text.slice(start, end))
    total += told.length
    sample?.takeText(told, 'latin1')
    at = text.indexOf(mark, end)
  }
  return total
}

const insideQuotes = (value: string): string => value.slice(value.indexOf('"') + 1, -1)

/** Behind a text, or behind an object or a list with all that it holds. */
const endOfValue = (text: string, start: number): number => {
  let depth = 0
  for (let position = start; position < text.length; position += 1) {
    switch (text[position]) {
      case '"':
        do position = text.indexOf('"', position + 1)
        while (position > 0 && text[position - 1] === '\\')
        if (position < 0) return text.length
        if (depth === 0) return position + 1
        break
      case '{':
      case '[':
        depth += 1
        break
      case '}':
      case ']':
        depth -= 1
        if (depth <= 0) return position + 1
    }
  }
  return text.length
}
