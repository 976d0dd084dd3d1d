import { ProtocolError } from '#protocols/failure.ts'
import { isForm } from '#protocols/form.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import type { Domain } from '../../domain/domain.ts'
import type { BodyRoom } from '../../lib/inbound/body-intake.ts'
import { streamBody } from '../../lib/inbound/body-stream.ts'
import type { ClientRequest } from '../../lib/inbound/plain-request.ts'
import type { ClientResponse } from '../../lib/inbound/plain-response.ts'
import type { Outbound } from '../../lib/outbound/outbound.ts'
import { withCleanAnswer } from '../answer-words.ts'
import type { Caller } from '../authenticate.ts'
import { bodylessCall } from '../call.ts'
import type { RelayEndpoint } from '../endpoints.ts'
import { untranslated } from '../exchange.ts'
import { sendBody } from '../send-body.ts'
import type { Trace } from '../trace.ts'
import { address, wayTo } from '../translate.ts'

export type FileParts = {
  domain: Pick<
    Domain,
    'clock' | 'options' | 'pool' | 'prices' | 'keys' | 'files' | 'ownedThings' | 'ownFiles' | 'tasks'
  >
  outbound: Outbound
  caller: Caller
  endpoint: RelayEndpoint
  request: ClientRequest
  response: ClientResponse
  trace: Trace
}

export type Keeping = { channel: Channel; key: string }

/** A form that comes while it is read, and its beginning, by which it is decided who gets it. */
export type ComingForm = { contentType: string; beginning: Buffer; pieces: AsyncGenerator<Buffer, void> }

/** Passes a form with a file on while it comes. */
export const passForm = (
  parts: FileParts,
  limits: { member: string; maximumBytes: number; room: BodyRoom },
  keeping: Keeping,
): Promise<Buffer> => withForm(parts, limits, (form) => sendForm(parts, form, keeping))

/** Reads the beginning, by which it is decided who gets it. */
export const withForm = async <Result>(
  { request }: FileParts,
  { member, maximumBytes, room }: { member: string; maximumBytes: number; room: BodyRoom },
  work: (form: ComingForm) => Promise<Result>,
): Promise<Result> => {
  const contentType = request.headers['content-type'] ?? ''
  if (!isForm(contentType)) throw new ProtocolError(member, 'must come in a form (multipart/form-data)')
  const body = streamBody(request, { maximumBytes, idleMs: longestPauseMs }, room)
  try {
    return await work({ contentType, ...(await begin(body)) })
  } finally {
    // Whoever did not read to its end leaves the rest.
    body.return().catch(() => {})
  }
}

/** Passes on what comes of it. */
export const sendForm = async (
  { domain, outbound, endpoint, request, trace }: FileParts,
  { contentType, pieces }: ComingForm,
  { channel, key }: Keeping,
): Promise<Buffer> => {
  trace.mark('route')
  const call = { ...bodylessCall(endpoint, request, ''), contentType }
  const unsent = { bytes: call.bytes, exchange: untranslated(call), streams: false }
  const addressed = await address({ domain, outbound, call }, wayTo(domain, call, channel, key), unsent)
  const coming = { pieces, length: request.headers['content-length'] }
  const answer = await sendBody({ outbound, clock: domain.clock }, addressed, coming)
  trace.mark('upstream')
  return withCleanAnswer(answer, channel)
}

const longestPauseMs = 60_000
const beginningBytes = 64 * 1024

/** The first pieces, and all of them. */
const begin = async (body: AsyncGenerator<Buffer, void>) => {
  const first: Buffer[] = []
  let length = 0
  while (length < beginningBytes) {
    const next = await body.next()
    if (next.done === true) break
    first.push(next.value)
    length += next.value.length
  }
  const pieces = async function* () {
    yield* first.splice(0)
    yield* body
  }
  return { beginning: Buffer.concat(first).subarray(0, beginningBytes), pieces: pieces() }
}
