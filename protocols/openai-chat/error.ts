import { isObject, objectAt, parseLenient, textAt } from '../json.ts'
import type { ClientError, UpstreamProblem } from '../protocol.ts'

/** Reads any error body, however broken: reading it must not fail. */
export const readError = (status: number, bytes: Buffer): UpstreamProblem => {
  const body = parseLenient(bytes.toString('utf8'))
  const error = objectAt(body, 'error')
  const message =
    textAt(error, 'message') ??
    textAt(body, 'message') ??
    textAt(body, 'msg') ??
    textAt(body, 'err') ??
    textAt(body, 'error_msg') ??
    textAt(body, 'error') ??
    textAt(body, 'detail') ??
    textAt(objectAt(body, 'header'), 'message') ??
    textAt(objectAt(objectAt(body, 'response'), 'error'), 'message')
  if (message === undefined) {
    return {
      message: `bad response status code ${status}`,
      type: 'upstream_error',
      code: 'bad_response_status_code',
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

export const writeError = (error: ClientError): Buffer => Buffer.from(JSON.stringify(errorBody(error)))

export const writeErrorEvent = (error: ClientError): Buffer =>
  Buffer.from(`data: ${JSON.stringify(errorBody(error))}\n\n`)

const errorBody = ({ status, code, message, problem }: ClientError) => ({
  error: {
    message,
    type: problem?.type ?? typeOfStatus(status, code),
    param: problem?.parameter ?? null,
    code: problem === undefined ? code : (problem.code ?? null),
  },
})

const typeOfStatus = (status: number, code: string): string => {
  if (code.includes('quota')) return 'insufficient_quota'
  switch (status) {
    case 400:
    case 404:
    case 413:
      return 'invalid_request_error'
    case 401:
      return 'authentication_error'
    case 403:
      return 'permission_error'
    case 429:
      return 'rate_limit_error'
    default:
      return 'server_error'
  }
}
