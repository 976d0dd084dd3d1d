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

export type ClientError = {
  status: number
  code: string
  message: string
  /** Set when the upstream refused: its own type and code are passed on. */
  problem: UpstreamProblem | undefined
  retryAfterSeconds?: number
}

/** An answer that turned out to be an error, in whatever place of it. */
export class AnswerFailed extends ProtocolError {
  readonly problem: UpstreamProblem

  constructor(problem: UpstreamProblem) {
    super('answer', problem.message)
    this.problem = problem
  }
}
