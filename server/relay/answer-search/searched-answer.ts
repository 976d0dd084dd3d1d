import { isObject, parseLenient } from '#protocols/json/json.ts'
import type { StreamTap } from '#protocols/protocol.ts'
import { type Frame, type Framing, framesOf } from './event-frames.ts'
import { SearchedEvents, type SearchWish } from './searched-events.ts'

/** A stream in which no word is told that the operator does not let through. */
export const withSearchedWords = (tap: StreamTap, wish: SearchWish, framing: Framing): StreamTap => {
  const events = new SearchedEvents(wish)
  const searched = (piece: Buffer | undefined): Buffer[] =>
    piece === undefined ? [] : framesOf(piece, framing).flatMap((frame) => events.push(frame))
  const { failure } = tap
  return {
    ...tap,
    // Some tell once more what they have told.
    ...(failure && { failure: (error) => searchedAnswer(failure(error), { ...wish, stops: false }, framing).bytes }),
    push: (chunk) => joined(searched(tap.push(chunk))),
    end: () => joined([...searched(tap.end()), ...events.end()]),
    isRefused: () => events.hasStopped,
  }
}

const joined = (pieces: readonly Buffer[]): Buffer | undefined =>
  pieces.length === 0 ? undefined : pieces.length === 1 ? pieces[0] : Buffer.concat(pieces)

export type SearchedAnswer = { bytes: Buffer; isRefused: boolean }

/** The same for an answer that is known in full, be it one object or a stream. */
export const searchedAnswer = (bytes: Buffer, wish: SearchWish, framing?: Framing): SearchedAnswer => {
  const events = new SearchedEvents({ ...wish, keptBack: 0 })
  const frames = framing === undefined ? [wholeFrame(bytes)] : framesOf(bytes, framing)
  const pieces = [...frames.flatMap((frame) => events.push(frame)), ...events.end()]
  const isSame = pieces.length === frames.length && pieces.every((piece, index) => piece === frames[index]?.bytes)
  return { bytes: isSame ? bytes : Buffer.concat(pieces), isRefused: events.hasStopped }
}

/** What is no JSON is text: the words of a recording may be asked for like that. */
const wholeFrame = (bytes: Buffer): Frame => {
  const text = bytes.toString('utf8')
  const value = parseLenient(text)
  if (isObject(value) || Array.isArray(value)) return { bytes, value, write: () => Buffer.from(JSON.stringify(value)) }
  const plain = { text }
  return { bytes, value: plain, write: () => Buffer.from(plain.text) }
}
