import type { ServerResponse } from 'node:http'
import { errorMessage } from '#contract/errors.ts'
import { estimateTokensOfBytes } from '#protocols/estimate.ts'
import type { Answer, Exchange } from '#protocols/exchange.ts'
import { AnswerFailed, type StreamTap, type UpstreamProblem } from '#protocols/protocol.ts'
import { eachEvent, eventData } from '#protocols/sse.ts'
import { providerOf } from '#providers/index.ts'
import { CredentialsRefused } from '#providers/provider.ts'
import type { Channel } from '../domain/channel-pool.ts'
import type { Domain } from '../domain/domain.ts'
import type { Outbound } from '../lib/outbound.ts'
import type { Admission } from './admit.ts'
import type { Caller } from './authenticate.ts'
import type { Call } from './call.ts'
import { type Delivery, deliverStream, type StreamedDelivery } from './deliver.ts'
import { AttemptFailure, blamesChannel, failedAnswer, faultOf, keyBench, refusedCredentials } from './failure.ts'
import { withoutProblem } from './hide-problem.ts'
import { send, type UpstreamAnswer } from './send.ts'
import { sendOverWebSocket } from './send-websocket.ts'
import { settle } from './settle.ts'
import { type Trace, traceHeaders } from './trace.ts'
import { translate, type UpstreamRequest } from './translate.ts'

export type AttemptParts = {
  domain: Domain
  outbound: Outbound
  caller: Caller
  call: Call
  admission: Admission
  response: ServerResponse
  trace: Trace
}

/**
 * One try at one channel, from its request to the last byte. Throws an `AttemptFailure` if nothing was sent yet, and a
 * `ProtocolError` if the channel's dialect cannot say what the client asked for: then it was not tried at all.
 */
export const attempt = async (parts: AttemptParts, channel: Channel): Promise<void> => {
  const { domain, outbound, caller, call, trace } = parts
  const { model } = call.outline
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
  const key = caller.pinnedKey ?? domain.keys.next(channel)
  domain.health.begin(channel.id, model)
  try {
    const translated = translate(parts, channel, key)
    const request = translated instanceof Promise ? await translated : translated
    const answer = await (request.route.webSocket === undefined ? send : sendOverWebSocket)(outbound, request)
    if (answer.status < 200 || answer.status >= 300) throw await readProblem(request, answer)
    const latencyMs = domain.clock.monotonic() - begunAt
    const ending = await answerWith(parts, request, answer, note)
    if (ending === 'upstream_error') {
      domain.health.failed(channel.id, model, undefined)
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
  } else if (blamesChannel(failure)) health.failed(channel.id, call.outline.model, failure.retryAfterSeconds)
  else health.abandoned(channel.id, call.outline.model)
}

type Note = (status: number, error?: string) => void
type Ending = Delivery['ending']

/** What the upstream sent decides how it is read; what the client asked for, how it is told. */
const answerWith = (
  parts: AttemptParts,
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
  if (call.protocol.answers === 'anything') return answerStream(parts, request, answer, note)
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

const answerWhole = async (
  parts: AttemptParts,
  request: UpstreamRequest,
  answer: UpstreamAnswer,
  note: Note,
  translateBack: (bytes: Buffer) => Answer,
  contentType?: string,
): Promise<Ending> => {
  const { domain, call, response, trace } = parts
  const received = await answer.read()
  const mayBeText = call.protocol.answers === 'text' && !answer.contentType.startsWith('text/html')
  const { bytes, usage, textBytes } = readAnswer(request, translateBack, unframed(request, received), mayBeText)
  note(answer.status)
  trace.mark('upstream')
  const firstByteMs = contentType === undefined ? undefined : trace.elapsedMs()
  await settle(domain, { ...parts, request }, { usage, textBytes, ending: 'complete', firstByteMs })
  trace.mark('settle')
  const type = contentType ?? (mayBeText ? answer.contentType : 'application/json')
  const head = ['content-type', type, 'content-length', String(bytes.length)]
  response.writeHead(answer.status, [...head, ...traceHeaders(trace)])
  endWith(response, bytes)
  return 'complete'
}

/** A page instead of an answer (a proxy's, a login's) is a broken upstream, whatever its status says. */
const readAnswer = (
  request: UpstreamRequest,
  translateBack: (bytes: Buffer) => Answer,
  received: Buffer,
  mayBeText: boolean,
): Answer => {
  try {
    if (mayBeText) return translateBack(received)
    const first = firstSignificant(received)
    if (
      first === openBrace ||
      first === openBracket ||
      first === dataField ||
      first === eventField ||
      first === colon
    ) {
      return translateBack(received)
    }
  } catch (error) {
    if (error instanceof AnswerFailed) throw failedAnswer(error.problem, request.channel.statusCodeMapping)
    throw new AttemptFailure({ origin: 'upstream', status: 502, reason: 'malformed', cause: error })
  }
  throw new AttemptFailure({ origin: 'upstream', status: 502, reason: 'malformed' })
}

const unframed = ({ route, streams }: UpstreamRequest, received: Buffer): Buffer => {
  if (!streams || route.unframe === undefined) return received
  const unframing = route.unframe()
  const pieces = [unframing.push(received), unframing.end()].filter((piece) => piece !== undefined)
  return Buffer.concat(pieces)
}

const answerStream = async (
  parts: AttemptParts,
  request: UpstreamRequest,
  answer: UpstreamAnswer,
  note: Note,
): Promise<Ending> => {
  const { domain, call, response, trace } = parts
  const delivery = await deliverStream({
    response,
    answer,
    tap: domain.options.get('global.hide_upstream_error_enabled') ? withoutProblem(tapOf(request)) : tapOf(request),
    contentType: call.protocol.answers === 'anything' ? answer.contentType : streamType(call),
    failureOf: (events, problem) => failureOfEvents(request, events, problem),
    pingMs: pingInterval(domain, call),
    covers: createCover(parts),
    now: () => trace.elapsedMs(),
    headers: () => {
      trace.mark('upstream')
      return traceHeaders(trace)
    },
  })
  note(answer.status, delivery.ending === 'complete' ? undefined : delivery.ending)
  trace.mark('upstream')
  await settle(domain, { ...parts, request }, delivery)
  trace.mark('settle')
  delivery.finish(closingOf(parts, delivery), { 'server-timing': trace.serverTiming() })
  return delivery.ending
}

const streamType = (call: Call): string =>
  call.outline.framing === 'array' ? 'application/json' : 'text/event-stream; charset=utf-8'

const pingInterval = ({ options }: Domain, call: Call): number | undefined =>
  options.get('general_setting.ping_interval_enabled') && streamType(call).startsWith('text/event-stream')
    ? options.get('general_setting.ping_interval_seconds') * 1000
    : undefined

/** A stream in a vendor's own frames becomes events first. */
const tapOf = ({ exchange, route }: UpstreamRequest): StreamTap => {
  const tap = exchange.tap()
  if (route.unframe === undefined) return tap
  const unframing = route.unframe()
  return {
    ...tap,
    push: (chunk) => {
      const events = unframing.push(chunk)
      return events === undefined ? undefined : tap.push(events)
    },
    end: () => {
      const left = unframing.end()
      const last = left === undefined ? undefined : tap.push(left)
      const closing = tap.end()
      if (last === undefined || closing === undefined) return last ?? closing
      return Buffer.concat([last, closing])
    },
  }
}

/** A short body goes out in one piece with its head when it is text: that is half the work of writing two buffers. */
const endWith = (response: ServerResponse, bytes: Buffer): void => {
  if (bytes.length > longestInOnePiece) response.end(bytes)
  else response.end(bytes.toString('latin1'), 'latin1')
}

const longestInOnePiece = 16 * 1024

const openBrace = 0x7b
const openBracket = 0x5b
/** Events begin with `data`, `event`, `id` or a comment. */
const dataField = 0x64
const eventField = 0x65
const colon = 0x3a

const firstSignificant = (bytes: Buffer): number | undefined => {
  for (const byte of bytes) {
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte
  }
  return undefined
}

/** Grows the hold as output flows: false once nothing is left to hold. */
const createCover = ({ domain, admission }: AttemptParts) => {
  const { hold, stretch } = admission
  let covered = admission.coveredOutput
  let growing = false
  return (textBytes: number): boolean | Promise<boolean> => {
    if (growing || stretch.amount === 0 || estimateTokensOfBytes(textBytes) <= covered) return true
    covered += stretch.tokens
    const extended = domain.ledger.extend(hold, stretch.amount)
    if (!(extended instanceof Promise)) return extended
    growing = true
    return extended.finally(() => {
      growing = false
    })
  }
}

/** A stream that was cut short says why, in its own dialect; what the client has read already is not said again. */
const closingOf = ({ call, trace }: AttemptParts, delivery: StreamedDelivery): Buffer | undefined => {
  if (delivery.ending === 'complete' || delivery.ending === 'client_gone' || delivery.toldFailure) return undefined
  const late = delivery.failure?.reason === 'timeout'
  const broken = late ? 'upstream_timeout' : 'upstream_broke_off'
  const code = delivery.ending === 'out_of_quota' ? 'stream_out_of_quota' : broken
  const message = `${delivery.problem?.message ?? errorMessage(code, 'en')} (request id: ${trace.requestId})`
  const tell = delivery.tellFailure ?? call.protocol.error.event
  return tell({ status: 502, code, message, problem: delivery.problem })
}

/** An upstream that says 200 and then sends an error in the place of an answer has failed like one that said so at once. */
const failureOfEvents = (
  { channel, exchange }: UpstreamRequest,
  events: Buffer | undefined,
  told: UpstreamProblem | undefined,
): AttemptFailure => failedAnswer(told ?? problemAmong(exchange, events), channel.statusCodeMapping)

/** The network may bring the error together with what came before and after it. */
const problemAmong = (exchange: Exchange, events: Buffer | undefined): UpstreamProblem => {
  for (const event of events === undefined ? [] : eachEvent(events)) {
    const problem = exchange.problem(500, Buffer.from(eventData(event) ?? ''))
    if (problem.code !== 'bad_response_status_code') return problem
  }
  return exchange.problem(500, Buffer.alloc(0))
}

/** What an upstream that refused says of it. */
export const readProblem = async (
  { channel, exchange }: UpstreamRequest,
  answer: UpstreamAnswer,
): Promise<AttemptFailure> => {
  const problem = exchange.problem(answer.status, await answer.read())
  const wait = Number(answer.retryAfter)
  return new AttemptFailure({
    origin: 'upstream',
    status: answer.status,
    problem,
    reason: problem.type ?? 'error',
    clientStatus: channel.statusCodeMapping[String(answer.status)] ?? answer.status,
    retryAfterSeconds: Number.isFinite(wait) && wait > 0 ? Math.ceil(wait) : undefined,
    isVendorsOwn: providerOf(channel.type).retriesStatus?.(answer.status) === true,
  })
}
