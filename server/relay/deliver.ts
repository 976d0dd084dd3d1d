import type { ServerResponse } from 'node:http'
import type { StreamTap, UpstreamProblem } from '#protocols/protocol.ts'
import type { Usage } from '#protocols/usage.ts'
import { createClientStream } from './client-stream.ts'
import type { AttemptFailure } from './failure.ts'
import type { UpstreamAnswer } from './send.ts'

/** How an answer ended, as its charge and its log row need it. */
export type Delivery = {
  usage: Usage | undefined
  /** Bytes of generated text that were seen: for an estimate when no usage came. */
  textBytes: number
  ending: 'complete' | 'client_gone' | 'upstream_error' | 'out_of_quota'
  firstByteMs: number | undefined
}

type StreamParts = {
  response: ServerResponse
  answer: UpstreamAnswer
  tap: StreamTap
  contentType: string
  /** What an error in the place of a stream's beginning is: nothing was sent yet, so another channel may answer. */
  failureOf: (event: Buffer | undefined) => AttemptFailure
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
  failure: AttemptFailure | undefined
  /** What the upstream said inside the stream, where the client has not read it. */
  problem: UpstreamProblem | undefined
  /** Whether the client has read of the failure already. */
  toldFailure: boolean
  finish: (closing: Buffer | undefined, trailers: Record<string, string>) => void
}

/**
 * Passes a stream on, with back-pressure, until it ends for whatever reason. Rejects only when the upstream failed
 * before anything was sent: then another channel may still answer.
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

    const end = (ending: Delivery['ending'], failure?: AttemptFailure) => {
      if (ended) return
      ended = true
      clearInterval(pinging)
      response.off('close', clientGone)
      const held = ending === 'complete' ? tap.end() : undefined
      resolve({
        usage: tap.usage(),
        textBytes: tap.textBytes(),
        ending,
        firstByteMs,
        failure,
        problem: tap.problem?.(),
        toldFailure: tap.failed() && tap.problem === undefined,
        finish: (closing, trailers) => {
          const pieces = [held, closing].filter((piece) => piece !== undefined)
          const target = stream ?? begin()
          target.end(Buffer.concat(pieces), trailers)
        },
      })
    }

    const fail = (failure: AttemptFailure) => {
      ended = true
      clearInterval(pinging)
      response.off('close', clientGone)
      reject(failure)
    }

    const clientGone = () => {
      if (response.writableFinished) return
      end('client_gone')
      answer.abort()
    }
    response.once('close', clientGone)

    const stopUnlessCovered = (covered: boolean) => {
      if (covered || ended) return
      end('out_of_quota')
      answer.abort()
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
        } catch {
          end('upstream_error')
          answer.abort()
          return
        }
        if (stream === undefined && tap.failed()) {
          fail(failureOf(piece))
          answer.abort()
          return
        }
        if (piece === undefined) return
        const target = stream ?? begin()
        if (!target.write(piece)) {
          answer.pause()
          target.onDrain(() => answer.resume())
        }
        const covered = covers(tap.textBytes())
        if (covered instanceof Promise) covered.then(stopUnlessCovered, () => stopUnlessCovered(false))
        else stopUnlessCovered(covered)
      },
      end: () => end(tap.failed() ? 'upstream_error' : 'complete'),
      error: (failure) => {
        if (stream === undefined && !ended) {
          fail(failure)
          return
        }
        end('upstream_error', failure)
      },
    })
  })

const streamHeaders = ['cache-control', 'no-cache', 'x-accel-buffering', 'no']
const ping = Buffer.from(': PING\n\n')

/** How long settling took is known only at the end, where clients before HTTP/1.1 have no room for it. */
const trailerHeaders = ['trailer', 'Server-Timing']
const mayTrail = (response: ServerResponse): boolean => response.req.httpVersion !== '1.0'
