import { isWholeJson } from '#protocols/json/whole-json.ts'
import type { Domain } from '../domain/domain.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'
import type { Call } from './call.ts'
import { untranslated } from './exchange.ts'
import { AttemptFailure } from './failure.ts'
import { readProblem } from './read-problem.ts'
import { send, type UpstreamAnswer } from './send.ts'
import { address, type Way } from './translate.ts'
import type { UpstreamRequest } from './upstream-request.ts'

type Parts = {
  domain: Pick<Domain, 'clock' | 'options' | 'pool' | 'prices'>
  outbound: Outbound
  call: Call
}

/** Asks one channel for what costs nothing. Rejects with an `AttemptFailure` unless the channel does it. */
export const forward = async (
  parts: Parts,
  way: Way,
  bytes: Buffer,
): Promise<{ request: UpstreamRequest; answer: UpstreamAnswer }> => {
  const { call } = parts
  const request = await address(parts, way, { bytes, exchange: untranslated(call), streams: call.outline.stream })
  const answer = send(parts.outbound, request)
  await answer.head
  if (answer.status < 200 || answer.status >= 300) throw await readProblem(request, answer, parts.domain.clock)
  return { request, answer }
}

/** The whole of an answer in JSON. One that ends early, or is something else, is no answer. */
export const readWhole = async (answer: UpstreamAnswer): Promise<Buffer> => {
  const bytes = await answer.read()
  if (!isWholeJson(bytes)) throw new AttemptFailure({ origin: 'upstream', status: 502, reason: 'malformed' })
  return bytes
}
