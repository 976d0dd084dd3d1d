import type { UpstreamProblem } from '#protocols/failure.ts'
import { createFillerSearch } from '#protocols/filler.ts'
import type { StreamEnding, StreamTap } from '#protocols/protocol.ts'
import type { ClientResponse } from '../lib/inbound/plain-response.ts'
import { onTick, tickMs } from '../lib/shared-tick.ts'
import { createClientStream } from './client-stream.ts'
import type { Delivery } from './delivery.ts'
import { AttemptFailure, failureOfReading, GatewayStopped } from './failure.ts'
import type { UpstreamAnswer } from './send.ts'

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
    let lingering: NodeJS.Timeout | undefined
    /** Set where the upstream goes on with what nobody waits for any more. */
    let isMade = false
    let isHeldUp = false
    let leaving: { at: StreamEnding; timer: NodeJS.Timeout } | undefined

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
      stop()
      resolve({
        usage: tap.usage(),
        tools: tap.tools?.(),
        textBytes: tap.textBytes(),
        sample: tap.sample,
        reckoned: tap.reckoned?.(isMade ? 'made' : 'came'),
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
      stop()
      reject(failure)
    }

    const stop = () => {
      ended = true
      clearInterval(pinging)
      clearTimeout(lingering)
      clearTimeout(leaving?.timer)
      forgetSilence()
      response.off('close', clientGone)
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
      if (lingering !== undefined) {
        cut('client_gone')
        return
      }
      if (stream !== undefined) {
        cut(endingOf(failure), failure)
        return
      }
      fail(failure)
      answer.abort()
    }

    /** What is made as a whole is paid for as a whole: its figures may come yet, and are better than an estimate. */
    const clientGone = () => {
      if (response.writableFinished || ended) return
      if (tap.reckoned === undefined) cut('client_gone')
      else if (lingering === undefined) {
        lingering = setTimeout(() => {
          isMade = true
          cut('client_gone')
        }, lingerMs)
        answer.resume()
      }
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
            if (quiet && !ended && lingering === undefined) (stream ?? begin()).write(ping)
            quiet = true
          }, pingMs)

    let heard = true
    let silentMs = 0
    let told = 0
    let isFiller: ((chunk: Buffer) => boolean) | undefined
    /** Pings keep the line open, and say nothing: what was told is looked at once nothing was for a while. */
    const listenFor = (chunk: Buffer) => {
      const textBytes = tap.textBytes()
      if (textBytes !== told) {
        told = textBytes
        heard = true
      } else if (silentMs > 0 && !heard) {
        if (isEvents) isFiller ??= createFillerSearch()
        heard = isFiller?.(chunk) !== true
      }
    }
    const isEvents = answer.contentType.startsWith('text/event-stream')
    const forgetSilence = onTick(() => {
      silentMs = heard || isHeldUp ? 0 : silentMs + tickMs
      heard = false
      if (silentMs >= longestSilenceMs) breakOff(silent())
    })

    const pause = () => {
      isHeldUp = true
      answer.pause()
    }
    const resume = () => {
      isHeldUp = false
      answer.resume()
    }

    /** The rest is waited for a little: what the connection needs to be used again, or figures behind the reason. */
    const leaveAt = (at: StreamEnding | undefined) => {
      if (leaving?.at === at) return
      clearTimeout(leaving?.timer)
      leaving = at === undefined ? undefined : { at, timer: setTimeout(leave, leaveMs[at]) }
    }
    const leave = () => {
      if (ended) return
      if (isHeldUp) {
        leaving?.timer.refresh()
        return
      }
      finishUp()
      answer.abort()
    }

    const finishUp = () => {
      let held: Buffer | undefined
      try {
        held = tap.end()
      } catch (error) {
        breakOff(failureOfReading(error))
        return
      }
      // Whoever closes the line in the middle of an answer has not answered.
      if (lingering !== undefined) end('client_gone')
      else if (tap.finished() && !tap.failed()) end('complete', { held })
      else if (stream === undefined) fail(tap.failed() ? failureOf(held, tap.problem?.()) : cutShort())
      else end('upstream_error', { held })
    }

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
        if (lingering !== undefined) return
        if (stream === undefined && tap.failed()) {
          breakOff(failureOf(piece, tap.problem?.()))
          return
        }
        listenFor(chunk)
        leaveAt(tap.ending?.())
        if (piece === undefined) return
        const target = stream ?? begin()
        if (!target.write(piece)) {
          pause()
          target.onDrain(resume)
        } else if (chunk.length >= greedy) {
          // As much again may be there already: others are served first.
          pause()
          setImmediate(resume)
        }
        const covered = covers(tap.textBytes())
        if (covered instanceof Promise) covered.then(stopUnlessCovered, () => stopUnlessCovered(false))
        else stopUnlessCovered(covered)
      },
      end: () => {
        if (!ended) finishUp()
      },
      error: (failure) => {
        if (!ended) breakOff(failure)
      },
    })

    // It may have left while the upstream was still thinking.
    if (response.destroyed) clientGone()
  })

/** How long a stream may go on without saying anything, whatever else it sends. */
const longestSilenceMs = 300_000
const endingOf = (failure: unknown): Delivery['ending'] => {
  if (failure instanceof GatewayStopped) return 'gateway_stopped'
  return failure instanceof AttemptFailure ? 'upstream_error' : 'internal_error'
}

const silent = () => new AttemptFailure({ origin: 'transport', status: 504, reason: 'timeout' })

/** A stream that stays open behind its end is let go of. */
const leaveMs: Readonly<Record<StreamEnding, number>> = { closing: 10_000, closed: 500 }

const cutShort = () => new AttemptFailure({ origin: 'transport', status: 502, reason: 'cut_short' })

/** So much in one piece only comes from an upstream that sends faster than it is read. */
const greedy = 32 * 1024

/** So long an upstream is listened to whose client has left, where the whole is paid for. */
export const lingerMs = 3_000

const streamHeaders = ['cache-control', 'no-cache', 'x-accel-buffering', 'no']
const ping = Buffer.from(': PING\n\n')

/** How long settling took is known only at the end, where clients before HTTP/1.1 have no room for it. */
const trailerHeaders = ['trailer', 'Server-Timing']
const mayTrail = (response: ClientResponse): boolean => response.req.httpVersion !== '1.0'
