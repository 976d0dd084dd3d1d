import { isObject, parseLenient } from '#protocols/json/json.ts'
import { CredentialsRefused } from '#providers/provider.ts'
import type { Channel } from '../domain/channels/channel.ts'
import type { ClientResponse } from '../lib/inbound/plain-response.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'
import { answerStream } from './answer-stream.ts'
import { answerWhole } from './answer-whole.ts'
import type { AttemptParts, Note } from './attempt-parts.ts'
import type { Ending } from './delivery.ts'
import { chargeDeparture, headBeforeDeparture, stopsWhenLeft } from './departure.ts'
import {
  AttemptFailure,
  blamesChannel,
  ClientGone,
  failedAnswer,
  faultOf,
  isRefused,
  keyBench,
  refusedCredentials,
  restReason,
} from './failure.ts'
import { isWords } from './media-type.ts'
import { readProblem } from './read-problem.ts'
import { sendOverWebSocket } from './realtime/send-websocket.ts'
import { RunningAttempt, type RunningParts } from './running-attempt.ts'
import { send, type UpstreamAnswer } from './send.ts'
import { sendAndAsk } from './send-and-ask.ts'
import { keepResponse } from './stored/keep-response.ts'
import { streamType } from './stream-type.ts'
import { limitsOfUpstream } from './told-limits.ts'
import { translate } from './translate.ts'
import type { UpstreamRequest } from './upstream-request.ts'

/**
 * One try at one channel with one of its keys, from its request to the last byte. Throws an `AttemptFailure` if nothing was sent yet, and a
 * `ProtocolError` if the channel's dialect cannot say what the client asked for: then it was not tried at all.
 */
export const attempt = async (parts: AttemptParts, channel: Channel, key: string): Promise<void> => {
  const { domain, outbound, caller, call, response, trace } = parts
  const { model } = call.outline
  if (response.destroyed) throw new ClientGone()
  const begunAt = domain.clock.monotonic()
  const note: Note = (status, error) => {
    const ms = domain.clock.monotonic() - begunAt
    trace.attempts.push({
      channel: channel.id,
      status,
      ms: Math.round(ms),
      ...(error === undefined ? {} : { error }),
    })
  }
  domain.health.begin(channel.id, model)
  let running: RunningAttempt | undefined
  try {
    const translated = translate(parts, channel, key)
    const request = keepResponse(parts, translated instanceof Promise ? await translated : translated, key)
    trace.changed = request.changed
    running = new RunningAttempt(parts, request)
    domain.runningCalls.begin(running)
    const answer = sendRequest(outbound, request, response)
    call.forgetBody()
    const trying = { ...parts, running }
    if (!stopsWhenLeft(call, request)) await answer.head
    else if (!(await headBeforeDeparture(trying, request, answer))) {
      return await chargeDeparture(trying, request, answer, note, domain.clock.monotonic() - begunAt)
    }
    trace.limits = limitsOfUpstream(domain, caller, call, channel, answer) ?? trace.limits
    if (answer.status < 200 || answer.status >= 300) throw await readProblem(request, answer, domain.clock)
    const latencyMs = domain.clock.monotonic() - begunAt
    const ending = await answerWith(trying, request, answer, note)
    if (ending === 'upstream_error') {
      domain.health.failed(channel.id, model, { reason: 'broke_off' })
      domain.figures.failed(channel.id, model, caller.group)
    } else {
      domain.health.succeeded(channel.id, model, latencyMs)
      domain.figures.succeeded(channel.id, model, caller.group, latencyMs)
    }
  } catch (error) {
    const failure = error instanceof CredentialsRefused ? refusedCredentials(error) : error
    if (failure instanceof AttemptFailure) {
      note(failure.status, failure.reason)
      trace.mark('upstream')
      learn(parts, channel, key, failure)
    } else domain.health.abandoned(channel.id, model)
    throw failure
  } finally {
    if (running !== undefined) domain.runningCalls.end(running)
  }
}

/** What a failure says of the channel, or of one of its keys. */
export const learn = (
  { domain, caller, call }: Pick<AttemptParts, 'domain' | 'caller' | 'call'>,
  channel: Channel,
  key: string,
  failure: AttemptFailure,
): void => {
  const { health, keys, figures, watch } = domain
  if (failure.problem !== undefined) watch.note(faultOf(failure, failure.problem, { channel, key, call }))
  if (blamesChannel(failure)) figures.failed(channel.id, call.outline.model, caller.group)
  const bench = channel.keys.length > 1 ? keyBench(failure) : undefined
  if (bench !== undefined) {
    keys.bench(channel, key, bench)
    health.abandoned(channel.id, call.outline.model)
  } else if (blamesChannel(failure)) {
    const { retryAfterSeconds, status } = failure
    const refused = isRefused(failure)
    const isLimit = status === 429 && !refused
    health.failed(channel.id, call.outline.model, {
      retryAfterSeconds,
      isLimit,
      isRefused: refused,
      reason: restReason(failure),
    })
  } else health.abandoned(channel.id, call.outline.model)
}

/** What the upstream sent decides how it is read; what the client asked for, how it is told. */
const answerWith = (
  parts: RunningParts,
  request: UpstreamRequest,
  answer: UpstreamAnswer,
  note: Note,
): Promise<Ending> => {
  const { call } = parts
  const { exchange, route } = request
  const streamed =
    answer.contentType.startsWith('text/event-stream') || (request.streams && route.unframe !== undefined)
  if (streamed) {
    const whole = call.outline.stream ? undefined : exchange.wholeOfStream
    if (whole !== undefined) return answerWhole(parts, request, answer, note, whole)
    return answerStream(parts, request, answer, note)
  }
  if (call.protocol.answers === 'anything') {
    const isFramed = route.unframedType !== undefined && answer.contentType.startsWith('application/json')
    return isWords(answer.contentType) && !isFramed
      ? refuseWords(request, answer)
      : answerStream(parts, request, answer, note)
  }
  const stream = call.outline.stream ? exchange.streamOfWhole : undefined
  return answerWhole(
    parts,
    request,
    answer,
    note,
    stream ?? exchange.whole,
    stream === undefined ? undefined : streamType(call),
  )
}

/** An error, or a page of somebody on the way, where a sound was to be. */
const refuseWords = async ({ exchange, channel }: UpstreamRequest, answer: UpstreamAnswer): Promise<never> => {
  const bytes = await answer.read()
  if (!isObject(parseLenient(bytes.toString('utf8')))) {
    throw new AttemptFailure({ origin: 'upstream', status: 502, reason: 'malformed' })
  }
  throw failedAnswer(exchange.problem(500, bytes), channel)
}

/** Sends a request in the way that its upstream is asked. `line`: to the client, who may leave before there is an answer. */
const sendRequest = (
  outbound: Outbound,
  request: UpstreamRequest,
  line: Pick<ClientResponse, 'destroyed' | 'once' | 'off'>,
): UpstreamAnswer => {
  const { webSocket, later } = request.route
  if (webSocket !== undefined) return sendOverWebSocket(outbound, request)
  return later === undefined ? send(outbound, request) : sendAndAsk(outbound, request, later, line)
}
