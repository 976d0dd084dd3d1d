import type { Domain } from '../../domain/domain.ts'
import type { ClientRequest } from '../../lib/inbound/plain-request.ts'
import { queryOf } from '../call.ts'
import { type CarriesKey, readCredentials } from '../credentials.ts'

/** What the pieces of a file are sent to: whoever has it needs to show no key besides. */
export const mediaAddress = (
  { options }: Pick<Domain, 'options'>,
  { headers: { host = '', 'x-forwarded-proto': scheme } }: ClientRequest,
  id: string,
): string => {
  const asked = `${scheme === 'https' ? 'https' : 'http'}://${host}`
  const site = options.get('ServerAddress').replace(/\/$/, '') || asked
  return `${site}/upload/v1beta/files?upload_id=${id}&upload_protocol=resumable`
}

/** The upload that an address is of; undefined where it is of none. */
export const uploadIdOf = (request: Pick<ClientRequest, 'url'>): string | undefined =>
  new URLSearchParams(queryOf(request)).get('upload_id') ?? undefined

/**
 * A piece of a file that comes without a key comes with that by which the file was begun. An address is told further than
 * a key is: nothing else opens by it.
 */
export const withUploadersKey = async (
  { mediaUploads }: Pick<Domain, 'mediaUploads'>,
  request: ClientRequest,
): Promise<CarriesKey> => {
  const id = request.method === 'POST' ? uploadIdOf(request) : undefined
  if (id === undefined || readCredentials(request) !== undefined) return request
  const upload = await mediaUploads.find(id)
  return upload === undefined ? request : { url: '', headers: { authorization: `Bearer ${upload.callerKey}` } }
}
