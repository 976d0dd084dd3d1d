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
import { type BodyReceipt, sendBody } from '../send-body.ts'
import type { Trace } from '../trace.ts'
import { address, wayTo } from '../translate.ts'

export type FileParts = {
  domain: Pick<
    Domain,
    | 'clock'
    | 'options'
    | 'pool'
    | 'prices'
    | 'keys'
    | 'files'
    | 'ownedThings'
    | 'sensitiveWords'
    | 'mediaUploads'
    | 'ownFiles'
    | 'tasks'
  >
  outbound: Outbound
  caller: Caller
  endpoint: RelayEndpoint
  request: ClientRequest
  response: ClientResponse
  trace: Trace
}

export type Keeping = { channel: Channel; key: string }

/** Passes a form with a part of a file on while it comes. */
export const passForm = (
  parts: FileParts,
  limits: BodyLimits & { member: string },
  keeping: Keeping,
): Promise<BodyReceipt> => withForm(parts, limits, (form) => sendComing(parts, form, keeping))

type PassedBody = {
  /** Where it goes, if not where its own path leads. */
  place?: string
  /** Is shown each piece before it goes on. */
  watch?: (piece: Buffer) => void
}

/** The same of any body; who gets it is asked once it has begun to come. */
export const passBody = (
  parts: FileParts,
  { place, watch, ...limits }: PassedBody & BodyLimits,
  keeperOf: () => Keeping,
): Promise<Keeping & BodyReceipt> =>
  withBody(parts, limits, async (body) => {
    const keeping = keeperOf()
    const pieces = watch === undefined ? body.pieces : watched(body.pieces, watch)
    return { ...(await sendComing(parts, { ...body, pieces }, keeping, place)), ...keeping }
  })

/** Passes on what comes. */
export const sendComing = async (
  { domain, outbound, endpoint, request, trace }: FileParts,
  { contentType, pieces }: Pick<ComingBody, 'contentType' | 'pieces'>,
  { channel, key }: Keeping,
  place?: string,
): Promise<BodyReceipt> => {
  trace.mark('route')
  const call = { ...bodylessCall(endpoint, request, ''), contentType }
  const unsent = { bytes: call.bytes, exchange: untranslated(call), streams: false }
  const addressed = await address({ domain, outbound, call }, wayTo(domain, call, channel, key), unsent)
  const sent = { ...addressed, path: place ?? addressed.path }
  const { bytes, header } = await sendBody({ outbound, clock: domain.clock }, sent, {
    pieces,
    length: lengthOf(request),
  })
  trace.mark('upstream')
  return { bytes: withCleanAnswer(bytes, channel), header }
}

const watched = async function* (
  pieces: AsyncGenerator<Buffer, void>,
  watch: (piece: Buffer) => void,
): AsyncGenerator<Buffer, void> {
  for await (const piece of pieces) {
    watch(piece)
    yield piece
  }
}

/** Undefined: it is told by the end of the body. */
const lengthOf = ({ headers }: ClientRequest): string | undefined =>
  headers['content-length'] ?? (headers['transfer-encoding'] === undefined ? '0' : undefined)

/** A body that comes while it is read, and its beginning, by which it is decided who gets it. */
export type ComingBody = { contentType: string; beginning: Buffer; pieces: AsyncGenerator<Buffer, void> }

type BodyLimits = { maximumBytes: number; room: BodyRoom }

/** `member`: where the file stands in its form. */
export const withForm = async <Result>(
  asked: FileParts,
  { member, ...limits }: BodyLimits & { member: string },
  work: (form: ComingBody) => Promise<Result>,
): Promise<Result> => {
  if (!isForm(asked.request.headers['content-type'] ?? '')) {
    throw new ProtocolError(member, 'must come in a form (multipart/form-data)')
  }
  return withBody(asked, limits, work)
}

const withBody = async <Result>(
  { request }: FileParts,
  { maximumBytes, room }: BodyLimits,
  work: (body: ComingBody) => Promise<Result>,
): Promise<Result> => {
  const contentType = request.headers['content-type'] ?? 'application/octet-stream'
  const body = streamBody(request, { maximumBytes, idleMs: longestPauseMs }, room)
  try {
    return await work({ contentType, ...(await begin(body)) })
  } finally {
    // Whoever did not read to its end leaves the rest.
    body.return().catch(() => {})
  }
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
