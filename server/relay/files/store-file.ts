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
import { sendBody } from '../send-body.ts'
import { sendJson } from '../send-json.ts'
import type { Trace } from '../trace.ts'
import { address, wayTo } from '../translate.ts'
import { isBatchedHere } from './batched-here.ts'
import { storeOwnFile } from './own-file.ts'

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

/**
 * Passes a file on to a channel while it comes, or keeps it here where no channel has batches of its calls. It is the
 * caller's once that is written down, and only then he is told its id.
 */
export const storeFile = (parts: FileParts, room: BodyRoom): Promise<void> =>
  withForm(parts, { member: 'file', maximumBytes: largestFile, room }, async (form) => {
    const { domain, caller, response, trace } = parts
    const model = modelOfFirstLine(form.beginning)
    if (model !== undefined && isBatchedHere(domain, caller, model, 'batch_task')) return storeOwnFile(parts, form)
    const channel = chooseKeeper(parts, caller, model)
    const key = domain.keys.next(channel)
    const bytes = await sendForm(parts, form, { channel, key })
    const { id, told } = madeIn(bytes)
    const keyPlace = Math.max(0, channel.allKeys.indexOf(key))
    await domain.files.add(caller.userId, [{ id, channelId: channel.id, keyPlace, told }])
    sendJson(response, bytes, trace)
  })

type Keeping = { channel: Channel; key: string }

/** A form that comes while it is read, and its beginning, by which it is decided who gets it. */
export type ComingForm = { contentType: string; beginning: Buffer; pieces: AsyncGenerator<Buffer, void> }

/** Passes a form with a file on while it comes. */
export const passForm = (
  parts: FileParts,
  limits: { member: string; maximumBytes: number; room: BodyRoom },
  keeping: Keeping,
): Promise<Buffer> => withForm(parts, limits, (form) => sendForm(parts, form, keeping))

const withForm = async <Result>(
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

const sendForm = async (
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
  const [, line = '', end] = /\r\n\r\n\s*(\{[^\n]*)([\r\n])?/.exec(beginning.toString('utf8')) ?? []
  if (line === '') return undefined
  try {
    // Of a long one only its beginning is here.
    if (end === undefined) return /"body"\s*:.*?"model"\s*:\s*"([^"\\]+)"/.exec(line)?.[1]
    const parsed: unknown = JSON.parse(line)
    return isObject(parsed) ? textAt(parsed.body, 'model') : undefined
  } catch {
    return undefined
  }
}

/** Which channel is to keep it: of those that keep files the highest priority, by weight. */
export const chooseKeeper = ({ domain }: FileParts, caller: Caller, model: string | undefined): Channel => {
  const { pool } = domain
  const all = pool.ids().flatMap((id) => pool.find(id) ?? [])
  const open = all.filter(
    ({ id, type, enabled, groups }) =>
      enabled &&
      providerOf(type).operations.has('files') &&
      (caller.pinnedChannel === undefined ? groups.includes(caller.group) : caller.pinnedChannel === id),
  )
  const serving = model === undefined ? [] : pool.candidates(caller.group, model)
  const fit = open.filter(({ id }) => serving.some((channel) => channel.id === id))
  const able = fit.length > 0 ? fit : open
  const chosen = drawChannel(able)
  if (chosen === undefined) throw new ApplicationError('files_unserved', { group: caller.group })
  return chosen
}
