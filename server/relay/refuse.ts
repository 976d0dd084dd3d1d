import type { Duplex } from 'node:stream'
import { ApplicationError, type ErrorCode, errorMessage } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import { type ClientError, ProtocolError } from '#protocols/failure.ts'
import type { Protocol } from '#protocols/protocol.ts'
import type { Domain } from '../domain/domain.ts'
import { type BodyRefusal, BodyRefused } from '../lib/inbound/body-refused.ts'
import { answerUpgrade } from '../lib/inbound/http-server.ts'
import type { ClientResponse } from '../lib/inbound/plain-response.ts'
import { AttemptFailure } from './failure.ts'
import { missing, UnknownThing } from './named-things.ts'
import { type Trace, traceHeaders } from './trace.ts'

/** Turns whatever was thrown into what the client may see of it. */
export const clientErrorOf = (
  error: unknown,
  requestId: string,
  language: Language,
  { options, log }: Pick<Domain, 'log' | 'options'>,
): ClientError => {
  const known = recognise(error)
  if (known instanceof AttemptFailure) {
    const told = failureForClient(known, requestId, language)
    return options.get('global.hide_upstream_error_enabled') ? withoutWords(told, requestId, language) : told
  }
  if (known.code === 'internal') log.error('a call failed inside the gateway', { requestId, error })
  const message = errorMessage(known.code, language, known.values)
  const { retryAfterSeconds } = known
  return {
    status: known.status,
    code: known.code,
    message: withId(message, requestId),
    problem: undefined,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  }
}

/** Answers with an error in the client's own dialect. */
export const refuse = (response: ClientResponse, protocol: Protocol, error: ClientError, trace: Trace): void => {
  if (response.destroyed) return
  const body = protocol.error.write(error)
  const wait = error.retryAfterSeconds === undefined ? [] : ['retry-after', String(error.retryAfterSeconds)]
  const head = ['content-type', 'application/json', 'content-length', String(body.length)]
  const close = error.code === 'shutting_down' ? ['connection', 'close'] : []
  response.writeHead(error.status, [...head, ...wait, ...close, ...traceHeaders(trace)])
  response.end(body)
}

/** The same on a connection that was to become something else, and is closed. */
export const refuseUpgrade = (socket: Duplex, protocol: Protocol, error: ClientError, trace: Trace): void => {
  const wait = error.retryAfterSeconds === undefined ? [] : ['retry-after', String(error.retryAfterSeconds)]
  answerUpgrade(socket, error.status, protocol.error.write(error).toString('utf8'), [...wait, ...traceHeaders(trace)])
}

const recognise = (error: unknown): ApplicationError | AttemptFailure => {
  if (error instanceof ApplicationError || error instanceof AttemptFailure) return error
  if (error instanceof UnknownThing) return missing(error.thing)
  if (error instanceof ProtocolError) return new ApplicationError('request_invalid', { reason: error.message }, error)
  if (error instanceof BodyRefused) return refusedBody(error)
  return new ApplicationError('internal', {}, error)
}

const codeOfBody: Readonly<Record<BodyRefusal, ErrorCode>> = {
  too_large: 'body_too_large',
  malformed: 'body_malformed',
  encoding_unsupported: 'body_encoding_unsupported',
  too_slow: 'body_too_slow',
  client_gone: 'body_too_slow',
  too_many_of_one: 'bodies_of_user_too_many',
  too_many: 'bodies_too_many',
}

const refusedBody = (error: BodyRefused): ApplicationError => {
  const wait = error.reason === 'too_many' || error.reason === 'too_many_of_one'
  return new ApplicationError(codeOfBody[error.reason], wait ? { seconds: roomAgainSeconds } : {}, error)
}

/** When to ask again who found no room for his body. */
const roomAgainSeconds = 2

const codeOfReason: Readonly<Record<string, ErrorCode>> = {
  timeout: 'upstream_timeout',
  malformed: 'upstream_malformed',
  too_large: 'upstream_malformed',
  cut_short: 'upstream_broke_off',
}

const failureForClient = (failure: AttemptFailure, requestId: string, language: Language): ClientError => {
  if (failure.problem === undefined) {
    const code = codeOfReason[failure.reason] ?? 'upstream_unreachable'
    const message = errorMessage(code, language)
    return { status: failure.status, code, message: withId(message, requestId), problem: undefined }
  }
  // The upstream's own words about its limits tell more about the operator's account than a client needs.
  const message = failure.status === 429 ? errorMessage('upstream_saturated', language) : failure.problem.message
  return {
    status: failure.clientStatus,
    code: 'upstream_error',
    message: withId(message, requestId),
    problem: failure.problem,
    ...(failure.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: failure.retryAfterSeconds }),
  }
}

/** The operator wants nobody to read an upstream's own words; of its limits they are never told. */
const withoutWords = (told: ClientError, requestId: string, language: Language): ClientError => {
  if (told.problem === undefined) return told
  const { status } = told
  const message =
    status === 429 ? told.message : withId(errorMessage('upstream_hidden', language, { status }), requestId)
  return { ...told, message, problem: undefined }
}

const withId = (message: string, requestId: string) => `${message} (request id: ${requestId})`
