import type { ErrorDialect } from '../error-dialect.ts'
import { AnswerFailed, type ClientError, ProtocolError, type UpstreamProblem } from '../failure.ts'
import { plainCode } from '../failure-kinds.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '../json/json.ts'

/** Reads any error body, however broken: reading it must not fail. */
export const readError = (status: number, bytes: Buffer): UpstreamProblem =>
  readProblem(parseLenient(bytes.toString('utf8')), status)

/** What is wrong with a body that came as a success and holds no answer. */
export const failedAnswer = (bytes: Buffer): ProtocolError => {
  const problem = readError(200, bytes)
  const isTold = problem.code !== untold
  return isTold ? new AnswerFailed(problem) : new ProtocolError('answer', problem.message)
}

const untold = 'bad_response_status_code'

/** The same for one that is parsed already, such as an error inside a stream. */
export const readProblem = (parsed: unknown, status: number): UpstreamProblem => {
  const body: unknown = Array.isArray(parsed) ? parsed[0] : parsed
  const error = objectAt(body, 'error')
  const message = messageOf(body, error)
  if (message === undefined) {
    return {
      message: `bad response status code ${status}`,
      type: 'upstream_error',
      code: untold,
      parameter: String(status),
    }
  }
  const source = error ?? (isObject(body) ? body : {})
  const code = source.code
  return {
    message,
    type: textAt(source, 'type'),
    code: typeof code === 'string' || typeof code === 'number' ? code : undefined,
    parameter: textAt(source, 'param'),
  }
}

const messageOf = (body: unknown, error: JsonObject | undefined): string | undefined =>
  textAt(error, 'message') ??
  textAt(body, 'message') ??
  textAt(body, 'msg') ??
  textAt(body, 'err') ??
  textAt(body, 'error_msg') ??
  textAt(body, 'error') ??
  textAt(body, 'detail') ??
  textAt(objectAt(body, 'header'), 'message') ??
  textAt(objectAt(objectAt(body, 'response'), 'error'), 'message') ??
  textAt(objectAt(body, 'base_resp'), 'status_msg') ??
  listedMessage(body, 'detail') ??
  listedMessage(body, 'errors')

/** Checkers of requests list what they found: `[{loc, msg}]` or `[{message}]`. */
const listedMessage = (body: unknown, key: string): string | undefined => {
  const list = isObject(body) ? body[key] : undefined
  const first: unknown = Array.isArray(list) ? list[0] : undefined
  const message = textAt(first, 'msg') ?? textAt(first, 'message')
  const place = isObject(first) && Array.isArray(first.loc) ? first.loc.join('.') : ''
  return message === undefined || place === '' ? message : `${place}: ${message}`
}

/** The closing mark follows: clients that wait for it must not wait on. */
const writeErrorEvent = (error: ClientError): Buffer =>
  Buffer.from(`data: ${JSON.stringify(errorBody(error))}\n\ndata: [DONE]\n\n`)

export const errorBody = ({ kind, code, message, parameter, status, isLate }: ClientError) => ({
  error: {
    message,
    type: words[kind].type,
    param: parameter ?? null,
    code: words[kind].code ?? plainCode(code),
    ...(isLate === true ? { status } : {}),
  },
})

const words: ErrorDialect['words'] = {
  key_unknown: { status: 401, type: 'authentication_error', code: 'invalid_api_key' },
  key_spent: { status: 401, type: 'authentication_error' },
  no_credit: { status: 403, type: 'insufficient_quota', code: 'insufficient_quota' },
  forbidden: { status: 403, type: 'permission_error' },
  model_unknown: { status: 404, type: 'invalid_request_error', code: 'model_not_found' },
  not_found: { status: 404, type: 'invalid_request_error' },
  method_unknown: { status: 405, type: 'invalid_request_error' },
  upgrade_wanted: { status: 426, type: 'invalid_request_error' },
  request_invalid: { status: 400, type: 'invalid_request_error' },
  request_unfit: { status: 422, type: 'invalid_request_error' },
  context_too_long: { status: 400, type: 'invalid_request_error', code: 'context_length_exceeded' },
  content_refused: { status: 400, type: 'invalid_request_error' },
  body_too_large: { status: 413, type: 'invalid_request_error' },
  body_too_slow: { status: 408, type: 'invalid_request_error' },
  body_unreadable: { status: 415, type: 'invalid_request_error' },
  conflict: { status: 409, type: 'invalid_request_error' },
  limited: { status: 429, type: 'rate_limit_error', code: 'rate_limit_exceeded' },
  unavailable: { status: 503, type: 'server_error' },
  overloaded: { status: 503, type: 'server_error', code: 'server_overloaded' },
  upstream_failed: { status: 502, type: 'server_error' },
  upstream_slow: { status: 504, type: 'server_error' },
  internal: { status: 500, type: 'server_error' },
  unimplemented: { status: 501, type: 'server_error' },
}

export const chatErrors: ErrorDialect = {
  words,
  tooLong: {
    say: (length) =>
      length === undefined
        ? 'Your input exceeds the context window of this model. Please adjust your input and try again.'
        : `This model's maximum context length is ${length.most} tokens. However, your messages resulted in ${length.tokens} tokens. Please reduce the length of the messages.`,
    isSaid: (message) => /maximum context length is \d|exceeds the context window/.test(message),
  },
  limitHeaders: ({ most, left, resetSeconds }) => [
    'x-ratelimit-limit-requests',
    String(most),
    'x-ratelimit-remaining-requests',
    String(left),
    'x-ratelimit-reset-requests',
    `${resetSeconds}s`,
  ],
  read: readError,
  write: (error) => Buffer.from(JSON.stringify(errorBody(error))),
  event: writeErrorEvent,
}
