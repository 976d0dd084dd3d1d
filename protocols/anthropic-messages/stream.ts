import { estimateTokensOfBytes } from '../counting/estimate.ts'
import { createTextSample, type TextSample } from '../counting/text-sample.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '../json/json.ts'
import type { MadeThing } from '../named-things.ts'
import type { RequestOutline, StreamTap } from '../protocol.ts'
import { createEventSplitter, eachEvent, eventData } from '../sse.ts'
import { madeInEvents } from './made.ts'
import { mergeUsage, readUsage, usageOfCut } from './usage.ts'

// A quote inside a text is escaped, so these can only stand in an event's own structure.
const messageMark = Buffer.from('"message_')
const errorMark = Buffer.from('"error"')
const searchMark = Buffer.from('"web_search_tool_result"')
const textMarks = [Buffer.from('"text":'), Buffer.from('"thinking":'), Buffer.from('"partial_json":')]

/**
 * Bytes pass through as whole events. Only the first one, the last two and errors are parsed; from the one that tells
 * why the answer ended they are held back.
 */
export const tapStream = ({ makes }: Pick<RequestOutline, 'makes'>): StreamTap => {
  const splitter = createEventSplitter()
  const held: Buffer[] = []
  let atStart: JsonObject | undefined
  let atEnd: JsonObject | undefined
  const sample = createTextSample('json')
  let textBytes = 0
  let searches = 0
  const made: MadeThing[] = []
  let closing = false
  let finished = false
  let failed = false

  const note = (event: Buffer): void => {
    if (!event.includes(messageMark) && !event.includes(errorMark)) return
    const data = parseLenient(eventData(event) ?? '')
    if (!isObject(data)) return
    switch (data.type) {
      case 'message_start':
        atStart = objectAt(objectAt(data, 'message'), 'usage')
        return
      case 'message_delta':
        atEnd = mergeUsage(atEnd, objectAt(data, 'usage'))
        if (textAt(objectAt(data, 'delta'), 'stop_reason') !== undefined) closing = true
        return
      case 'message_stop':
        closing = true
        finished = true
        return
      case 'error':
        failed = true
    }
  }

  const inspect = (whole: Buffer): Buffer | undefined => {
    const kept: Buffer[] = []
    for (const event of eachEvent(whole)) {
      note(event)
      if (closing) held.push(event)
      else kept.push(event)
    }
    return kept.length === 0 ? undefined : kept.length === 1 ? kept[0] : Buffer.concat(kept)
  }

  return {
    push: (chunk) => {
      const whole = splitter.push(chunk)
      if (whole === undefined) return undefined
      textBytes += measureText(whole, sample)
      searches += countOf(whole, searchMark)
      if (makes === true) made.push(...madeInEvents(whole))
      const plain = !closing && !whole.includes(messageMark) && !whole.includes(errorMark)
      return plain ? whole : inspect(whole)
    },
    end: () => {
      const left = splitter.end()
      const last = left === undefined ? undefined : inspect(left)
      if (!finished && !failed) return undefined
      const pieces = last === undefined ? held : [last, ...held]
      return pieces.length === 0 ? undefined : Buffer.concat(pieces)
    },
    made: () => made,
    usage: () =>
      atEnd === undefined
        ? usageOfCut(atStart, estimateTokensOfBytes(textBytes), searches)
        : readUsage(mergeUsage(atStart, atEnd)),
    textBytes: () => textBytes,
    sample,
    finished: () => finished,
    ending: () => (finished || failed ? 'closed' : closing ? 'closing' : undefined),
    failed: () => failed,
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
