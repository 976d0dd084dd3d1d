import { AnswerFailed, type ClientError, ProtocolError, type UpstreamProblem } from '../failure.ts'
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

export const writeError = (error: ClientError): Buffer => Buffer.from(JSON.stringify(errorBody(error)))

/** The closing mark follows: clients that wait for it must not wait on. */
export const writeErrorEvent = (error: ClientError): Buffer =>
  Buffer.from(`data: ${JSON.stringify(errorBody(error))}\n\ndata: [DONE]\n\n`)

export const errorBody = ({ status, code, message, problem }: ClientError) => ({
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
