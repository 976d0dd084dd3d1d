import { ApplicationError, type ErrorCode } from '#contract/errors.ts'
import type { Exchange } from '#protocols/exchange.ts'
import type { JsonObject } from '#protocols/json/json.ts'
import type { StreamTap } from '#protocols/protocol.ts'
import { searchWishOf } from './answer-search/search-wish.ts'
import { withSearchedWords } from './answer-search/searched-answer.ts'
import type { AttemptParts, Note } from './attempt-parts.ts'
import { createCover, createReckonedCover } from './cover.ts'
import { deliverStream, type StreamedDelivery } from './deliver.ts'
import type { Ending } from './delivery.ts'
import { AttemptFailure, failedAnswer } from './failure.ts'
import { harmlessType } from './media-type.ts'
import { hearingLastWords, rememberStream } from './memory/remember-answer.ts'
import { clientErrorOf, ownError } from './refuse.ts'
import { retryAfterOf } from './retry-after.ts'
import type { RunningParts } from './running-attempt.ts'
import type { UpstreamAnswer } from './send.ts'
import { settle } from './settle.ts'
import { withCleanProblem, withoutProblem } from './stream-problem.ts'
import { pingInterval, streamType } from './stream-type.ts'
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
  const type = request.route.unframedType?.(call.body()) ?? answer.contentType
  const isBytes = call.protocol.answers === 'anything' && !type.startsWith('text/event-stream')
  const isEvents = !isBytes && call.outline.framing === undefined
  const tap = tapOf(request, { type, isEvents, asked: call.body })
  const covers = tap.reckoned === undefined ? createCover(parts) : createReckonedCover(parts, tap.reckoned)
  parts.running.reads(tap)
  const cuts = isEvents || domain.options.get('global.hide_upstream_error_enabled')
  const told = withCleanProblem(cuts ? withoutProblem(tap, readerOf(request.exchange)) : tap, request.channel)
  const wish = isBytes ? undefined : searchWishOf(domain, call)
  const searched = wish === undefined ? told : withSearchedWords(told, wish, call.outline.framing ?? 'events')
  const { tap: heard, lastWords } = request.kept === undefined ? unheard(searched) : hearingLastWords(searched)
  const delivery = await deliverStream({
    response,
    answer,
    tap: heard,
    contentType: call.protocol.answers === 'anything' ? harmlessType(type) : streamType(call),
    // An upstream that says 200 and then sends an error in the place of an answer has failed like one that said so at once.
    failureOf: (problem) =>
      failedAnswer(problem ?? request.exchange.problem(500, Buffer.alloc(0)), request.channel, {
        retryAfterSeconds: retryAfterOf(answer.headers, domain.clock.now()),
      }),
    pingMs: isBytes ? undefined : pingInterval(domain, call),
    covers,
    now: () => trace.elapsedMs(),
    headers: () => {
      trace.mark('upstream')
      parts.running.firstByteMs = trace.elapsedMs()
      parts.running.hasCome = true
      return traceHeaders(trace)
    },
  })
  note(answer.status, delivery.ending === 'complete' ? undefined : delivery.ending)
  trace.mark('upstream')
  try {
    await settle(domain, { ...parts, request }, delivery)
  } catch (error) {
    // It is charged to nobody, so nobody gets the end of it.
    const told = error instanceof ApplicationError ? error : new ApplicationError('internal')
    delivery.breakOff(tell(parts, delivery, told))
    throw error
  }
  trace.mark('settle')
  if (delivery.ending === 'internal_error') {
    delivery.breakOff(tell(parts, delivery, new ApplicationError('internal')))
    throw delivery.failure
  }
  // Among plain bytes an error would be taken for sound: that they do not end is the only way to tell.
  const closing = closingOf(parts, request, delivery)
  if (isBytes && delivery.ending !== 'complete') response.destroy()
  else delivery.finish(closing, { 'server-timing': trace.serverTiming() })
  if (request.kept !== undefined) {
    rememberStream(parts, request.kept, { delivery, lastWords: lastWords(), closing, isSearched: wish !== undefined })
  }
  return delivery.ending
}

const unheard = (tap: StreamTap) => ({ tap, lastWords: () => undefined })

/** What was asked is parsed again where it is needed: streams of frames are few. */
type Framed = { type: string; isEvents: boolean; asked: () => JsonObject }

/** A stream in a vendor's own frames becomes events first. */
const tapOf = ({ channel, exchange, route }: UpstreamRequest, { type, isEvents, asked }: Framed): StreamTap => {
  const told = exchange.tap(type)
  const tap = isEvents ? withCleanWords(told, channel) : told
  if (route.unframe === undefined) return tap
  const unframing = route.unframe(asked())
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
const closingOf = (
  parts: AttemptParts,
  { channel }: UpstreamRequest,
  delivery: StreamedDelivery,
): Buffer | undefined => {
  const { ending, failure, problem, toldFailure } = delivery
  if (ending === 'complete' || ending === 'client_gone' || toldFailure) return undefined
  if (problem !== undefined && ending === 'upstream_error') return tell(parts, delivery, failedAnswer(problem, channel))
  const late = failure instanceof AttemptFailure && failure.reason === 'timeout'
  const code = codes[ending] ?? (late ? 'upstream_timeout' : 'upstream_broke_off')
  return tell(parts, delivery, new ApplicationError(code))
}

const codes: Readonly<Partial<Record<Ending, ErrorCode>>> = {
  gateway_stopped: 'stream_gateway_stopped',
  sensitive_words: 'sensitive_words_in_answer',
  out_of_quota: 'stream_out_of_quota',
  quota_unknown: 'storage_unavailable',
}

const tell = (
  { call, domain, trace }: AttemptParts,
  delivery: StreamedDelivery,
  error: ApplicationError | AttemptFailure,
): Buffer => {
  const { protocol } = call
  const who = { requestId: trace.requestId, language: 'en', protocol } as const
  const told = error instanceof ApplicationError ? ownError(error, who) : clientErrorOf(error, who, domain)
  // What ends at a word is not told once more.
  const isRefused = delivery.ending === 'sensitive_words'
  return ((isRefused ? undefined : delivery.tellFailure) ?? protocol.error.event)(told)
}

const readerOf = (exchange: Exchange) => (data: string) => {
  const problem = exchange.problem(500, Buffer.from(data))
  return problem.code === 'bad_response_status_code' ? undefined : problem
}
