import type { ServerResponse } from 'node:http'
import { errorMessage } from '#contract/errors.ts'
import { estimateTokensOfBytes } from '#protocols/estimate.ts'
import type { Channel } from '../domain/channel-pool.ts'
import type { Domain } from '../domain/domain.ts'
import type { Outbound } from '../lib/outbound.ts'
import type { Admission } from './admit.ts'
import type { Caller } from './authenticate.ts'
import type { Call } from './call.ts'
import { deliverStream, type StreamedDelivery } from './deliver.ts'
import { AttemptFailure } from './failure.ts'
import { send, type UpstreamAnswer } from './send.ts'
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

/** One try at one channel, from its request to the last byte. Throws an `AttemptFailure` if nothing was sent yet. */
export const attempt = async (parts: AttemptParts, channel: Channel): Promise<void> => {
  const { domain, outbound, call, trace } = parts
  const begunAt = domain.clock.monotonic()
  const note = (status: number, error?: string) =>
    trace.attempts.push({
      channel: channel.id,
      status,
      ms: Math.round(domain.clock.monotonic() - begunAt),
      ...(error === undefined ? {} : { error }),
    })
  try {
    const request = translate(call, channel, domain.pool.nextKey(channel))
    const answer = await send(outbound, request)
    if (answer.status < 200 || answer.status >= 300) throw await readProblem(call, channel, answer)
    if (answer.contentType.startsWith('text/event-stream')) await answerStream(parts, request, answer, note)
    else await answerWhole(parts, request, answer, note)
  } catch (error) {
    if (error instanceof AttemptFailure) {
      note(error.status, error.reason)
      trace.mark('upstream')
    }
    throw error
  }
}

type Note = (status: number, error?: string) => void

const answerWhole = async (parts: AttemptParts, request: UpstreamRequest, answer: UpstreamAnswer, note: Note) => {
  const { domain, call, response, trace } = parts
  const bytes = await answer.read()
  // A page instead of an answer (a proxy's, a login's) is a broken upstream, whatever its status says.
  if (!beginsLikeJson(bytes)) throw new AttemptFailure({ origin: 'upstream', status: 502, reason: 'malformed' })
  note(answer.status)
  trace.mark('upstream')
  const usage = call.protocol.reply.usage(bytes)
  const delivery = { usage, textBytes: bytes.length, ending: 'complete', firstByteMs: undefined } as const
  await settle(domain, { ...parts, request }, delivery)
  trace.mark('settle')
  const type = answer.contentType === '' ? 'application/json' : answer.contentType
  const head = ['content-type', type, 'content-length', String(bytes.length)]
  response.writeHead(answer.status, [...head, ...traceHeaders(trace)])
  endWith(response, bytes)
}

const answerStream = async (parts: AttemptParts, request: UpstreamRequest, answer: UpstreamAnswer, note: Note) => {
  const { domain, call, response, trace } = parts
  const delivery = await deliverStream({
    response,
    answer,
    tap: call.protocol.stream.tap(call.outline),
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
}

/** A short body goes out in one piece with its head when it is text: that is half the work of writing two buffers. */
const endWith = (response: ServerResponse, bytes: Buffer): void => {
  if (bytes.length > longestInOnePiece) response.end(bytes)
  else response.end(bytes.toString('latin1'), 'latin1')
}

const longestInOnePiece = 16 * 1024

const beginsLikeJson = (bytes: Buffer): boolean => {
  for (const byte of bytes) {
    const isSpace = byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
    if (!isSpace) return byte === 0x7b || byte === 0x5b
  }
  return false
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

/** A stream that was cut short says why, in its own dialect. */
const closingOf = ({ call, trace }: AttemptParts, delivery: StreamedDelivery): Buffer | undefined => {
  if (delivery.ending === 'complete' || delivery.ending === 'client_gone') return undefined
  const code = delivery.ending === 'out_of_quota' ? 'stream_out_of_quota' : 'upstream_unreachable'
  const message = `${errorMessage(code, 'en')} (request id: ${trace.requestId})`
  return call.protocol.error.event({ status: 502, code, message, problem: undefined })
}

const readProblem = async (call: Call, channel: Channel, answer: UpstreamAnswer): Promise<AttemptFailure> => {
  const problem = call.protocol.error.read(answer.status, await answer.read())
  const wait = Number(answer.headers['retry-after'])
  return new AttemptFailure({
    origin: 'upstream',
    status: answer.status,
    problem,
    reason: problem.type ?? 'error',
    clientStatus: channel.statusCodeMapping[String(answer.status)] ?? answer.status,
    retryAfterSeconds: Number.isFinite(wait) && wait > 0 ? Math.ceil(wait) : undefined,
  })
}
