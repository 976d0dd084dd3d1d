import type { UpstreamProblem } from '#protocols/protocol.ts'

/**
 * An attempt that failed outside the gateway. `upstream`: it answered with an error; `transport`: no answer came
 * through. Retrying, disabling, wording and status all look at this.
 */
export class AttemptFailure extends Error {
  override readonly name = 'AttemptFailure'
  readonly origin: 'upstream' | 'transport'
  /** The upstream's own status; for transport failures the one the client will see. */
  readonly status: number
  readonly problem: UpstreamProblem | undefined
  readonly reason: string
  /** The status the operator wants clients to see in place of the upstream's. */
  readonly clientStatus: number
  readonly retryAfterSeconds: number | undefined
  /** Whether the vendor gives this status to what may go well elsewhere, although most do not. */
  readonly isVendorsOwn: boolean

  constructor(failure: {
    origin: 'upstream' | 'transport'
    status: number
    problem?: UpstreamProblem
    reason: string
    clientStatus?: number
    retryAfterSeconds?: number | undefined
    isVendorsOwn?: boolean
    cause?: unknown
  }) {
    super(failure.reason, { cause: failure.cause })
    this.origin = failure.origin
    this.status = failure.status
    this.problem = failure.problem
    this.reason = failure.reason
    this.clientStatus = failure.clientStatus ?? failure.status
    this.retryAfterSeconds = failure.retryAfterSeconds
    this.isVendorsOwn = failure.isVendorsOwn ?? false
  }
}

/** Whether another channel might do better. Nothing that was our own doing, or the client's, is tried again. */
export const mayRetry = (failure: AttemptFailure): boolean => {
  if (failure.origin === 'transport') return failure.reason !== 'timeout'
  const { status } = failure
  if (failure.isVendorsOwn) return true
  if (status === 400 || status === 408 || status === 504 || status === 524) return false
  return status < 200 || status >= 300
}

/** Whether a failure tells something about the channel, and not only about what the client sent. */
export const blamesChannel = ({ origin, status }: AttemptFailure): boolean =>
  origin === 'transport' || blamedStatuses.has(status) || status >= 500

const blamedStatuses = new Set([401, 402, 403, 404, 408, 429])

/** Whether it tells something about the key alone, where a channel has several; and how long that will last. */
export const keyBench = (failure: AttemptFailure): { reason: string; forMs: number | undefined } | undefined => {
  const { origin, status, retryAfterSeconds } = failure
  if (origin !== 'upstream') return undefined
  const reason = `${status} ${failure.reason}`
  if (status === 429) return { reason, forMs: (retryAfterSeconds ?? usualRestSeconds) * 1000 }
  return refusedKey.has(status) ? { reason, forMs: undefined } : undefined
}

const usualRestSeconds = 30
const refusedKey = new Set([401, 402, 403])
