import { ApplicationError } from '#contract/errors.ts'
import { ProtocolError } from '#protocols/failure.ts'
import type { BodyRoom } from '../../lib/inbound/body-intake.ts'
import { queryOf } from '../call.ts'
import { bytesOf, sendJson } from '../send-json.ts'
import type { FileParts } from './coming-body.ts'
import { askKeeper } from './files.ts'
import { uploadIdOf } from './media-address.ts'
import { beginMedia, continueMedia, storeMedia } from './media-upload.ts'

/** The same as `answerFile` in the dialect of contents, whose files have names and come in pieces. */
export const answerMediaFile = (parts: FileParts, room: BodyRoom): Promise<void> => {
  const { endpoint, request } = parts
  if (request.method !== 'POST') {
    if (endpoint.parameter === '') return listMedia(parts)
    const isContent = endpoint.path.endsWith(':download')
    return askKeeper(parts, { id: `files/${endpoint.parameter}`, place: 'name', isContent })
  }
  const id = uploadIdOf(request)
  if (id !== undefined) return continueMedia(parts, id, room)
  const command = request.headers['x-goog-upload-command']
  return command === undefined ? storeMedia(parts, room) : beginMedia(parts, room)
}

const listMedia = async ({ domain, caller, request, response, trace }: FileParts): Promise<void> => {
  const query = new URLSearchParams(queryOf(request))
  const limit = Number(query.get('pageSize') ?? usuallyListed)
  if (!Number.isInteger(limit) || limit < 1 || limit > mostListed) {
    throw new ProtocolError('pageSize', `must be a whole number from 1 to ${mostListed}`)
  }
  const after = query.get('pageToken') ?? ''
  const wanted = { named: true, purpose: '', order: 'desc', after, limit: limit + 1 } as const
  const found = await domain.files.list(caller.userId, wanted)
  if (found === undefined) throw new ApplicationError('thing_missing', { place: 'pageToken', id: after.slice(0, 128) })
  const page = found.slice(0, limit)
  const now = domain.clock.now()
  const files = page.map(({ told }) => told).filter(({ expirationTime: end }) => !isPast(end, now))
  const next = found.length > limit ? page.at(-1)?.id : undefined
  sendJson(response, bytesOf({ files, nextPageToken: next }), trace)
}

const usuallyListed = 10
const mostListed = 100

const isPast = (moment: unknown, now: number): boolean => typeof moment === 'string' && Date.parse(moment) <= now
