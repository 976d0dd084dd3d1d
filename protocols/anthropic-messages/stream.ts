import { estimateTokensOfBytes } from '../counting/estimate.ts'
import { TextSample } from '../counting/text-sample.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '../json/json.ts'
import type { MadeThing } from '../named-things.ts'
import { joinEvents } from '../passed-stream.ts'
import type { RequestOutline, StreamTap } from '../protocol.ts'
import { EventSplitter, eachEvent, eventData } from '../sse.ts'
import { madeInEvents } from './made.ts'
import { mergeUsage, readUsage, usageOfCut } from './usage.ts'

// A quote inside a text is escaped, so these can only stand in an event's own structure.
const messageMark = Buffer.from('"message_')
const errorMark = Buffer.from('"error"')
const searchMark = Buffer.from('"web_search_tool_result"')
const textMarks = [Buffer.from('"text":'), Buffer.from('"thinking":'), Buffer.from('"partial_json":')]

/** What was seen of an answer so far. `held` are the events from the one on that tells why it ended. */
type Seen = {
  held: Buffer[]
  atStart: JsonObject | undefined
  atEnd: JsonObject | undefined
  textBytes: number
  searches: number
  made: MadeThing[]
  closing: boolean
  finished: boolean
  failed: boolean
}

const nothingSeen = (): Seen => ({
  held: [],
  atStart: undefined,
  atEnd: undefined,
  textBytes: 0,
  searches: 0,
  made: [],
  closing: false,
  finished: false,
  failed: false,
})

/**
 * Bytes pass through as whole events. Only the first one, the last two and errors are parsed; from the one that tells
 * why the answer ended they are held back.
 */
export const tapStream = ({ makes }: Pick<RequestOutline, 'makes'>): StreamTap => {
  const splitter = new EventSplitter()
  const sample = new TextSample('json')
  const seen = nothingSeen()
  return {
    push: (chunk) => {
      const whole = splitter.push(chunk)
      if (whole === undefined) return undefined
      seen.textBytes += measureText(whole, sample)
      seen.searches += countOf(whole, searchMark)
      if (makes === true) seen.made.push(...madeInEvents(whole))
      return !seen.closing && !isMarked(whole) ? whole : passEvents(seen, whole)
    },
    end: () => {
      const left = splitter.end()
      const last = left === undefined ? undefined : passEvents(seen, left)
      if (!seen.finished && !seen.failed) return undefined
      return joinEvents(last === undefined ? seen.held : [last, ...seen.held])
    },
    made: () => seen.made,
    usage: () =>
      seen.atEnd === undefined
        ? usageOfCut(seen.atStart, estimateTokensOfBytes(seen.textBytes), seen.searches)
        : readUsage(mergeUsage(seen.atStart, seen.atEnd)),
    textBytes: () => seen.textBytes,
    sample,
    finished: () => seen.finished,
    ending: () => (seen.finished || seen.failed ? 'closed' : seen.closing ? 'closing' : undefined),
    failed: () => seen.failed,
  }
}

const isMarked = (bytes: Buffer): boolean => bytes.includes(messageMark) || bytes.includes(errorMark)

/** What of these events goes out now. */
const passEvents = (seen: Seen, whole: Buffer): Buffer | undefined => {
  const passed: Buffer[] = []
  for (const event of eachEvent(whole)) {
    if (isMarked(event)) note(seen, parseLenient(eventData(event) ?? ''))
    if (seen.closing) seen.held.push(event)
    else passed.push(event)
  }
  return joinEvents(passed)
}

const note = (seen: Seen, data: unknown): void => {
  if (!isObject(data)) return
  switch (data.type) {
    case 'message_start':
      seen.atStart = objectAt(objectAt(data, 'message'), 'usage')
      return
    case 'message_delta':
      seen.atEnd = mergeUsage(seen.atEnd, objectAt(data, 'usage'))
      if (textAt(objectAt(data, 'delta'), 'stop_reason') !== undefined) seen.closing = true
      return
    case 'message_stop':
      seen.closing = true
      seen.finished = true
      return
    case 'error':
      seen.failed = true
  }
}

const countOf = (bytes: Buffer, mark: Buffer): number => {
  let count = 0
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) count += 1
  return count
}

/** Bytes of the generated text in a piece of events, found without parsing. */
const measureText = (bytes: Buffer, sample: TextSample): number => {
  let total = 0
  for (const mark of textMarks) {
    let at = bytes.indexOf(mark)
    while (at >= 0) {
      let start = at + mark.length
      if (bytes[start] === 0x20) start += 1
      const end = bytes[start] === 0x22 ? endOfText(bytes, start + 1) : start
      if (end > start) {
        total += end - start - 1
        sample.take(bytes, start + 1, end)
      }
      at = bytes.indexOf(mark, end)
    }
  }
  return total
}

/** Where the closing quote stands. */
const endOfText = (bytes: Buffer, start: number): number => {
  let end = bytes.indexOf(0x22, start)
  while (end >= 0) {
    let slashes = 0
    while (bytes[end - 1 - slashes] === 0x5c) slashes += 1
    if (slashes % 2 === 0) return end
    end = bytes.indexOf(0x22, end + 1)
  }
  return bytes.length
}
