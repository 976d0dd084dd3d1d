import type { UpstreamProblem } from '#protocols/failure.ts'
import type { StreamEnding, StreamTap } from '#protocols/protocol.ts'
import type { ClientResponse } from '../lib/inbound/plain-response.ts'
import { type ClientStream, createClientStream } from './client-stream.ts'
import type { Delivery } from './delivery.ts'
import { AttemptFailure, failureOfReading, GatewayStopped } from './failure.ts'
import type { UpstreamAnswer } from './send.ts'
import { StreamSilence } from './stream-silence.ts'

type StreamParts = {
  response: ClientResponse
  answer: UpstreamAnswer
  tap: StreamTap
  contentType: string
  /** What an error in the place of a stream's beginning is: nothing was sent yet, so another channel may answer. */
  failureOf: (problem: UpstreamProblem | undefined) => AttemptFailure
  /** After this long without a byte the client gets a comment, so that nobody on the way takes the line for dead. */
  pingMs: number | undefined
  /**
   * Called as output grows; false ends the stream because nothing is left to pay for more. So does a rejection, as
   * nobody can tell whether anything is.
   */
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
export const deliverStream = (parts: StreamParts): Promise<StreamedDelivery> =>
  new Promise((resolve, reject) => {
    new StreamPassage(parts, { resolve, reject }).begin()
  })

type Outcome = { resolve: (delivery: StreamedDelivery) => void; reject: (failure: unknown) => void }

/** A class, because one is made for every stream and its methods should not be. */
class StreamPassage {
  readonly #parts: StreamParts
  readonly #outcome: Outcome
  readonly #silence: StreamSilence
  #stream: ClientStream | undefined
  #firstByteMs: number | undefined
  #hasEnded = false
  /** Set once the client has left what is paid for as a whole. */
  #lingering: NodeJS.Timeout | undefined
  /** Set where the upstream goes on with what nobody waits for any more. */
  #isMade = false
  #isHeldUp = false
  #leaving: { at: StreamEnding; timer: NodeJS.Timeout } | undefined
  #isQuiet = true
  #pinging: NodeJS.Timeout | undefined

  constructor(parts: StreamParts, outcome: Outcome) {
    this.#parts = parts
    this.#outcome = outcome
    this.#silence = new StreamSilence(parts.tap, parts.answer, {
      isHeldUp: () => this.#isHeldUp,
      isOver: () => this.#breakOff(silent()),
    })
  }

  begin(): void {
    const { answer, pingMs, response } = this.#parts
    response.once('close', this.#clientGone)
    if (pingMs !== undefined) this.#pinging = setInterval(() => this.#ping(), pingMs)
    answer.listen(this)
    // It may have left while the upstream was still thinking.
    if (response.destroyed) this.#clientGone()
  }

  data(chunk: Buffer): void {
    if (!this.#hasEnded) this.#take(chunk)
  }

  end(): void {
    if (!this.#hasEnded) this.#finishUp()
  }

  error(failure: unknown): void {
    if (!this.#hasEnded) this.#breakOff(failure)
  }

  #take(chunk: Buffer): void {
    const { failureOf, tap } = this.#parts
    this.#isQuiet = false
    let piece: Buffer | undefined
    try {
      piece = tap.push(chunk)
    } catch (error) {
      this.#breakOff(failureOfReading(error))
      return
    }
    if (this.#lingering !== undefined) return
    if (tap.isRefused?.()) {
      if (piece !== undefined) (this.#stream ?? this.#open()).write(piece)
      this.#cut('sensitive_words')
      return
    }
    if (this.#stream === undefined && tap.failed()) {
      this.#breakOff(failureOf(tap.problem?.()))
      return
    }
    this.#silence.hear(chunk)
    this.#leaveAt(tap.ending?.())
    if (piece !== undefined) this.#pass(piece, chunk)
  }

  #pass(piece: Buffer, chunk: Buffer): void {
    const { covers, tap } = this.#parts
    const target = this.#stream ?? this.#open()
    if (!target.write(piece)) {
      this.#pause()
      target.onDrain(this.#resume)
    } else if (chunk.length >= greedy) {
      // As much again may be there already: others are served first.
      this.#pause()
      setImmediate(this.#resume)
    }
    const covered = covers(tap.textBytes())
    if (covered instanceof Promise) {
      covered.then(this.#stopUnlessCovered, (error: unknown) => this.#cut('quota_unknown', error))
    } else this.#stopUnlessCovered(covered)
  }

  #open(): ClientStream {
    const { contentType, headers, now, response } = this.#parts
    this.#firstByteMs = now()
    response.writeHead(200, [...streamHead(response, contentType), ...headers()])
    this.#stream = createClientStream(response)
    return this.#stream
  }

  /** Before the first byte the line is kept open from outside (kept-alive.ts): another channel may still answer. */
  #ping(): void {
    if (this.#isQuiet && !this.#hasEnded && this.#lingering === undefined) this.#stream?.write(ping)
    this.#isQuiet = true
  }

  #pause(): void {
    this.#isHeldUp = true
    this.#parts.answer.pause()
  }

  readonly #resume = (): void => {
    this.#isHeldUp = false
    this.#parts.answer.resume()
  }

  readonly #stopUnlessCovered = (isCovered: boolean): void => {
    if (!isCovered) this.#cut('out_of_quota')
  }

  /** What is made as a whole is paid for as a whole: its figures may come yet, and are better than an estimate. */
  readonly #clientGone = (): void => {
    const { answer, response, tap } = this.#parts
    if (response.writableFinished || this.#hasEnded) return
    if (tap.reckoned === undefined) this.#cut('client_gone')
    else if (this.#lingering === undefined) {
      this.#lingering = setTimeout(() => {
        this.#isMade = true
        this.#cut('client_gone')
      }, lingerMs)
      answer.resume()
    }
  }

  /** The rest is waited for a little: what the connection needs to be used again, or figures behind the reason. */
  #leaveAt(at: StreamEnding | undefined): void {
    if (this.#leaving?.at === at) return
    clearTimeout(this.#leaving?.timer)
    this.#leaving = at === undefined ? undefined : { at, timer: setTimeout(() => this.#leave(), leaveMs[at]) }
  }

  #leave(): void {
    if (this.#hasEnded) return
    if (this.#isHeldUp) {
      this.#leaving?.timer.refresh()
      return
    }
    this.#finishUp()
    this.#parts.answer.abort()
  }

  #finishUp(): void {
    const { failureOf, tap } = this.#parts
    let held: Buffer | undefined
    try {
      held = tap.end()
    } catch (error) {
      this.#breakOff(failureOfReading(error))
      return
    }
    // Whoever closes the line in the middle of an answer has not answered.
    if (this.#lingering !== undefined) this.#end('client_gone')
    else if (tap.isRefused?.()) this.#end('sensitive_words', { held })
    else if (tap.finished() && !tap.failed()) this.#end('complete', { held })
    else if (this.#stream === undefined) this.#fail(tap.failed() ? failureOf(tap.problem?.()) : cutShort())
    else this.#end('upstream_error', { held })
  }

  /** While nothing was told another channel may still answer, unless the fault is our own. */
  #breakOff(failure: unknown): void {
    if (this.#lingering !== undefined) {
      this.#cut('client_gone')
      return
    }
    if (this.#stream !== undefined) {
      this.#cut(endingOf(failure), failure)
      return
    }
    this.#fail(failure)
    this.#parts.answer.abort()
  }

  /** The rest is not waited for. */
  #cut(ending: Delivery['ending'], failure?: unknown): void {
    if (this.#hasEnded) return
    try {
      this.#parts.tap.cut?.()
    } catch {
      // What cannot be read is not counted.
    }
    this.#end(ending, { failure })
    this.#parts.answer.abort()
  }

  #end(ending: Delivery['ending'], { failure, held }: { failure?: unknown; held?: Buffer | undefined } = {}): void {
    if (this.#hasEnded) return
    this.#stop()
    const { tap } = this.#parts
    this.#outcome.resolve({
      usage: tap.usage(),
      tools: tap.tools?.(),
      textBytes: tap.textBytes(),
      sample: tap.sample,
      reckoned: tap.reckoned?.(this.#isMade ? 'made' : 'came'),
      ending,
      firstByteMs: this.#firstByteMs,
      failure,
      problem: tap.problem?.(),
      toldFailure: tap.failed() && tap.problem === undefined,
      tellFailure: tap.failure,
      finish: (closing, trailers) => {
        const pieces = [held, closing].filter((piece) => piece !== undefined)
        const target = this.#stream ?? this.#open()
        target.end(Buffer.concat(pieces), trailers)
      },
      breakOff: (closing) => this.#stream?.end(closing, {}),
    })
  }

  #fail(failure: unknown): void {
    this.#stop()
    this.#outcome.reject(failure)
  }

  #stop(): void {
    this.#hasEnded = true
    clearInterval(this.#pinging)
    clearTimeout(this.#lingering)
    clearTimeout(this.#leaving?.timer)
    this.#silence.stop()
    this.#parts.response.off('close', this.#clientGone)
  }
}

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
export const ping = Buffer.from(': PING\n\n')

/** How long settling took is known only at the end, where clients before HTTP/1.1 have no room for it. */
const trailerHeaders = ['trailer', 'Server-Timing']
const mayTrail = (response: ClientResponse): boolean => response.req.httpVersion !== '1.0'

/** The head of a stream, without what is the call's own. */
export const streamHead = (response: ClientResponse, contentType: string): string[] => [
  'content-type',
  contentType,
  ...streamHeaders,
  ...(mayTrail(response) ? trailerHeaders : []),
]
