import { ApplicationError } from '#contract/errors.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { isForm } from '#protocols/form.ts'
import { isObject, type JsonObject, parseLenient, textAt } from '#protocols/json/json.ts'
import { providerOf } from '#providers/index.ts'
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
import { drawChannel } from '../draw-channel.ts'
import type { RelayEndpoint } from '../endpoints.ts'
import { untranslated } from '../exchange.ts'
import { AttemptFailure } from '../failure.ts'
import { type BodyReceipt, sendBody } from '../send-body.ts'
import { sendJson } from '../send-json.ts'
import type { Trace } from '../trace.ts'
import { address, wayTo } from '../translate.ts'

export type FileParts = {
  domain: Pick<
    Domain,
    'clock' | 'options' | 'pool' | 'prices' | 'keys' | 'files' | 'ownedThings' | 'sensitiveWords' | 'mediaUploads'
  >
  outbound: Outbound
  caller: Caller
  endpoint: RelayEndpoint
  request: ClientRequest
  response: ClientResponse
  trace: Trace
}

/**
 * Passes a file on to a channel while it comes. It is the caller's once that is written down, and only then he is told
 * its id.
 */
export const storeFile = async (parts: FileParts, room: BodyRoom): Promise<void> => {
  const { domain, caller, response, trace } = parts
  const { bytes, channel, key } = await passForm(
    parts,
    { member: 'file', maximumBytes: largestFile, room },
    (first) => {
      const chosen = chooseKeeper(parts, caller, modelOfFirstLine(first))
      return { channel: chosen, key: domain.keys.next(chosen) }
    },
  )
  const { id, told } = madeIn(bytes)
  const keyPlace = Math.max(0, channel.allKeys.indexOf(key))
  await domain.files.add(caller.userId, [{ id, channelId: channel.id, keyPlace, told }])
  sendJson(response, bytes, trace)
}

type Keeping = { channel: Channel; key: string }

/** Passes a form with a file on while it comes, to whom its beginning decides. */
export const passForm = async (
  parts: FileParts,
  { member, ...limits }: { member: string; maximumBytes: number; room: BodyRoom },
  keeperOf: (beginning: Buffer) => Keeping,
): Promise<Keeping & { bytes: Buffer }> => {
  const contentType = parts.request.headers['content-type'] ?? ''
  if (!isForm(contentType)) throw new ProtocolError(member, 'must come in a form (multipart/form-data)')
  return passBody(parts, limits, keeperOf)
}

type PassedBody = {
  maximumBytes: number
  room: BodyRoom
  /** Where it goes, if not where its own path leads. */
  place?: string
  /** Is shown each piece before it goes on. */
  watch?: (piece: Buffer) => void
}

/** The same of any body. */
export const passBody = async (
  parts: FileParts,
  { maximumBytes, room, place, watch }: PassedBody,
  keeperOf: (beginning: Buffer) => Keeping,
): Promise<Keeping & BodyReceipt> => {
  const { domain, outbound, endpoint, request, trace } = parts
  const contentType = request.headers['content-type'] ?? 'application/octet-stream'
  const body = streamBody(request, { maximumBytes, idleMs: longestPauseMs }, room)
  try {
    const { beginning, pieces } = await begin(body)
    const { channel, key } = keeperOf(beginning)
    trace.mark('route')
    const call = { ...bodylessCall(endpoint, request, ''), contentType }
    const unsent = { bytes: call.bytes, exchange: untranslated(call), streams: false }
    const addressed = await address({ domain, outbound, call }, wayTo(domain, call, channel, key), unsent)
    const coming = { pieces: watch === undefined ? pieces : watched(pieces, watch), length: lengthOf(request) }
    const sent = { ...addressed, path: place ?? addressed.path }
    const { bytes, header } = await sendBody({ outbound, clock: domain.clock }, sent, coming)
    trace.mark('upstream')
    return { bytes: withCleanAnswer(bytes, channel), header, channel, key }
  } finally {
    // Whoever did not read to its end leaves the rest.
    body.return().catch(() => {})
  }
}

const watched = async function* (pieces: AsyncIterable<Buffer>, watch: (piece: Buffer) => void) {
  for await (const piece of pieces) {
    watch(piece)
    yield piece
  }
}

/** Undefined: it is told by the end of the body. */
const lengthOf = ({ headers }: ClientRequest): string | undefined =>
  headers['content-length'] ?? (headers['transfer-encoding'] === undefined ? '0' : undefined)

/** What an upstream says that it made. */
export const madeIn = (bytes: Buffer): { id: string; told: JsonObject } => {
  const told = parseLenient(bytes.toString('utf8'))
  const id = textAt(told, 'id')
  if (!isObject(told) || id === undefined) {
    throw new AttemptFailure({ origin: 'upstream', status: 502, reason: 'malformed' })
  }
  return { id, told }
}

/** What the vendor takes, and room for the form around it. */
const largestFile = 513 * 1024 * 1024
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

/** A file of calls names their model: only who serves it can do something with them. */
const modelOfFirstLine = (beginning: Buffer): string | undefined => {
  const [, line = ''] = /\r\n\r\n\s*(\{[^\n]*\})\s*[\r\n]/.exec(beginning.toString('utf8')) ?? []
  if (line === '') return undefined
  try {
    const parsed: unknown = JSON.parse(line)
    return isObject(parsed) ? textAt(parsed.body, 'model') : undefined
  } catch {
    return undefined
  }
}

/** Which channel is to keep it: of those that keep files the highest priority, by weight. */
export const chooseKeeper = ({ domain, endpoint }: FileParts, caller: Caller, model: string | undefined): Channel => {
  const { pool } = domain
  const all = pool.ids().flatMap((id) => pool.find(id) ?? [])
  const open = all.filter(
    ({ id, type, enabled, groups }) =>
      enabled &&
      providerOf(type).operations.has(endpoint.operation) &&
      (caller.pinnedChannel === undefined ? groups.includes(caller.group) : caller.pinnedChannel === id),
  )
  const serving = model === undefined ? [] : pool.candidates(caller.group, model)
  const fit = open.filter(({ id }) => serving.some((channel) => channel.id === id))
  const able = fit.length > 0 ? fit : open
  const chosen = drawChannel(able)
  if (chosen === undefined) throw new ApplicationError('files_unserved', { group: caller.group })
  return chosen
}
