import type { Usage } from '#pricing/usage.ts'
import { TextSample } from '../counting/text-sample.ts'
import { isObject, parseLenient } from '../json/json.ts'
import { latin1Of } from '../json/latin1-text.ts'
import type { MadeThing } from '../named-things.ts'
import { joinEvents } from '../passed-stream.ts'
import type { RequestOutline, StreamTap } from '../protocol.ts'
import { EventSplitter, eachEvent, eventData } from '../sse.ts'
import { madeInPiece } from './made.ts'
import type { Shaper } from './one-shape.ts'
import { readUsage } from './reply.ts'
import { isProblem } from './stream-reader.ts'
import { measureText } from './text-bytes.ts'

const usageMark = Buffer.from('"usage"')
const finishMark = Buffer.from('"finish_reason"')
const doneMark = Buffer.from('[DONE]')
const errorMark = Buffer.from('"error"')
const closing = Buffer.from('data: [DONE]\n\n')
const closingOfLeft = Buffer.from('\n\ndata: [DONE]\n\n')
/**
 * What has none of these is passed on as it came: what tells usage, an error or the end, and what is not in the usual
 * shape. One search of one copy as text costs less than one for each of them.
 */
const remarkable =
  /"(?:usage"[ :]*\{|finish_reason"[ :]*"[^"]|error"|object"[ :]*"(?:"|chat\.completion\.done)|content"[ :]*\[|tool_calls"[ :]*\[)|\[DONE\]/
const noChoices = /"choices"\s*:\s*\[\s*\]/
const openBrace = 0x7b
const quote = 0x22

/** What was seen of an answer so far. */
type Seen = {
  held: Buffer[]
  usageEvent: Buffer | undefined
  made: MadeThing[]
  textBytes: number
  hasReason: boolean
  finished: boolean
  failed: boolean
}

const nothingSeen = (): Seen => ({
  held: [],
  usageEvent: undefined,
  made: [],
  textBytes: 0,
  hasReason: false,
  finished: false,
  failed: false,
})

/**
 * Bytes pass through as whole events; only those that may carry usage, an error or the end are looked at, and none is
 * parsed before the end unless it might have to be hidden. From the reason of the end on events are held back; when
 * text follows, as it does where several answers share a stream, it was not the end yet.
 */
export const tapStream = (outline: RequestOutline, shaper?: Shaper): StreamTap => {
  const splitter = new EventSplitter()
  const sample = new TextSample('json')
  const seen = nothingSeen()
  return {
    push: (chunk) => {
      const came = splitter.push(chunk)
      if (came === undefined) return undefined
      const isUsual = !remarkable.test(latin1Of(came))
      const whole = isUsual || shaper === undefined ? came : shaper.shape(came)
      seen.textBytes += measureText(whole, sample)
      if (outline.makes === true && seen.made.length === 0) seen.made.push(...madeInPiece(whole))
      const isPlain = !seen.finished && seen.held.length === 0 && (isUsual || tellsNothing(whole))
      return isPlain ? whole : passEvents(seen, whole, outline.wantsUsage)
    },
    end: () => {
      const came = splitter.end()
      const left = came === undefined || shaper === undefined ? came : shaper.shape(came)
      if (left !== undefined) seen.textBytes += measureText(left, sample)
      const last = left === undefined ? undefined : passEvents(seen, left, outline.wantsUsage)
      if (!seen.finished && !seen.hasReason && !seen.failed) return undefined
      const pieces = last === undefined ? seen.held : [last, ...seen.held]
      // Some upstreams leave the closing mark away, and most after an error: clients wait for it all the same.
      if (!seen.finished) pieces.push(left === undefined ? closing : closingOfLeft)
      return Buffer.concat(pieces)
    },
    made: () => seen.made,
    usage: (): Usage | undefined => {
      const data = seen.usageEvent === undefined ? undefined : eventData(seen.usageEvent)
      return data === undefined ? undefined : readUsage(parseLenient(data))
    },
    textBytes: () => seen.textBytes,
    sample,
    // Some upstreams leave the closing mark away: then the reason is the end.
    finished: () => seen.finished || (seen.hasReason && !seen.failed),
    ending: () => {
      if (seen.finished || seen.failed) return 'closed'
      // Where several answers share the stream, the reason of one is not the end of the others.
      return seen.hasReason && seen.held.length > 0 && outline.choices === 1 ? 'closing' : undefined
    },
    failed: () => seen.failed,
  }
}

/** No usage, error or end. */
const tellsNothing = (whole: Buffer): boolean =>
  !valueFollows(whole, usageMark, openBrace) &&
  !valueFollows(whole, finishMark, quote) &&
  !whole.includes(doneMark) &&
  !whole.includes(errorMark)

/** What of these events goes out now. */
const passEvents = (seen: Seen, whole: Buffer, wantsUsage: boolean): Buffer | undefined => {
  const passed: Buffer[] = []
  for (const event of eachEvent(whole)) {
    const hasUsage = valueFollows(event, usageMark, openBrace)
    if (hasUsage) seen.usageEvent = event
    if (seen.finished || (event.includes(doneMark) && eventData(event)?.trim() === '[DONE]')) {
      seen.finished = true
      seen.held.push(event)
      continue
    }
    if (event.includes(errorMark) && isErrorEvent(event)) seen.failed = true
    if (hasUsage && !wantsUsage && noChoices.test(event.toString('latin1'))) continue
    const closes = valueFollows(event, finishMark, quote)
    seen.hasReason ||= closes
    if (!seen.failed && (closes || (seen.held.length > 0 && measureText(event) === 0))) {
      seen.held.push(event)
      continue
    }
    passed.push(...seen.held, event)
    seen.held = []
  }
  return joinEvents(passed)
}

/** Whether the member has a value that begins with this byte, and is no empty text: most chunks say null. */
const valueFollows = (bytes: Buffer, mark: Buffer, first: number): boolean => {
  let at = bytes.indexOf(mark)
  while (at >= 0) {
    let position = at + mark.length
    while (bytes[position] === 0x20 || bytes[position] === 0x3a) position += 1
    if (bytes[position] === first && !(first === quote && bytes[position + 1] === quote)) return true
    at = bytes.indexOf(mark, position)
  }
  return false
}

const isErrorEvent = (event: Buffer): boolean => {
  const data = eventData(event)
  const parsed = data === undefined ? undefined : parseLenient(data)
  return isObject(parsed) && isProblem(parsed, Array.isArray(parsed.choices) && parsed.choices.length > 0)
}
