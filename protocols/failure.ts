import type { FailureKind } from './failure-kinds.ts'

/** A request that its dialect does not allow: `field` names the place, `reason` is a short English phrase. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
  readonly field: string

  constructor(field: string, reason: string) {
    super(`${field}: ${reason}`)
    this.field = field
  }
}

/** An upstream's error, as far as it could be read. */
export type UpstreamProblem = {
  message: string
  type: string | undefined
  code: string | number | undefined
  parameter: string | undefined
}

/** How long a prompt is, and how long one may be. */
export type PromptLength = { tokens: number; most: number }

/** So many requests within so long: how the dialects' headers of limits tell it. */
export type RequestLimit = { most: number; left: number; resetSeconds: number }

/** What a client is told went wrong. */
export type ClientError = {
  kind: FailureKind
  /** As the dialect has it for the kind, unless the operator wants another. */
  status: number
  /** A word of ours, or the upstream's where it is one that any dialect could use; null where there is none. */
  code: string | null
  message: string
  /** The place in the request. */
  parameter?: string | undefined
  retryAfterSeconds?: number | undefined
  limit?: RequestLimit | undefined
  requestId?: string | undefined
  /** Set where another status was sent already: the right one is told beside the message. */
  isLate?: true
}

/** An answer that turned out to be an error, in whatever place of it. */
export class AnswerFailed extends ProtocolError {
  readonly problem: UpstreamProblem

  constructor(problem: UpstreamProblem) {
    super('answer', problem.message)
    this.problem = problem
  }
}
