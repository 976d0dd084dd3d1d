import { ApplicationError, type ErrorCode, errorMessage } from '#contract/errors.ts'
import type { Exchange } from '#protocols/exchange.ts'
import type { UpstreamProblem } from '#protocols/failure.ts'
import type { StreamTap } from '#protocols/protocol.ts'
import { eachEvent, eventData } from '#protocols/sse.ts'
import type { Domain } from '../domain/domain.ts'
import { searchWishOf } from './answer-search/search-wish.ts'
import { withSearchedWords } from './answer-search/searched-answer.ts'
import type { AttemptParts, Note } from './attempt-parts.ts'
import type { Call } from './call.ts'
import { createCover, createReckonedCover } from './cover.ts'
import { deliverStream, type StreamedDelivery } from './deliver.ts'
import type { Ending } from './delivery.ts'
import { AttemptFailure, failedAnswer } from './failure.ts'
import { harmlessType } from './media-type.ts'
import { retryAfterOf } from './retry-after.ts'
import type { RunningParts } from './running-attempt.ts'
import type { UpstreamAnswer } from './send.ts'
import { settle } from './settle.ts'
import { withCleanProblem, withoutProblem } from './stream-problem.ts'
import { withCleanWords } from './stream-words.ts'
import { traceHeaders } from './trace.ts'
import type { UpstreamRequest } from './upstream-request.ts'

/** Gives the client an answer as it comes; what was held back of it follows when it is charged. */
export const answerStream = async (
  parts: RunningParts,
  request: UpstreamRequest,
  answer: UpstreamAnswer,
  note: Note,
): Promise<Ending> => {
  const { domain, call, response, trace } = parts
  const isBytes = call.protocol.answers === 'anything' && !answer.contentType.startsWith('text/event-stream')
  const isEvents = !isBytes && call.outline.framing === undefined
  const tap = tapOf(request, answer.contentType, isEvents)
  const covers = tap.reckoned === undefined ? createCover(parts) : createReckonedCover(parts, tap.reckoned)
  parts.running.reads(tap)
  const told = domain.options.get('global.hide_upstream_error_enabled')
    ? withoutProblem(tap)
    : withCleanProblem(tap, request.channel)
  const wish = isBytes ? undefined : searchWishOf(domain, call)
  const delivery = await deliverStream({
    response,
    answer,
    tap: wish === undefined ? told : withSearchedWords(told, wish, call.outline.framing ?? 'events'),
    contentType: call.protocol.answers === 'anything' ? harmlessType(answer.contentType) : streamType(call),
    // An upstream that says 200 and then sends an error in the place of an answer has failed like one that said so at once.
    failureOf: (events, told) =>
      failedAnswer(told ?? problemAmong(request.exchange, events), request.channel, {
        retryAfterSeconds: retryAfterOf(answer.headers, domain.clock.now()),
      }),
    pingMs: isBytes ? undefined : pingInterval(domain, call),
    covers: (textBytes) => {
      parts.running.hasCome = true
      return covers(textBytes)
    },
    now: () => trace.elapsedMs(),
    headers: () => {
      trace.mark('upstream')
      parts.running.firstByteMs = trace.elapsedMs()
      return traceHeaders(trace)
    },
  })
  note(answer.status, delivery.ending === 'complete' ? undefined : delivery.ending)
  trace.mark('upstream')
  try {
    await settle(domain, { ...parts, request }, delivery)
  } catch (error) {
    // It is charged to nobody, so nobody gets the end of it.
    const { code, status } = error instanceof ApplicationError ? error : new ApplicationError('internal')
    delivery.breakOff(tell(parts, delivery, status, code))
    throw error
  }
  trace.mark('settle')
  if (delivery.ending === 'internal_error') {
    delivery.breakOff(tell(parts, delivery, 500, 'internal'))
    throw delivery.failure
  }
  // Among plain bytes an error would be taken for sound: that they do not end is the only way to tell.
  if (isBytes && delivery.ending !== 'complete') response.destroy()
  else delivery.finish(closingOf(parts, delivery), { 'server-timing': trace.serverTiming() })
  return delivery.ending
}

export const streamType = (call: Call): string => typeOfFraming[call.outline.framing ?? 'events']

const typeOfFraming = {
  events: 'text/event-stream; charset=utf-8',
  array: 'application/json',
  lines: 'application/x-ndjson',
} as const

const pingInterval = ({ options }: Pick<Domain, 'options'>, call: Call): number | undefined =>
  options.get('general_setting.ping_interval_enabled') && streamType(call).startsWith('text/event-stream')
    ? options.get('general_setting.ping_interval_seconds') * 1000
    : undefined

/** A stream in a vendor's own frames becomes events first. */
const tapOf = ({ channel, exchange, route }: UpstreamRequest, contentType: string, isEvents: boolean): StreamTap => {
  const told = exchange.tap(contentType)
  const tap = isEvents ? withCleanWords(told, channel) : told
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

/** A stream that was cut short says why, in its own dialect; what the client has read already is not said again. */
const closingOf = (parts: AttemptParts, delivery: StreamedDelivery): Buffer | undefined => {
  if (delivery.ending === 'complete' || delivery.ending === 'client_gone' || delivery.toldFailure) return undefined
  if (delivery.ending === 'gateway_stopped') return tell(parts, delivery, 503, 'stream_gateway_stopped')
  if (delivery.ending === 'sensitive_words') return tell(parts, delivery, 403, 'sensitive_words_in_answer')
  const late = delivery.failure instanceof AttemptFailure && delivery.failure.reason === 'timeout'
  const broken = late ? 'upstream_timeout' : 'upstream_broke_off'
  if (delivery.ending === 'quota_unknown') return tell(parts, delivery, 503, 'storage_unavailable')
  const code = delivery.ending === 'out_of_quota' ? 'stream_out_of_quota' : broken
  return tell(parts, delivery, 502, code)
}

const tell = ({ call, trace }: AttemptParts, delivery: StreamedDelivery, status: number, code: ErrorCode): Buffer => {
  const problem = code === 'internal' ? undefined : delivery.problem
  const message = `${problem?.message ?? errorMessage(code, 'en')} (request id: ${trace.requestId})`
  // What ends at a word is not told once more.
  const isRefused = delivery.ending === 'sensitive_words'
  const write = (isRefused ? undefined : delivery.tellFailure) ?? call.protocol.error.event
  return write({ status, code, message, problem })
}

/** The network may bring the error together with what came before and after it. */
const problemAmong = (exchange: Exchange, events: Buffer | undefined): UpstreamProblem => {
  for (const event of events === undefined ? [] : eachEvent(events)) {
    const problem = exchange.problem(500, Buffer.from(eventData(event) ?? ''))
    if (problem.code !== 'bad_response_status_code') return problem
  }
  return exchange.problem(500, Buffer.alloc(0))
}
