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

  constructor(failure: {
    origin: 'upstream' | 'transport'
    status: number
    problem?: UpstreamProblem
    reason: string
    clientStatus?: number
    retryAfterSeconds?: number | undefined
    cause?: unknown
  }) {
    super(failure.reason, { cause: failure.cause })
    this.origin = failure.origin
    this.status = failure.status
    this.problem = failure.problem
    this.reason = failure.reason
    this.clientStatus = failure.clientStatus ?? failure.status
    this.retryAfterSeconds = failure.retryAfterSeconds
  }
}

/** Whether another channel might do better. Nothing that was our own doing, or the client's, is tried again. */
export const mayRetry = (failure: AttemptFailure): boolean => {
  if (failure.origin === 'transport') return failure.reason !== 'timeout'
  const { status } = failure
  if (status === 400 || status === 408 || status === 504 || status === 524) return false
  return status < 200 || status >= 300
}
