import type { StreamTap, UpstreamProblem } from '#protocols/protocol.ts'
import type { TextSample } from '#protocols/text-sample.ts'
import type { ToolCalls, Usage } from '#protocols/usage.ts'
import type { ClientResponse } from '../lib/plain-response.ts'
import { createClientStream } from './client-stream.ts'
import { AttemptFailure, failureOfReading } from './failure.ts'
import type { UpstreamAnswer } from './send.ts'

/** How an answer ended, as its charge and its log row need it. */
export type Delivery = {
  usage: Usage | undefined
  /** The calls of tools that were seen: for a charge when no usage came. */
  tools?: ToolCalls | undefined
  /** Bytes of generated text that were seen: for an estimate when no usage came. */
  textBytes: number
  /** The beginning of that text, of a stream. */
  sample?: TextSample | undefined
  /** What the upstream sent, of a whole answer. */
  received?: Buffer
  ending: 'complete' | 'client_gone' | 'upstream_error' | 'out_of_quota' | 'internal_error'
  firstByteMs: number | undefined
}

type StreamParts = {
  response: ClientResponse
  answer: UpstreamAnswer
  tap: StreamTap
  contentType: string
  /**
   * What an error in the place of a stream's beginning is: nothing was sent yet, so another channel may answer. It
   * stands somewhere in these events, unless it was read already.
   */
  failureOf: (events: Buffer | undefined, problem: UpstreamProblem | undefined) => AttemptFailure
  /** After this long without a byte the client gets a comment, so that nobody on the way takes the line for dead. */
  pingMs: number | undefined
  /** Called as output grows; false ends the stream because nothing is left to pay for more. */
  covers: (textBytes: number) => boolean | Promise<boolean>
  /** Milliseconds since the call came in. */
  now: () => number
  /** What the head carries besides the stream's own headers. */
  headers: () => string[]
}

/** A stream that has begun: what was held back goes out with `finish`, once the charge is durable. */
export type StreamedDelivery = Delivery & {
  /** What broke it off: the upstream's failure, or a fault of our own. */
  failure: unknown
  /** What the upstream said inside the stream, where the client has not read it. */
  problem: UpstreamProblem | undefined
  /** Whether the client has read of the failure already. */
  toldFailure: boolean
  /** How this very stream tells one, where its dialect's own way does not do. */
  tellFailure: StreamTap['failure']
  finish: (closing: Buffer | undefined, trailers: Record<string, string>) => void
  /** Ends it without what was held back, where it has begun: nobody gets an answer that could not be charged. */
  breakOff: (closing: Buffer) => void
}

/**
 * Passes a stream on, with back-pressure, until it ends for whatever reason. Rejects only when it failed before anything
 * was sent: where that was the upstream's doing, another channel may still answer.
 */
export const deliverStream = ({
  response,
  answer,
  tap,
  contentType,
  failureOf,
  pingMs,
  covers,
  now,
  headers,
}: StreamParts): Promise<StreamedDelivery> =>
  new Promise((resolve, reject) => {
    let stream: ReturnType<typeof createClientStream> | undefined
    let firstByteMs: number | undefined
    let ended = false

    const begin = () => {
      firstByteMs = now()
      response.writeHead(200, [
        'content-type',
        contentType,
        ...streamHeaders,
        ...(mayTrail(response) ? trailerHeaders : []),
        ...headers(),
      ])
      stream = createClientStream(response)
      return stream
    }

    const end = (
      ending: Delivery['ending'],
      { failure, held }: { failure?: unknown; held?: Buffer | undefined } = {},
    ) => {
      if (ended) return
      ended = true
      clearInterval(pinging)
      response.off('close', clientGone)
      resolve({
        usage: tap.usage(),
        tools: tap.tools?.(),
        textBytes: tap.textBytes(),
        sample: tap.sample,
        ending,
        firstByteMs,
        failure,
        problem: tap.problem?.(),
        toldFailure: tap.failed() && tap.problem === undefined,
        tellFailure: tap.failure,
        finish: (closing, trailers) => {
          const pieces = [held, closing].filter((piece) => piece !== undefined)
          const target = stream ?? begin()
          target.end(Buffer.concat(pieces), trailers)
        },
        breakOff: (closing) => stream?.end(closing, {}),
      })
    }

    const fail = (failure: unknown) => {
      ended = true
      clearInterval(pinging)
      response.off('close', clientGone)
      reject(failure)
    }

    /** The rest is not waited for. */
    const cut = (ending: Delivery['ending'], failure?: unknown) => {
      if (ended) return
      try {
        tap.cut?.()
      } catch {
        // What cannot be read is not counted.
      }
      end(ending, { failure })
      answer.abort()
    }

    /** While nothing was told another channel may still answer, unless the fault is our own. */
    const breakOff = (failure: unknown) => {
      if (stream !== undefined) {
        cut(failure instanceof AttemptFailure ? 'upstream_error' : 'internal_error', failure)
        return
      }
      fail(failure)
      answer.abort()
    }

    const clientGone = () => {
      if (!response.writableFinished) cut('client_gone')
    }
    response.once('close', clientGone)

    const stopUnlessCovered = (covered: boolean) => {
      if (!covered) cut('out_of_quota')
    }

    let quiet = true
    const pinging =
      pingMs === undefined
        ? undefined
        : setInterval(() => {
            if (quiet && !ended) (stream ?? begin()).write(ping)
            quiet = true
          }, pingMs)

    answer.listen({
      data: (chunk) => {
        if (ended) return
        quiet = false
        let piece: Buffer | undefined
        try {
          piece = tap.push(chunk)
        } catch (error) {
          breakOff(failureOfReading(error))
          return
        }
        if (stream === undefined && tap.failed()) {
          breakOff(failureOf(piece, tap.problem?.()))
          return
        }
        if (piece === undefined) return
        const target = stream ?? begin()
        if (!target.write(piece)) {
          answer.pause()
          target.onDrain(() => answer.resume())
        } else if (chunk.length >= greedy) {
          // As much again may be there already: others are served first.
          answer.pause()
          setImmediate(() => answer.resume())
        }
        const covered = covers(tap.textBytes())
        if (covered instanceof Promise) covered.then(stopUnlessCovered, () => stopUnlessCovered(false))
        else stopUnlessCovered(covered)
      },
      end: () => {
        if (ended) return
        let held: Buffer | undefined
        try {
          held = tap.end()
        } catch (error) {
          breakOff(failureOfReading(error))
          return
        }
        // Whoever closes the line in the middle of an answer has not answered.
        if (tap.finished() && !tap.failed()) end('complete', { held })
        else if (stream === undefined) fail(tap.failed() ? failureOf(held, tap.problem?.()) : cutShort())
        else end('upstream_error', { held })
      },
      error: (failure) => {
        if (!ended) breakOff(failure)
      },
    })

    // It may have left while the upstream was still thinking.
    if (response.destroyed) clientGone()
  })

const cutShort = () => new AttemptFailure({ origin: 'transport', status: 502, reason: 'cut_short' })

/** So much in one piece only comes from an upstream that sends faster than it is read. */
const greedy = 32 * 1024

const streamHeaders = ['cache-control', 'no-cache', 'x-accel-buffering', 'no']
const ping = Buffer.from(': PING\n\n')

/** How long settling took is known only at the end, where clients before HTTP/1.1 have no room for it. */
const trailerHeaders = ['trailer', 'Server-Timing']
const mayTrail = (response: ClientResponse): boolean => response.req.httpVersion !== '1.0'
