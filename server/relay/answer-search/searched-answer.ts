import { isObject, parseLenient } from '#protocols/json/json.ts'
import { utf8Of } from '#protocols/json/latin1-text.ts'
import type { StreamTap } from '#protocols/protocol.ts'
import { type Frame, type Framing, framesOf } from './event-frames.ts'
import { SearchedEvents, type SearchWish } from './searched-events.ts'

/** A stream in which no word is told that the operator does not let through. */
export const withSearchedWords = (tap: StreamTap, wish: SearchWish, framing: Framing): StreamTap => {
  const events = new SearchedEvents(wish)
  const { failure } = tap
  return {
    ...tap,
    // Some tell once more what they have told.
    ...(failure && { failure: (error) => searchedAnswer(failure(error), { ...wish, stops: false }, framing).bytes }),
    push: (chunk) => {
      const piece = tap.push(chunk)
      if (piece && events.isIdle && wish.quickLook?.isCleanPiece(utf8Of(piece))) return piece
      return piece && joined(piece, framesOf(piece, framing), (frame) => events.push(frame))
    },
    end: () => {
      const piece = tap.end()
      const told = piece && joined(piece, framesOf(piece, framing), (frame) => events.push(frame))
      return withRest(told, events.end())
    },
    isRefused: () => events.hasStopped,
  }
}

/** What may go on now: the very same bytes where that is all of them as they came. */
const joined = (
  piece: Buffer,
  frames: readonly Frame[],
  search: (frame: Frame) => readonly Buffer[],
): Buffer | undefined => {
  const told = frames.flatMap(search)
  if (told.length === frames.length && told.every((bytes, index) => bytes === frames[index]?.bytes)) return piece
  return told.length === 0 ? undefined : Buffer.concat(told)
}

const withRest = (told: Buffer | undefined, rest: readonly Buffer[]): Buffer | undefined =>
  rest.length === 0 ? told : Buffer.concat(told === undefined ? rest : [told, ...rest])

const nothing = Buffer.alloc(0)

export type SearchedAnswer = { bytes: Buffer; isRefused: boolean }

/** The same for an answer that is known in full, be it one object or a stream. */
export const searchedAnswer = (bytes: Buffer, wish: SearchWish, framing?: Framing): SearchedAnswer => {
  if (framing === undefined && wish.quickLook?.isClean(utf8Of(bytes))) return { bytes, isRefused: false }
  const events = new SearchedEvents({ ...wish, keptBack: 0 })
  const frames = framing === undefined ? [wholeFrame(bytes)] : framesOf(bytes, framing)
  const told = joined(bytes, frames, (frame) => events.push(frame))
  return { bytes: withRest(told, events.end()) ?? nothing, isRefused: events.hasStopped }
}

/** What is no JSON is text: the words of a recording may be asked for like that. */
const wholeFrame = (bytes: Buffer): Frame => {
  const text = bytes.toString('utf8')
  const value = parseLenient(text)
  if (isObject(value) || Array.isArray(value)) return { bytes, value, write: () => Buffer.from(JSON.stringify(value)) }
  const plain = { text }
  return { bytes, value: plain, write: () => Buffer.from(plain.text) }
}
