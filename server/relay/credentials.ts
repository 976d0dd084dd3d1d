import { ApplicationError } from '#contract/errors.ts'
import { realtime } from '#protocols/index.ts'
import { taskPlatforms } from '#protocols/tasks/index.ts'
import { isSessionKey } from '../domain/people/session-keys.ts'
import type { ClientRequest } from '../lib/inbound/plain-request.ts'

/** The parts of a request that a key may stand in. */
export type CarriesKey = Pick<ClientRequest, 'headers' | 'url'>

/** A key, and the channel that its owner pins: `sk-KEY`, or `sk-KEY-CHANNEL`. */
export type Credentials = { key: string; pin: string | undefined }

/**
 * The key from wherever any client puts it, whichever dialect it speaks. The same one may stand in several places; of two
 * different ones nobody knows which is meant.
 */
export const readCredentials = (request: CarriesKey): Credentials | undefined => {
  const text = findKey(request)
  if (text === undefined) return undefined
  if (isSessionKey(text)) return { key: text, pin: undefined }
  const key = text.startsWith('sk-') ? text.slice(3) : text
  if (key === '') return undefined
  const dash = key.indexOf('-')
  return dash < 0 ? { key, pin: undefined } : { key: key.slice(0, dash), pin: key.slice(dash + 1) }
}

/** Clients of some platforms have a header of their own, and beside it a word in the usual place that is no key. */
const platformHeaders = taskPlatforms.flatMap(({ keyHeader }) => keyHeader ?? [])

const findKey = ({ headers, url }: CarriesKey): string | undefined => {
  let key = ofPlatform(headers) ?? bare(headers.authorization)
  key = agreed(key, one(headers['x-api-key']))
  key = agreed(key, one(headers['api-key']))
  key = agreed(key, one(headers['x-goog-api-key']))
  if (url?.includes('?')) key = agreed(key, ofQuery(url))
  return headers['sec-websocket-protocol'] === undefined ? key : agreed(key, realtime.keyOf(headers))
}

const ofPlatform = (headers: ClientRequest['headers']): string | undefined => {
  for (const name of platformHeaders) {
    const key = one(headers[name])
    if (key !== undefined) return key
  }
  return undefined
}

const agreed = (key: string | undefined, other: string | undefined): string | undefined => {
  if (key !== undefined && other !== undefined && key !== other) throw new ApplicationError('keys_differ')
  return key ?? other
}

const bare = (header: string | undefined): string | undefined => {
  if (header === undefined) return undefined
  const text = beginsWithBearer(header) ? header.slice(bearer.length).trim() : header.trim()
  return text === '' ? undefined : text
}

const bearer = 'bearer '

const beginsWithBearer = (header: string): boolean => header.startsWith('Bearer ') || /^bearer(?:\s|$)/i.test(header)

const one = (header: string | string[] | undefined): string | undefined => {
  if (header === undefined) return undefined
  const text = (typeof header === 'string' ? header : header[0])?.trim()
  return text === '' ? undefined : text
}

const ofQuery = (url: string): string | undefined => {
  let key: string | undefined
  for (const each of new URLSearchParams(url.slice(url.indexOf('?') + 1)).getAll('key')) key = agreed(key, one(each))
  return key
}
