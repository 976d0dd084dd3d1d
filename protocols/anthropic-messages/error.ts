import type { ErrorDialect } from '../error-dialect.ts'
import type { ClientError, UpstreamProblem } from '../failure.ts'
import { isObject, objectAt, parseLenient, textAt } from '../json/json.ts'

/** Reads any error body, however broken: reading it must not fail. */
export const readError = (status: number, bytes: Buffer): UpstreamProblem => {
  const parsed = parseLenient(bytes.toString('utf8'))
  // Google's cloud wraps its own errors in a list.
  const body: unknown = Array.isArray(parsed) ? parsed[0] : parsed
  const error = objectAt(body, 'error')
  const message =
    textAt(error, 'message') ??
    textAt(body, 'message') ??
    textAt(body, 'Message') ??
    textAt(body, 'error') ??
    textAt(body, 'detail') ??
    textAt(body, 'msg')
  if (message === undefined) {
    return {
      message: `bad response status code ${status}`,
      type: 'upstream_error',
      code: 'bad_response_status_code',
      parameter: String(status),
    }
  }
  const source = error ?? (isObject(body) ? body : {})
  const code = objectAt(source, 'details')?.error_code ?? source.code
  return {
    message,
    type: textAt(source, 'type') ?? textAt(source, '__type') ?? textAt(source, 'status'),
    code: typeof code === 'string' || typeof code === 'number' ? code : undefined,
    parameter: undefined,
  }
}

export const errorEvent = (error: ClientError): string => `event: error\ndata: ${JSON.stringify(errorBody(error))}\n\n`

/** The dialect has no place for a code but the one that the maker's clients call `errorCode`. */
const errorBody = ({ kind, code, message, requestId, status, isLate }: ClientError) => ({
  type: 'error',
  error: {
    type: words[kind].type,
    message,
    ...(code === null ? {} : { details: { error_code: code } }),
    ...(isLate === true ? { status } : {}),
  },
  ...(requestId === undefined ? {} : { request_id: requestId }),
})

const words: ErrorDialect['words'] = {
  key_unknown: { status: 401, type: 'authentication_error' },
  key_spent: { status: 401, type: 'authentication_error' },
  no_credit: { status: 402, type: 'billing_error' },
  forbidden: { status: 403, type: 'permission_error' },
  model_unknown: { status: 404, type: 'not_found_error' },
  not_found: { status: 404, type: 'not_found_error' },
  method_unknown: { status: 405, type: 'invalid_request_error' },
  upgrade_wanted: { status: 426, type: 'invalid_request_error' },
  request_invalid: { status: 400, type: 'invalid_request_error' },
  request_unfit: { status: 422, type: 'invalid_request_error' },
  context_too_long: { status: 400, type: 'invalid_request_error' },
  content_refused: { status: 400, type: 'invalid_request_error' },
  body_too_large: { status: 413, type: 'request_too_large' },
  body_too_slow: { status: 408, type: 'timeout_error' },
  body_unreadable: { status: 415, type: 'invalid_request_error' },
  conflict: { status: 409, type: 'invalid_request_error' },
  limited: { status: 429, type: 'rate_limit_error' },
  unavailable: { status: 503, type: 'overloaded_error' },
  overloaded: { status: 529, type: 'overloaded_error' },
  upstream_failed: { status: 502, type: 'api_error' },
  upstream_slow: { status: 504, type: 'timeout_error' },
  internal: { status: 500, type: 'api_error' },
  unimplemented: { status: 501, type: 'api_error' },
}

export const messagesErrors: ErrorDialect = {
  words,
  tooLong: {
    say: (length) =>
      length === undefined
        ? 'prompt is too long'
        : `prompt is too long: ${length.tokens} tokens > ${length.most} maximum`,
    isSaid: (message) => /prompt is too long: \d|exceed context limit: \d/.test(message),
  },
  limitHeaders: ({ most, left, resetSeconds }, now) => [
    'anthropic-ratelimit-requests-limit',
    String(most),
    'anthropic-ratelimit-requests-remaining',
    String(left),
    'anthropic-ratelimit-requests-reset',
    new Date(now + resetSeconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z'),
  ],
  read: readError,
  write: (error) => Buffer.from(JSON.stringify(errorBody(error))),
  event: (error) => Buffer.from(errorEvent(error)),
}
