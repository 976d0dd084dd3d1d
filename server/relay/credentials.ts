import { protocolOf, realtime } from '#protocols/index.ts'
import type { ClientRequest } from '../lib/inbound/plain-request.ts'
import type { RelayEndpoint } from './endpoints.ts'

/** A key, and the channel that its owner pins: `sk-KEY`, or `sk-KEY-CHANNEL`. */
export type Credentials = { key: string; pin: string | undefined }

/** The key from wherever clients of the endpoint's dialect put it. */
export const readCredentials = (endpoint: RelayEndpoint, request: ClientRequest): Credentials | undefined => {
  const text = findKey(endpoint, request)
  if (text === undefined) return undefined
  const key = text.startsWith('sk-') ? text.slice(3) : text
  if (key === '') return undefined
  const dash = key.indexOf('-')
  return dash < 0 ? { key, pin: undefined } : { key: key.slice(0, dash), pin: key.slice(dash + 1) }
}

const findKey = (endpoint: RelayEndpoint, { headers, url }: ClientRequest): string | undefined => {
  const { kind, protocol } = endpoint
  if (endpoint.kind === 'task') {
    const { keyHeader } = endpoint.task.platform
    return (keyHeader === undefined ? undefined : one(headers[keyHeader])) ?? bare(headers.authorization)
  }
  const ofSocket = kind === 'realtime' ? realtime.keyOf(headers) : undefined
  if (ofSocket !== undefined) return ofSocket
  const places = protocolOf(protocol).keyPlaces
  const ofDialect = places && (one(headers[places.header]) ?? ofQuery(places.parameter, url))
  return ofDialect ?? bare(headers.authorization)
}

const bare = (header: string | undefined): string | undefined => {
  if (header === undefined) return undefined
  const text = /^bearer\s/i.test(header) ? header.slice(7).trim() : header.trim()
  return text === '' ? undefined : text
}

const one = (header: string | string[] | undefined): string | undefined => {
  const text = (typeof header === 'string' ? header : header?.[0])?.trim()
  return text === '' ? undefined : text
}

const ofQuery = (parameter: string | undefined, url: string | undefined): string | undefined => {
  const mark = url?.indexOf('?') ?? -1
  if (parameter === undefined || mark < 0) return undefined
  const key = new URLSearchParams(url?.slice(mark + 1)).get(parameter)
  return key === null || key === '' ? undefined : key
}
