import { dataOf } from './events/event-text.ts'
import { isWholeJson } from './json/whole-json.ts'
import { FramingBroken } from './protocol.ts'

/**
 * Finds whole server-sent events in a byte stream without decoding it. Events may end with LF LF, CRLF CRLF or
 * CR CR, may be cut anywhere by the network, and one piece may hold many.
 */

/** JSON in which no sign is left that some clients take for the end of a line: Python's do so with three that JSON allows. */
export const withoutLineEnds = (json: string): string =>
  lineEnds.test(json) ? json.replace(everyLineEnd, (sign) => lineEndNames[sign] ?? sign) : json

const lineEnds = /[\u0085\u2028\u2029]/
const everyLineEnd = /[\u0085\u2028\u2029]/g
const lineEndNames: Readonly<Record<string, string>> = {
  '\u0085': '\\u0085',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

const lineFeeds = Buffer.from('\n\n')
const mixedFeeds = Buffer.from('\n\r\n')
const returns = Buffer.from('\r\r')

export class EventTooLong extends FramingBroken {
  override readonly name = 'EventTooLong'
}

/** One event may be this long (pictures come in one line); a longer one is a fault. */
const longestEvent = 10 * 1024 * 1024

/** A class, because one is made for every stream and its methods should not be. */
export class EventSplitter {
  readonly #longest: number
  #rest: Buffer[] = []
  #restLength = 0
  /** The end of what is left: a mark may begin in it. */
  #seam: Buffer = nothing

  constructor(longest = longestEvent) {
    this.#longest = longest
  }

  /** The whole events that are complete now, in one piece; undefined when none is. */
  push(chunk: Buffer): Buffer | undefined {
    // Joining only when something is left keeps the usual case, a piece of whole events, free of copies; and only
    // what is new is searched, or a long event would be read again with every piece of it.
    const found = Math.max(endOfLastEvent(chunk), endAcross(this.#seam, chunk))
    if (found < 0) {
      this.#keep(chunk)
      return undefined
    }
    const left = chunk.length - found
    const bytes = this.#restLength === 0 ? chunk : this.#takeRest(chunk)
    if (left === 0) return bytes
    this.#keep(copyOf(bytes.subarray(bytes.length - left)))
    return bytes.subarray(0, bytes.length - left)
  }

  /** What is left when the stream ends without a closing blank line, unless it was cut off: nobody could read that. */
  end(): Buffer | undefined {
    const left = this.#takeRest(nothing)
    return isWholeEvent(left) ? left : undefined
  }

  #keep(piece: Buffer): void {
    this.#restLength += piece.length
    if (this.#restLength > this.#longest) throw new EventTooLong(`an event is longer than ${this.#longest} bytes`)
    this.#rest.push(piece)
    const end = piece.length < longestMark ? Buffer.concat([this.#seam, piece]) : piece
    this.#seam = end.subarray(Math.max(0, end.length - longestMark + 1))
  }

  #takeRest(last: Buffer): Buffer {
    const bytes = Buffer.concat([...this.#rest, last])
    this.#rest = []
    this.#restLength = 0
    this.#seam = nothing
    return bytes
  }
}

/**
 * Without data it would be none, and its last line would become one with whatever is written behind it; but some say in a
 * bare object, in place of a stream, what they refuse.
 */
const isWholeEvent = (event: Buffer): boolean => {
  const data = eventData(event)?.trim() ?? ''
  if (data === '') return opensJson.test(event.toString('latin1').trimStart()) && isWholeJson(event)
  return data === '[DONE]' || !opensJson.test(data) || isWholeJson(Buffer.from(data))
}

const opensJson = /^[[{]/

/** On its own: a few bytes would keep the whole piece they came in for as long as the rest is waited for. */
const copyOf = (piece: Buffer): Buffer => {
  if (piece.length * 2 > piece.buffer.byteLength) return piece
  const copy = Buffer.allocUnsafeSlow(piece.length)
  copy.set(piece)
  return copy
}

const nothing = Buffer.alloc(0)
const longestMark = mixedFeeds.length

const endOfLastEvent = (bytes: Buffer): number => {
  const length = bytes.length
  if (length >= 2 && bytes[length - 1] === 0x0a && bytes[length - 2] === 0x0a) return length
  return Math.max(lastEnd(bytes, lineFeeds), lastEnd(bytes, mixedFeeds), lastEnd(bytes, returns))
}

/** Where in the chunk an event ends whose mark began before it. */
const endAcross = (seam: Buffer, chunk: Buffer): number => {
  if (seam.length === 0) return -1
  const end = endOfLastEvent(Buffer.concat([seam, chunk.subarray(0, longestMark - 1)]))
  return end < 0 ? -1 : end - seam.length
}

const lastEnd = (bytes: Buffer, mark: Buffer): number => {
  const found = bytes.lastIndexOf(mark)
  return found < 0 ? -1 : found + mark.length
}

/** Cuts a piece of whole events into single ones, blank line included. */
export function* eachEvent(bytes: Buffer): Generator<Buffer> {
  let start = 0
  while (start < bytes.length) {
    const end = firstEnd(bytes, start)
    yield bytes.subarray(start, end)
    start = end
  }
}

const firstEnd = (bytes: Buffer, start: number): number => {
  let nearest = bytes.length
  for (const mark of [lineFeeds, mixedFeeds, returns]) {
    const found = bytes.indexOf(mark, start)
    if (found >= 0) nearest = Math.min(nearest, found + mark.length)
  }
  return nearest
}

/** The text after `data:` of one event, several lines joined; undefined for comments and events without data. */
export const eventData = (event: Buffer): string | undefined =>
  dataOf(event.toString('utf8', beginsWithMark(event) ? 3 : 0))

/** Some servers begin a stream with a byte order mark. */
const beginsWithMark = (event: Buffer): boolean => event[0] === 0xef && event[1] === 0xbb && event[2] === 0xbf
