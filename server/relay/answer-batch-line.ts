import { ApplicationError } from '#contract/errors.ts'
import type { FailureKind } from '#protocols/failure-kinds.ts'
import { protocolOf } from '#protocols/index.ts'
import { parseLenient } from '#protocols/json/json.ts'
import type { Domain } from '../domain/domain.ts'
import { AnswerInMemory } from './answer-in-memory.ts'
import { batchCaller, type Caller } from './authenticate.ts'
import { type Call, callOfLine } from './call.ts'
import { findEndpoint } from './find-endpoint.ts'
import { recordFailure } from './record-failure.ts'
import { clientErrorOf, refuse } from './refuse.ts'
import { Trace } from './trace.ts'

export type BatchLine = {
  /** The same however often it is begun: it is charged once. */
  requestId: string
  tokenId: number
  path: string
  body: Buffer
}

/** `again` where the same call may go well later: so many seconds, 0 where nobody says. */
export type LineAnswer = { status: number; body: unknown; again: number | undefined }

export type AnswerBatchLine = (line: BatchLine) => Promise<LineAnswer>

type Answer = (caller: Caller, call: Call, response: AnswerInMemory, trace: Trace) => void | Promise<void>

/** Answers one call of a batch, in the name of the key that handed it in, and keeps what a client would have read. */
export const answerBatchLine = async (
  domain: Pick<Domain, 'clock' | 'options' | 'identities' | 'pool' | 'log' | 'failedCalls'>,
  { requestId, tokenId, path, body }: BatchLine,
  answer: Answer,
): Promise<LineAnswer> => {
  const endpoint = findEndpoint('POST', path, {})
  if (endpoint === undefined || endpoint === 'wrong_method') throw new TypeError('a batch is of calls with a path')
  const protocol = protocolOf(endpoint.protocol)
  const trace = new Trace(domain.clock, requestId)
  trace.protocol = protocol
  const response = new AnswerInMemory()
  let again: number | undefined
  try {
    const caller = await batchCaller(domain, tokenId)
    const call = callOfLine(endpoint, body)
    trace.asks(caller, call.outline)
    if (call.body().background === true) throw new ApplicationError('request_invalid', { reason: 'background' })
    await answer(caller, call, response, trace)
    if (response.status === 502) again = 0
  } catch (error) {
    const told = clientErrorOf(error, { requestId, language: 'en', protocol }, domain)
    if (isForLater(told.kind)) again = told.retryAfterSeconds ?? 0
    else if (trace.asker !== undefined) recordFailure(domain, trace, told, '')
    refuse(response, protocol, told, trace)
  }
  return { status: response.status, body: parseLenient(response.body.toString('utf8')), again }
}

/** Who refuses it for now refuses others as well; what an upstream fails in is the call's own. */
const isForLater = (kind: FailureKind): boolean => kind === 'limited' || kind === 'unavailable' || kind === 'overloaded'
