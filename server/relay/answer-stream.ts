import { type ErrorCode, errorMessage } from '#contract/errors.ts'
import { estimateTokensOfBytes } from '#protocols/estimate.ts'
import type { Exchange } from '#protocols/exchange.ts'
import type { StreamTap, UpstreamProblem } from '#protocols/protocol.ts'
import { eachEvent, eventData } from '#protocols/sse.ts'
import type { Domain } from '../domain/domain.ts'
import type { AttemptParts, Ending, Note } from './attempt.ts'
import type { Call } from './call.ts'
import { deliverStream, type StreamedDelivery } from './deliver.ts'
import { AttemptFailure, failedAnswer } from './failure.ts'
import { withoutProblem } from './hide-problem.ts'
import type { UpstreamAnswer } from './send.ts'
import { settle } from './settle.ts'
import { traceHeaders } from './trace.ts'
import type { UpstreamRequest } from './translate.ts'

/** Gives the client an answer as it comes; what was held back of it follows when it is charged. */
export const answerStream = async (
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
  try {
    await settle(domain, { ...parts, request }, delivery)
  } catch (error) {
    delivery.breakOff(tell(parts, delivery, 500, 'internal'))
    throw error
  }
  trace.mark('settle')
  if (delivery.ending === 'internal_error') {
    delivery.breakOff(tell(parts, delivery, 500, 'internal'))
    throw delivery.failure
  }
  delivery.finish(closingOf(parts, delivery), { 'server-timing': trace.serverTiming() })
  return delivery.ending
}

export const streamType = (call: Call): string =>
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
const closingOf = (parts: AttemptParts, delivery: StreamedDelivery): Buffer | undefined => {
  if (delivery.ending === 'complete' || delivery.ending === 'client_gone' || delivery.toldFailure) return undefined
  const late = delivery.failure instanceof AttemptFailure && delivery.failure.reason === 'timeout'
  const broken = late ? 'upstream_timeout' : 'upstream_broke_off'
  const code = delivery.ending === 'out_of_quota' ? 'stream_out_of_quota' : broken
  return tell(parts, delivery, 502, code)
}

const tell = ({ call, trace }: AttemptParts, delivery: StreamedDelivery, status: number, code: ErrorCode): Buffer => {
  const problem = code === 'internal' ? undefined : delivery.problem
  const message = `${problem?.message ?? errorMessage(code, 'en')} (request id: ${trace.requestId})`
  return (delivery.tellFailure ?? call.protocol.error.event)({ status, code, message, problem })
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
