import { ApplicationError } from '#contract/errors.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { isObject, type JsonObject, objectAt, parseLenient, textAt } from '#protocols/json/json.ts'
import { providerOf } from '#providers/index.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import { keyAt } from '../../domain/channels/channel-pool.ts'
import { type CountedCalls, nothingCounted } from '../../domain/counted-calls.ts'
import type { MediaUpload } from '../../domain/media-uploads.ts'
import type { BodyRoom } from '../../lib/inbound/body-intake.ts'
import { readBody } from '../../lib/inbound/request-body.ts'
import { bodylessCall } from '../call.ts'
import { readCredentials } from '../credentials.ts'
import { AttemptFailure } from '../failure.ts'
import { forward } from '../forward.ts'
import { sendJson } from '../send-json.ts'
import { traceHeaders } from '../trace.ts'
import { wayTo } from '../translate.ts'
import { type FileParts, passBody } from './coming-body.ts'
import { countCalls } from './count-calls.ts'
import { mediaAddress } from './media-address.ts'
import { chooseKeeper } from './store-file.ts'

/** A file that comes whole, with what is said of it before it, in one body. */
export const storeMedia = async (parts: FileParts, room: BodyRoom): Promise<void> => {
  const { domain, caller, request, response, trace } = parts
  if (!/^multipart\/related\b/i.test(request.headers['content-type'] ?? '')) {
    throw new ProtocolError('x-goog-upload-protocol', 'must be resumable, or multipart with a body in two parts')
  }
  const { bytes, channel, key } = await passBody(parts, { maximumBytes: largestMedia, room }, () => {
    const chosen = chooseKeeper(parts, caller, undefined)
    return { channel: chosen, key: domain.keys.next(chosen) }
  })
  await keep(parts, bytes, { channelId: channel.id, keyPlace: Math.max(0, channel.allKeys.indexOf(key)) })
  sendJson(response, bytes, trace)
}

/** What the vendor takes. */
const largestMedia = 2 * 1024 * 1024 * 1024 + 1024 * 1024

/** Its upstream says where the pieces go; we tell an address of ours in the place of that. */
export const beginMedia = async (parts: FileParts, room: BodyRoom): Promise<void> => {
  const { domain, outbound, caller, endpoint, request, response, trace } = parts
  const told = await readBody(request, { maximumBytes: largestDescription, deadlineMs: 60_000 }, room)
  const channel = chooseKeeper(parts, caller, undefined)
  const key = domain.keys.next(channel)
  const call = bodylessCall(endpoint, request, '')
  trace.mark('route')
  const { answer } = await forward({ domain, outbound, call }, wayTo(domain, call, channel, key), told)
  const { headers } = answer
  await answer.read()
  trace.mark('upstream')
  const type = request.headers['x-goog-upload-header-content-type']
  const id = await domain.mediaUploads.begin({
    userId: caller.userId,
    channelId: channel.id,
    keyPlace: Math.max(0, channel.allKeys.indexOf(key)),
    callerKey: keyOf(parts),
    place: placeIn(headers.get('x-goog-upload-url')),
    counted: typeof type === 'string' && mayHoldCalls.test(type) ? nothingCounted : undefined,
    cutLine: Buffer.alloc(0),
    received: 0,
  })
  const granularity = headers.get('x-goog-upload-chunk-granularity')
  response.writeHead(200, [
    ...['content-length', '0', 'x-goog-upload-status', 'active'],
    ...['x-goog-upload-url', mediaAddress(domain, request, id)],
    ...(granularity === undefined ? [] : ['x-goog-upload-chunk-granularity', granularity]),
    ...traceHeaders(trace),
  ])
  response.end()
}

const largestDescription = 64 * 1024
/** Clients call a file of calls by several names. */
const mayHoldCalls = /json|^text\/plain/i

const keyOf = ({ request }: FileParts): string => {
  const shown = readCredentials(request)
  if (shown === undefined) throw new ApplicationError('key_missing')
  return shown.pin === undefined ? shown.key : `${shown.key}-${shown.pin}`
}

/** Its server is the channel's, whatever name it gives itself, and its key is not written down. */
const placeIn = (told: string | undefined): string => {
  const url = URL.parse(told ?? '')
  if (url === null) throw new AttemptFailure({ origin: 'upstream', status: 502, reason: 'malformed' })
  url.searchParams.delete('key')
  return url.pathname + url.search
}

/** A piece of a file goes where the file was begun; with its last one the file is its user's. */
export const continueMedia = async (parts: FileParts, id: string, room: BodyRoom): Promise<void> => {
  const { domain, caller, response, trace } = parts
  const upload = await domain.mediaUploads.find(id)
  const named = { place: 'upload_id', id: id.slice(0, 128) }
  if (upload === undefined || upload.userId !== caller.userId) throw new ApplicationError('thing_missing', named)
  const channel = keeperOf(parts, upload)
  if (channel === undefined) throw new ApplicationError('thing_channel_gone', named)
  const counting = upload.counted && countCalls({ domain, caller, channel }, upload, offsetOf(parts))
  const { place } = upload
  const limits = { maximumBytes: largestMedia, room, place, ...(counting && { watch: counting.push }) }
  const key = keyAt(channel, upload.keyPlace)
  const { bytes, header } = await passBody(parts, limits, () => ({ channel, key }))
  const status = header('x-goog-upload-status')
  if (status === 'final') {
    await keep(parts, bytes, upload, counting?.end())
    await domain.mediaUploads.forget(id)
  } else if (status === 'cancelled') await domain.mediaUploads.forget(id)
  else if (counting !== undefined) await domain.mediaUploads.advance(id, upload, counting.progress())
  const told = toldOfPieces.flatMap((name) => {
    const value = header(name)
    return value === undefined ? [] : [name, value]
  })
  const type = ['content-type', 'application/json', 'content-length', String(bytes.length)]
  response.writeHead(200, [...type, ...told, ...traceHeaders(trace)])
  response.end(bytes)
}

const toldOfPieces = [...['x-goog-upload-status', 'x-goog-upload-size-received', 'x-goog-upload-chunk-granularity']]

const offsetOf = ({ request }: FileParts): number => {
  const told = request.headers['x-goog-upload-offset']
  return typeof told === 'string' && /^\d{1,15}$/.test(told) ? Number(told) : 0
}

const keeperOf = ({ domain, endpoint }: FileParts, { channelId }: MediaUpload): Channel | undefined => {
  const channel = domain.pool.find(channelId)
  const isOpen = channel?.enabled === true && providerOf(channel.type).operations.has(endpoint.operation)
  return isOpen ? channel : undefined
}

/** It is the caller's once that is written down, and only then he is told of it. */
const keep = async (
  { domain, caller }: FileParts,
  bytes: Buffer,
  { channelId, keyPlace }: Pick<MediaUpload, 'channelId' | 'keyPlace'>,
  counted?: CountedCalls,
): Promise<void> => {
  const file = fileIn(parseLenient(bytes.toString('utf8')))
  await domain.files.add(caller.userId, [{ id: file.name, channelId, keyPlace, told: file.told, counted }])
}

const fileIn = (answer: unknown): { name: string; told: JsonObject } => {
  const told = isObject(answer) ? objectAt(answer, 'file') : undefined
  const name = textAt(told, 'name')
  if (told === undefined || name === undefined || !/^files\/[\w-]+$/.test(name)) {
    throw new AttemptFailure({ origin: 'upstream', status: 502, reason: 'malformed' })
  }
  return { name, told }
}
