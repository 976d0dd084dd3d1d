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

export const writeError = (error: ClientError): Buffer => Buffer.from(JSON.stringify(errorBody(error)))

export const writeErrorEvent = (error: ClientError): Buffer =>
  Buffer.from(`event: error\ndata: ${JSON.stringify(errorBody(error))}\n\n`)

const errorBody = ({ status, code, message, problem }: ClientError) => ({
  type: 'error',
  error: { type: ownType(problem?.type) ?? typeOfStatus(status, code), message },
})

const ownTypes: readonly string[] = [
  'invalid_request_error',
  'authentication_error',
  'billing_error',
  'permission_error',
  'not_found_error',
  'request_too_large',
  'rate_limit_error',
  'timeout_error',
  'api_error',
  'overloaded_error',
]

const ownType = (type: string | undefined): string | undefined =>
  type !== undefined && ownTypes.includes(type) ? type : undefined

const typeOfStatus = (status: number, code: string): string => {
  if (code.includes('quota')) return 'billing_error'
  switch (status) {
    case 401:
      return 'authentication_error'
    case 402:
      return 'billing_error'
    case 403:
      return 'permission_error'
    case 404:
      return 'not_found_error'
    case 408:
    case 504:
      return 'timeout_error'
    case 413:
      return 'request_too_large'
    case 429:
      return 'rate_limit_error'
    case 503:
    case 529:
      return 'overloaded_error'
    default:
      return status < 500 ? 'invalid_request_error' : 'api_error'
  }
}
