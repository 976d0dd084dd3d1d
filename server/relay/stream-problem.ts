import type { StreamTap } from '#protocols/protocol.ts'
import { eachEvent, eventData } from '#protocols/sse.ts'
import { problemWithoutSecrets, withoutSecrets } from '../domain/upstream-words.ts'
import type { UpstreamRequest } from './translate.ts'

/**
 * A stream that fails without the upstream's own words, which are not the client's to read. A failure in the place of
 * its beginning is left alone: it is told like any other, or nobody hears of it because another channel answers.
 */
export const withoutProblem = (tap: StreamTap): StreamTap => {
  let hasBegun = false
  const isHidden = () => hasBegun && tap.failed()
  return {
    ...tap,
    push: (chunk) => {
      const piece = tap.push(chunk)
      if (isHidden()) return undefined
      hasBegun ||= piece !== undefined
      return piece
    },
    end: () => {
      const held = tap.end()
      return isHidden() ? undefined : held
    },
    problem: () => (hasBegun ? undefined : tap.problem?.()),
  }
}

/** A stream that tells its failure without what the upstream's words give away of the operator. */
export const withCleanProblem = (tap: StreamTap, request: UpstreamRequest): StreamTap => {
  let hasBegun = false
  // What is told apart from the pieces is not in them.
  const isInPiece = tap.problem === undefined
  const cleaned = (piece: Buffer | undefined) =>
    isInPiece && hasBegun && piece !== undefined && tap.failed() ? cleanPiece(piece, request) : piece
  return {
    ...tap,
    push: (chunk) => {
      const piece = cleaned(tap.push(chunk))
      hasBegun ||= piece !== undefined
      return piece
    },
    end: () => cleaned(tap.end()),
    ...(tap.problem && {
      problem: () => {
        const told = tap.problem?.()
        return told && problemWithoutSecrets(request.channel, told)
      },
    }),
  }
}

/** What was answered before the error, in the same piece, stays as it is. */
const cleanPiece = (piece: Buffer, { channel, exchange }: UpstreamRequest): Buffer => {
  const clean = (bytes: Buffer) => Buffer.from(withoutSecrets(channel, bytes.toString('utf8')))
  const isProblem = (event: Buffer) =>
    exchange.problem(500, Buffer.from(eventData(event) ?? '')).code !== 'bad_response_status_code'
  const events = [...eachEvent(piece)]
  if (!events.some(isProblem)) {
    // A list, not events: what stands before the error was answered.
    const start = Math.max(0, piece.lastIndexOf('"error"'))
    return Buffer.concat([piece.subarray(0, start), clean(piece.subarray(start))])
  }
  return Buffer.concat(events.map((event) => (isProblem(event) ? clean(event) : event)))
}
