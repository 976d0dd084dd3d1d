import type { ErrorDialect } from '../error-dialect.ts'
import type { ClientError, UpstreamProblem } from '../failure.ts'
import { type JsonObject, objectAt, parseLenient, textAt } from '../json/json.ts'
import { readError as readAnyError } from '../openai-chat/error.ts'
import { objectsIn } from './fields.ts'

/** Reads any error body, however broken; Google's may stand in an array of one. */
export const readError = (status: number, bytes: Buffer): UpstreamProblem => {
  const body = parseLenient(bytes.toString('utf8'))
  const error = objectAt(Array.isArray(body) ? body[0] : body, 'error')
  return error === undefined ? readAnyError(status, bytes) : readProblem(error)
}

/** What stands under `error`, in an answer of its own or inside a stream. */
export const readProblem = (error: JsonObject): UpstreamProblem => {
  const { code } = error
  const details = objectsIn(error, 'details')
  const reason = details.map((detail) => textAt(detail, 'reason')).find((found) => found !== undefined)
  const violations = details.flatMap((detail) => objectsIn(detail, 'fieldViolations'))
  return {
    message: textAt(error, 'message') ?? textAt(error, 'status') ?? 'the upstream failed without saying why',
    type: textAt(error, 'status') ?? textAt(error, 'type'),
    code: reason ?? (typeof code === 'number' || typeof code === 'string' ? code : undefined),
    parameter: textAt(violations[0], 'field'),
  }
}

export const errorBody = ({ kind, status, code, message, parameter, retryAfterSeconds }: ClientError): JsonObject => {
  const details: JsonObject[] = []
  if (code !== null) details.push({ '@type': `${types}ErrorInfo`, reason: code.toUpperCase(), domain: 'sluice' })
  if (parameter !== undefined) {
    const fieldViolations = [{ field: parameter, description: message }]
    details.push({ '@type': `${types}BadRequest`, fieldViolations })
  }
  if (retryAfterSeconds !== undefined)
    details.push({ '@type': `${types}RetryInfo`, retryDelay: `${retryAfterSeconds}s` })
  return {
    error: { code: status, message, status: words[kind].type, ...(details.length === 0 ? {} : { details }) },
  }
}

const types = 'type.googleapis.com/google.rpc.'

const words: ErrorDialect['words'] = {
  key_unknown: { status: 401, type: 'UNAUTHENTICATED' },
  key_spent: { status: 401, type: 'UNAUTHENTICATED' },
  no_credit: { status: 403, type: 'PERMISSION_DENIED' },
  forbidden: { status: 403, type: 'PERMISSION_DENIED' },
  model_unknown: { status: 404, type: 'NOT_FOUND' },
  not_found: { status: 404, type: 'NOT_FOUND' },
  method_unknown: { status: 405, type: 'INVALID_ARGUMENT' },
  upgrade_wanted: { status: 426, type: 'INVALID_ARGUMENT' },
  request_invalid: { status: 400, type: 'INVALID_ARGUMENT' },
  request_unfit: { status: 422, type: 'INVALID_ARGUMENT' },
  context_too_long: { status: 400, type: 'INVALID_ARGUMENT' },
  content_refused: { status: 400, type: 'INVALID_ARGUMENT' },
  body_too_large: { status: 413, type: 'INVALID_ARGUMENT' },
  body_too_slow: { status: 408, type: 'DEADLINE_EXCEEDED' },
  body_unreadable: { status: 415, type: 'INVALID_ARGUMENT' },
  conflict: { status: 409, type: 'ABORTED' },
  limited: { status: 429, type: 'RESOURCE_EXHAUSTED' },
  unavailable: { status: 503, type: 'UNAVAILABLE' },
  overloaded: { status: 503, type: 'UNAVAILABLE' },
  upstream_failed: { status: 502, type: 'UNAVAILABLE' },
  upstream_slow: { status: 504, type: 'DEADLINE_EXCEEDED' },
  internal: { status: 500, type: 'INTERNAL' },
  unimplemented: { status: 501, type: 'UNIMPLEMENTED' },
}

export const generateErrors: ErrorDialect = {
  words,
  tooLong: {
    say: (length) =>
      length === undefined
        ? 'The input token count exceeds the maximum number of tokens allowed.'
        : `The input token count (${length.tokens}) exceeds the maximum number of tokens allowed (${length.most}).`,
    isSaid: (message) => /input token count.{0,20} exceeds the maximum number of tokens allowed/.test(message),
  },
  // The dialect tells them in the body alone.
  limitHeaders: () => [],
  read: readError,
  write: (error) => Buffer.from(JSON.stringify(errorBody(error))),
  event: (error) => Buffer.from(`data: ${JSON.stringify(errorBody(error))}\r\n\r\n`),
}
