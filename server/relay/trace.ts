import type { Protocol } from '#protocols/protocol.ts'
import type { RateLimits } from '#protocols/rate-limits.ts'
import type { Asker } from '../domain/failed-calls/failed-call.ts'
import type { Clock } from '../lib/clock.ts'
import { openHeaderPairs } from '../lib/inbound/cross-origin.ts'

type Attempt = { channel: number; status: number; ms: number; error?: string }

/** Why a channel was passed over. */
export type SkipReason = 'cannot_serve' | 'too_long' | 'cannot_express' | 'resting' | 'keys_benched' | 'card_lacks'

type Stage = 'auth' | 'hold' | 'route' | 'upstream' | 'settle'

/**
 * What happened on the way of one call, kept compactly: for its log row, and for `Server-Timing`. A class, because one
 * is made for every call and its methods should not be.
 */
export class Trace {
  readonly requestId: string
  /** The dialect of the client, once its address is known. */
  protocol: Protocol | undefined
  /** Whose key it was, once that is known; and what is asked for. */
  asker: Asker | undefined
  model = ''
  isStream = false
  /** Whether a page of another origin may read the answer. */
  readonly isOpen: boolean
  readonly attempts: Attempt[] = []
  /** The output limit that the call was given for want of quota. */
  outputLimit: number | undefined
  /** How many channels served the model for the group when one was chosen first. */
  candidates = 0
  /** What of the client's request the last upstream was told otherwise or not at all, by the client's own names. */
  changed: readonly string[] = []
  /** How much of what is limited is left, where somebody told. */
  limits: RateLimits | undefined
  readonly skipped: { channel: number; reason: SkipReason }[] = []
  readonly #clock: Clock
  readonly #startedAt: number
  #last: number
  #times: Record<Stage, number> = { auth: 0, hold: 0, route: 0, upstream: 0, settle: 0 }

  constructor(clock: Clock, requestId: string, isOpen = false) {
    this.requestId = requestId
    this.isOpen = isOpen
    this.#clock = clock
    this.#startedAt = clock.monotonic()
    this.#last = this.#startedAt
  }

  /** Ends the running stage; stages that run several times add up. */
  mark(stage: Stage): void {
    const now = this.#clock.monotonic()
    this.#times[stage] += now - this.#last
    this.#last = now
  }

  asks(asker: Asker, { model, stream }: { model: string; stream: boolean }): void {
    this.asker = asker
    this.model = model
    this.isStream = stream
  }

  /** A channel that was passed over for this call. */
  skip(channel: number, reason: SkipReason): void {
    this.skipped.push({ channel, reason })
  }

  /** One that is left for later, as its card says that it cannot what others can. */
  spare(channel: number): void {
    if (!this.skipped.some((skip) => skip.channel === channel)) this.skip(channel, 'card_lacks')
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#clock.now()
  }

  elapsedMs(): number {
    return this.#clock.monotonic() - this.#startedAt
  }

  serverTiming(): string {
    const { auth, hold, route, upstream, settle } = this.#times
    return `auth;dur=${short(auth)}, hold;dur=${short(hold)}, route;dur=${short(route)}, upstream;dur=${short(upstream)}, settle;dur=${short(settle)}`
  }
}

/** To hundredths of a millisecond. Whole numbers are written in a fraction of the time that others take. */
const short = (ms: number): string => {
  const hundredths = Math.round(ms * 100)
  const rest = hundredths % 100
  return `${(hundredths - rest) / 100}.${rest < 10 ? '0' : ''}${rest}`
}

/**
 * Names and values in turn: what every answer of the relay carries. Writing them in one go is what Node does fastest.
 * What an upstream sends is never a page of ours, whatever it looks like.
 */
export const traceHeaders = (trace: Trace): string[] => {
  const headers = [
    'x-request-id',
    trace.requestId,
    'request-id',
    trace.requestId,
    'x-oneapi-request-id',
    trace.requestId,
    'server-timing',
    trace.serverTiming(),
    'x-content-type-options',
    'nosniff',
    'content-security-policy',
    'sandbox',
  ]
  if (trace.changed.length > 0) headers.push('x-sluice-changed', trace.changed.join(', '))
  if (trace.limits !== undefined && trace.protocol !== undefined) {
    headers.push(...trace.protocol.error.limitHeaders(trace.limits, trace.now()))
  }
  trace.protocol?.tell?.(headers, trace.elapsedMs())
  if (trace.outputLimit !== undefined) headers.push('x-output-limit', String(trace.outputLimit))
  if (trace.isOpen) headers.push(...openHeaderPairs)
  return headers
}
