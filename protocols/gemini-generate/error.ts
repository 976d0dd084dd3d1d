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

export const writeError = (error: ClientError): Buffer => Buffer.from(JSON.stringify(errorBody(error)))

export const writeErrorEvent = (error: ClientError): Buffer =>
  Buffer.from(`data: ${JSON.stringify(errorBody(error))}\r\n\r\n`)

/** A problem as it is told inside a stream; clients take only figures from 400 on for an error. */
export const writeProblem = (problem: UpstreamProblem): JsonObject => {
  const { code, message } = problem
  const status = typeof code === 'number' && code >= 400 && code < 600 ? code : 502
  return errorBody({ status, code: 'upstream_error', message, problem })
}

const errorBody = ({ status, code, message, problem, retryAfterSeconds }: ClientError): JsonObject => {
  const reason = problem === undefined ? code : problem.code
  const details: JsonObject[] = []
  if (typeof reason === 'string') {
    details.push({ '@type': `${types}ErrorInfo`, reason: reason.toUpperCase(), domain: 'sluice' })
  }
  if (retryAfterSeconds !== undefined)
    details.push({ '@type': `${types}RetryInfo`, retryDelay: `${retryAfterSeconds}s` })
  return {
    error: {
      code: status,
      message,
      status: knownStatus(problem?.type) ?? statusName(status),
      ...(details.length === 0 ? {} : { details }),
    },
  }
}

const types = 'type.googleapis.com/google.rpc.'

const names: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  408: 'DEADLINE_EXCEEDED',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  499: 'CANCELLED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
}

const known = new Set([...Object.values(names), 'FAILED_PRECONDITION', 'OUT_OF_RANGE', 'ALREADY_EXISTS', 'DATA_LOSS'])

const knownStatus = (type: string | undefined): string | undefined =>
  type !== undefined && known.has(type) ? type : undefined

const statusName = (status: number): string =>
  names[status] ?? (status >= 500 ? 'INTERNAL' : status === 402 ? 'RESOURCE_EXHAUSTED' : 'INVALID_ARGUMENT')
