import type { Duplex } from 'node:stream'
import type { ErrorValues } from '#contract/error-reasons.ts'
import { ApplicationError, type ErrorCode, errorMessage } from '#contract/errors.ts'
import type { ServerLanguage } from '#contract/languages.ts'
import { type ClientError, ProtocolError, type UpstreamProblem } from '#protocols/failure.ts'
import { type FailureKind, isAskedAgain, kindOfStatus, mayAskAgain, plainCode } from '#protocols/failure-kinds.ts'
import type { Protocol } from '#protocols/protocol.ts'
import type { UpstreamRefusal } from '#protocols/upstream-refusal.ts'
import type { Domain } from '../domain/domain.ts'
import { type BodyRefusal, BodyRefused } from '../lib/body-refused.ts'
import { answerUpgrade } from '../lib/inbound/http-server.ts'
import type { ClientResponse } from '../lib/inbound/plain-response.ts'
import { kindOfCode } from './error-kinds.ts'
import { AttemptFailure } from './failure.ts'
import { missing, UnknownThing } from './named-things.ts'
import { type Trace, traceHeaders } from './trace.ts'

/** What a client is told. With values it is a sentence of ours, by its code: it can be told in another language too. */
export type Refusal = ClientError & { values?: ErrorValues }

type Told = { requestId: string; language: ServerLanguage; protocol: Protocol }

/** Turns whatever was thrown into what the client may see of it, in the words of its dialect. */
export const clientErrorOf = (
  error: unknown,
  told: Told,
  { options, log }: Pick<Domain, 'log' | 'options'>,
): Refusal => {
  const known = recognise(error)
  if (known instanceof AttemptFailure) {
    return failureForClient(known, told, options.get('global.hide_upstream_error_enabled'))
  }
  if (known.code === 'internal') log.error('a call failed inside the gateway', { requestId: told.requestId, error })
  return ownError(known, told)
}

/** A refusal of our own. */
export const ownError = (error: ApplicationError, { language, protocol, requestId }: Told): Refusal => {
  const { code, values } = error
  const kind = kindOfCode(code)
  const { count, minutes, tokens, most } = values
  const isLength = kind === 'context_too_long' && typeof tokens === 'number' && typeof most === 'number'
  const isCount = kind === 'limited' && typeof count === 'number' && typeof minutes === 'number'
  const message = isLength ? protocol.error.tooLong.say({ tokens, most }) : errorMessage(code, language, values)
  const retryAfterSeconds = error.retryAfterSeconds ?? usualWaits[kind]
  return {
    kind,
    status: protocol.error.words[kind].status,
    code,
    values,
    message: withId(message, requestId),
    parameter: parameterOf(error),
    retryAfterSeconds,
    limit: isCount ? { most: count, left: 0, resetSeconds: retryAfterSeconds ?? 60 * minutes } : undefined,
    requestId,
  }
}

/** The member at fault, where it is one: what is wrong with the whole, or with a header, has none. */
const parameterOf = ({ cause }: ApplicationError): string | undefined =>
  cause instanceof ProtocolError && isMember.test(cause.field) && !notMembers.has(cause.field) ? cause.field : undefined

const isMember = /^[a-z]\w*(?:[.[].*)?$/i
const notMembers = new Set(['answer', 'batch', 'body', 'request', 'url'])

/** When to ask again whom nobody told. */
const usualWaits: Readonly<Partial<Record<FailureKind, number>>> = { limited: 5, unavailable: 5, overloaded: 5 }

/** Answers with an error in the client's own dialect. */
export const refuse = (response: ClientResponse, protocol: Protocol, error: Refusal, trace: Trace): void => {
  if (response.destroyed) return
  const body = protocol.error.write(error)
  const head = ['content-type', 'application/json', 'content-length', String(body.length)]
  const close = error.code === 'shutting_down' ? ['connection', 'close'] : []
  response.writeHead(error.status, [...head, ...errorHeaders(protocol, error, trace), ...close, ...traceHeaders(trace)])
  response.end(body)
}

/** The same on a connection that was to become something else, and is closed. */
export const refuseUpgrade = (socket: Duplex, protocol: Protocol, error: Refusal, trace: Trace): void => {
  const headers = [...errorHeaders(protocol, error, trace), ...traceHeaders(trace)]
  answerUpgrade(socket, error.status, protocol.error.write(error).toString('utf8'), headers)
}

/** What programs read before the body: when to ask again, and whether at all where their own rule says otherwise. */
const errorHeaders = (protocol: Protocol, error: Refusal, trace: Trace): string[] => {
  const { kind, limit, retryAfterSeconds, status, values } = error
  const wait = retryAfterSeconds === undefined ? [] : ['retry-after', String(retryAfterSeconds)]
  const again = isAskedAgain(status) && !mayAskAgain(kind, retryAfterSeconds) ? ['x-should-retry', 'false'] : []
  const limits = limit === undefined ? [] : protocol.error.limitHeaders({ requests: limit }, trace.now())
  const allow = kind === 'method_unknown' && values?.allowed !== undefined ? ['allow', String(values.allowed)] : []
  return [...wait, ...again, ...limits, ...allow]
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
  const values = wait ? { seconds: roomAgainSeconds } : error.reason === 'malformed' ? { reason: 'body_packed' } : {}
  return new ApplicationError(codeOfBody[error.reason], values, error)
}

/** When to ask again who found no room for his body. */
const roomAgainSeconds = 2

const codeOfReason: Readonly<Record<string, ErrorCode>> = {
  timeout: 'upstream_timeout',
  malformed: 'upstream_malformed',
  too_large: 'upstream_malformed',
  cut_short: 'upstream_broke_off',
}

const failureForClient = (failure: AttemptFailure, told: Told, isHidden: boolean): Refusal => {
  const { clientStatus, problem, refusal, status } = failure
  if (problem === undefined || refusal === undefined) {
    return ownError(new ApplicationError(codeOfReason[failure.reason] ?? 'upstream_unreachable'), told)
  }
  const error = refusedByUpstream(problem, refusal, failure, told, isHidden)
  // The operator may want clients to read another status than what it was.
  if (clientStatus === status) return error
  return { ...error, kind: kindOfStatus(clientStatus), status: clientStatus }
}

const refusedByUpstream = (
  problem: UpstreamProblem,
  refusal: UpstreamRefusal,
  { retryAfterSeconds, status }: AttemptFailure,
  told: Told,
  isHidden: boolean,
): Refusal => {
  const { language, protocol, requestId } = told
  if (refusal.about === 'account') return ownError(new ApplicationError('upstream_account_refused'), told)
  if (refusal.about === 'length') {
    const { isSaid, say } = protocol.error.tooLong
    const message = !isHidden && isSaid(problem.message) ? problem.message : say(refusal.length)
    const { status } = protocol.error.words.context_too_long
    return { kind: 'context_too_long', status, code: 'prompt_too_long', message: withId(message, requestId), requestId }
  }
  const { kind } = refusal
  if (kind === 'limited') {
    // The upstream's own words about its limits tell more about the operator's account than a client needs.
    const wait = retryAfterSeconds === undefined ? {} : { seconds: retryAfterSeconds }
    return ownError(new ApplicationError('upstream_saturated', wait), told)
  }
  if (kind === 'model_unknown') return ownError(new ApplicationError('upstream_model_unknown'), told)
  const message = isHidden ? errorMessage('upstream_hidden', language, { status }) : problem.message
  return {
    kind,
    status: protocol.error.words[kind].status,
    code: isHidden ? 'upstream_hidden' : plainCode(problem.code),
    ...(isHidden ? { values: { status } } : {}),
    message: withId(message, requestId),
    parameter: isHidden ? undefined : problem.parameter,
    retryAfterSeconds: retryAfterSeconds ?? usualWaits[kind],
    requestId,
  }
}

const withId = (message: string, requestId: string) => `${message} (request id: ${requestId})`
