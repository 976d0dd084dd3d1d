import type { UpstreamProblem } from '#protocols/failure.ts'
import type { StreamTap } from '#protocols/protocol.ts'
import { eachEvent, eventData } from '#protocols/sse.ts'
import type { Channel } from '../domain/channels/channel.ts'
import { problemWithoutSecrets } from '../domain/words/upstream-words.ts'

/** Reads what an event says went wrong; undefined where it says nothing of the kind. */
type ReadProblem = (data: string) => UpstreamProblem | undefined

/**
 * A stream whose upstream's own error does not pass: whoever ends the stream tells it, as one before the stream would be
 * told. What came before it in the same piece does.
 */
export const withoutProblem = (tap: StreamTap, read: ReadProblem): StreamTap => {
  if (tap.problem !== undefined) return tap
  let problem: UpstreamProblem | undefined
  const cut = (piece: Buffer | undefined): Buffer | undefined => {
    if (!tap.failed()) return piece
    if (problem !== undefined) return undefined
    const found = piece === undefined ? undefined : cutAtProblem(piece, read)
    problem = found?.problem ?? unknownProblem
    return found?.before
  }
  return { ...tap, push: (chunk) => cut(tap.push(chunk)), end: () => cut(tap.end()), problem: () => problem }
}

/** What an error says that came in no form its dialect has. */
const unknownProblem: UpstreamProblem = {
  message: 'the upstream failed while it answered',
  type: undefined,
  code: undefined,
  parameter: undefined,
}

/** The network may bring the error together with what came before and after it. */
const cutAtProblem = (
  piece: Buffer,
  read: ReadProblem,
): { before: Buffer | undefined; problem: UpstreamProblem } | undefined => {
  let position = 0
  for (const event of eachEvent(piece)) {
    const problem = read(eventData(event) ?? '')
    if (problem !== undefined) return { before: position === 0 ? undefined : piece.subarray(0, position), problem }
    position += event.length
  }
  return undefined
}

/** A stream that tells its failure, apart from its pieces, without what the upstream's words give away of the operator. */
export const withCleanProblem = (tap: StreamTap, channel: Channel): StreamTap =>
  tap.problem === undefined
    ? tap
    : {
        ...tap,
        problem: () => {
          const told = tap.problem?.()
          return told && problemWithoutSecrets(channel, told)
        },
      }
