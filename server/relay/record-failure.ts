import type { ErrorValues } from '#contract/error-reasons.ts'
import { isErrorCode } from '#contract/errors.ts'
import { readLanguage } from '#contract/languages.ts'
import type { FailedReason } from '#contract/logs.ts'
import type { Protocol } from '#protocols/protocol.ts'
import type { Domain } from '../domain/domain.ts'
import type { FailedCall } from '../domain/failed-calls/failed-call.ts'
import type { ClientRequest } from '../lib/inbound/plain-request.ts'
import { pathOf } from './call.ts'
import { protocolOfPath } from './misplaced-paths.ts'
import { clientErrorOf, type Refusal } from './refuse.ts'
import type { Trace } from './trace.ts'

type Parts = {
  domain: Pick<Domain, 'log' | 'options' | 'failedCalls'>
  addressOf: (request: ClientRequest) => string
}

/** What a call that came to nothing is told, in its dialect; it leaves a row where its user and administrators see it. */
export const tellFailure = (
  { domain, addressOf }: Parts,
  request: ClientRequest,
  trace: Trace,
  error: unknown,
): { protocol: Protocol; told: Refusal } => {
  const language = readLanguage(request.headers['accept-language'])
  const protocol = protocolOfPath(pathOf(request), request.headers)
  const told = clientErrorOf(error, { requestId: trace.requestId, language, protocol }, domain)
  // What nobody's key asks for is looked at only for its key.
  if (trace.asker !== undefined || told.kind === 'key_unknown') recordFailure(domain, trace, told, addressOf(request))
  return { protocol, told }
}

/** Whatever goes wrong with it, the client is told what became of the call. */
export const recordFailure = (
  { failedCalls, log }: Pick<Domain, 'failedCalls' | 'log'>,
  trace: Trace,
  told: Refusal,
  address: string,
): void => {
  try {
    failedCalls.note(failedCallOf(trace, told, address))
  } catch (error) {
    log.error('a failed call could not be noted', { requestId: trace.requestId, error })
  }
}

const failedCallOf = (trace: Trace, told: Refusal, address: string): FailedCall => {
  const { requestId, asker, model, isStream, attempts, candidates, skipped } = trace
  return {
    requestId,
    asker,
    address,
    model: cut(model),
    isStream,
    elapsedMs: trace.elapsedMs(),
    reason: reasonOf(told, requestId),
    trace: attempts.length + skipped.length === 0 ? {} : { attempts, candidates, skipped },
  }
}

/** A sentence of ours is kept as its code and values, so that everybody reads it in his language. */
const reasonOf = (told: Refusal, requestId: string): FailedReason => {
  const { kind, status, code, values } = told
  if (values !== undefined && code !== null && isErrorCode(code))
    return { kind, status, code, values: cutValues(values) }
  return { kind, status, words: cut(told.message.replace(` (request id: ${requestId})`, '')) }
}

/** Clients and upstreams may write as much as they like. */
const longestText = 500

const cut = (text: string): string => (text.length <= longestText ? text : `${text.slice(0, longestText)}…`)

const cutValues = (values: ErrorValues): ErrorValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? cut(value) : value]),
  )
