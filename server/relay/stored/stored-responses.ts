import { ApplicationError } from '#contract/errors.ts'
import type { StreamTap } from '#protocols/protocol.ts'
import { EventSplitter } from '#protocols/sse.ts'
import { providerOf } from '#providers/index.ts'
import { keyAt } from '../../domain/channels/channel-pool.ts'
import type { Domain } from '../../domain/domain.ts'
import { backgroundAnswers } from '../../domain/tasks/owed-answer.ts'
import type { ClientRequest } from '../../lib/inbound/plain-request.ts'
import type { ClientResponse } from '../../lib/inbound/plain-response.ts'
import type { Outbound } from '../../lib/outbound/outbound.ts'
import { withCleanAnswer } from '../answer-words.ts'
import type { Caller } from '../authenticate.ts'
import { bodylessCall } from '../call.ts'
import { deliverStream } from '../deliver.ts'
import type { RelayEndpoint } from '../endpoints.ts'
import { AttemptFailure } from '../failure.ts'
import { forward, readWhole } from '../forward.ts'
import { harmlessType } from '../media-type.ts'
import { answerRemembered } from '../memory/answer-remembered.ts'
import { ownError } from '../refuse.ts'
import { bytesOf, sendJson } from '../send-json.ts'
import { withCleanWords } from '../stream-words.ts'
import { type Trace, traceHeaders } from '../trace.ts'
import { wayTo } from '../translate.ts'
import { payFor, payForOne } from './pay-later.ts'

export type StoredParts = {
  domain: Pick<
    Domain,
    | 'clock'
    | 'log'
    | 'options'
    | 'limits'
    | 'pool'
    | 'prices'
    | 'responseMemory'
    | 'storedResponses'
    | 'tasks'
    | 'squareTask'
    | 'tokenCounter'
  >
  outbound: Outbound
  caller: Caller
  endpoint: RelayEndpoint
  request: ClientRequest
  response: ClientResponse
  trace: Trace
}

/** Reads, cancels or deletes an answer by its id: one that is kept here, or on the channel that made it. Nothing is charged for it. */
export const answerStored = async (parts: StoredParts): Promise<void> => {
  const { domain, outbound, caller, endpoint, request, response, trace } = parts
  const id = endpoint.parameter
  const remembered = await answerRemembered(domain, parts)
  if (remembered !== undefined) return sendJson(response, bytesOf(remembered), trace)
  const found = await domain.storedResponses.find(caller.userId, id)
  if (found === undefined) throw new ApplicationError('response_missing', { id })
  const channel = domain.pool.find(found.channelId)
  if (channel === undefined || !channel.enabled || !providerOf(channel.type).operations.has(endpoint.operation)) {
    throw new ApplicationError('response_channel_gone', { id })
  }
  const call = bodylessCall(endpoint, request, '')
  const owing = await domain.tasks.find({ userId: caller.userId, platform: backgroundAnswers }, id)
  if (owing !== undefined && (call.method === 'DELETE' || call.outline.stream)) {
    const isPaid = await payForOne({ domain, outbound }, owing)
    // It would be thrown away before anybody knew what it cost.
    if (!isPaid && call.method === 'DELETE') throw new ApplicationError('response_running', { id })
  }
  const way = wayTo(domain, call, channel, keyAt(channel, found.keyPlace))
  trace.mark('route')
  const { answer } = await forward({ domain, outbound, call }, way, noBytes)
  if (answer.contentType.startsWith('text/event-stream')) {
    const delivery = await deliverStream({
      response,
      answer,
      tap: withCleanWords(unmetered(), channel),
      contentType: harmlessType(answer.contentType),
      failureOf: () => new AttemptFailure({ origin: 'upstream', status: 502, reason: 'malformed' }),
      pingMs: undefined,
      covers: () => true,
      now: () => trace.elapsedMs(),
      headers: () => traceHeaders(trace),
    })
    const { protocol } = call
    const who = { requestId: trace.requestId, language: 'en', protocol } as const
    const broken = ownError(new ApplicationError('upstream_broke_off'), who)
    delivery.finish(delivery.ending === 'complete' ? undefined : protocol.error.event(broken), {})
    return
  }
  const bytes = withCleanAnswer(await readWhole(answer), channel)
  if (call.method === 'DELETE') await domain.storedResponses.forget(caller.userId, id)
  trace.mark('upstream')
  if (owing !== undefined && bytes.includes(id)) await payFor(domain, owing, way, call, bytes)
  trace.mark('settle')
  const type = harmlessType(answer.contentType || 'application/json')
  const head = ['content-type', type, 'content-length', String(bytes.length)]
  response.writeHead(answer.status, [...head, ...traceHeaders(trace)])
  response.end(bytes)
}

const noBytes = Buffer.alloc(0)

/** What was paid for when it was made passes as it comes. */
const unmetered = (): StreamTap => {
  const splitter = new EventSplitter()
  return {
    push: (chunk) => splitter.push(chunk),
    end: () => splitter.end(),
    usage: () => undefined,
    textBytes: () => 0,
    finished: () => true,
    failed: () => false,
  }
}
