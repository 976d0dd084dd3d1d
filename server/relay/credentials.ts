import { ApplicationError } from '#contract/errors.ts'
import { realtime } from '#protocols/index.ts'
import { taskPlatforms } from '#protocols/tasks/index.ts'
import { isLiveToken } from '../domain/people/live-tokens.ts'
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
  // The dashes in such a one are its own.
  if (isSessionKey(text) || isLiveToken(text)) return { key: text, pin: undefined }
  const own = text.startsWith('sk-') ? text.slice(3) : text
  const dash = own.indexOf('-')
  const key = dash < 0 ? own : own.slice(0, dash)
  return key === '' ? undefined : { key, pin: dash < 0 ? undefined : own.slice(dash + 1) }
}

/** Clients of some platforms have a header of their own, and beside it a word in the usual place that is no key. */
const platformHeaders = taskPlatforms.flatMap(({ keyHeader }) => keyHeader ?? [])

type Found = { key: string; place: string }

/** Nearly every call has its key in the usual place and in no other, and every call is looked at. */
const findKey = (request: CarriesKey): string | undefined =>
  isElsewhere(request) ? findElsewhere(request) : bare(request.headers.authorization)

const keyHeaders = [...platformHeaders, 'x-api-key', 'api-key', 'x-goog-api-key', 'sec-websocket-protocol']

const isElsewhere = ({ headers, url }: CarriesKey): boolean => {
  for (const name of keyHeaders) if (headers[name] !== undefined) return true
  return url?.includes('?') === true
}

const findElsewhere = ({ headers, url }: CarriesKey): string | undefined => {
  let found = ofPlatform(headers) ?? at('authorization', bare(headers.authorization))
  found = agreed(found, at('x-api-key', one(headers['x-api-key'])))
  found = agreed(found, at('api-key', one(headers['api-key'])))
  found = agreed(found, at('x-goog-api-key', one(headers['x-goog-api-key'])))
  if (url?.includes('?')) found = agreed(found, ofQuery(url))
  if (headers['sec-websocket-protocol'] !== undefined) {
    found = agreed(found, at('sec-websocket-protocol', realtime.keyOf(headers)))
  }
  return found?.key
}

const at = (place: string, key: string | undefined): Found | undefined =>
  key === undefined ? undefined : { key, place }

const ofPlatform = (headers: ClientRequest['headers']): Found | undefined => {
  for (const name of platformHeaders) {
    const found = at(name, one(headers[name]))
    if (found !== undefined) return found
  }
  return undefined
}

const agreed = (found: Found | undefined, other: Found | undefined): Found | undefined => {
  if (found !== undefined && other !== undefined && found.key !== other.key) {
    throw new ApplicationError('keys_differ', { one: found.place, other: other.place })
  }
  return found ?? other
}

const bare = (header: string | undefined): string | undefined => {
  if (header === undefined) return undefined
  const text = beginsWithBearer(header) ? header.slice(bearer.length).trim() : header.trim().replace(/^token\s+/i, '')
  return text === '' ? undefined : text
}

const bearer = 'bearer '

const beginsWithBearer = (header: string): boolean => header.startsWith('Bearer ') || /^bearer(?:\s|$)/i.test(header)

const one = (header: string | string[] | undefined): string | undefined => {
  if (header === undefined) return undefined
  const text = (typeof header === 'string' ? header : header[0])?.trim()
  return text === '' ? undefined : text
}

const ofQuery = (url: string): Found | undefined => {
  let found: Found | undefined
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  for (const name of keyParameters) {
    for (const each of query.getAll(name)) found = agreed(found, at(`?${name}=`, one(each)))
  }
  return found
}

/** Where a query has the key: what clients call it by, and what keys for browsers are called. */
export const keyParameters = ['key', 'access_token'] as const

/** Whether it could be one of ours: by its looks alone, which tell nothing of the keys that there are. */
export const looksLikeKey = ({ key }: Credentials): boolean => /^[A-Za-z0-9]{48}$/.test(key)
