import type { IncomingMessage } from 'node:http'
import type { RelayEndpoint } from './endpoints.ts'

/** A key, and the channel that its owner pins: `sk-KEY`, or `sk-KEY-CHANNEL`. */
export type Credentials = { key: string; pin: string | undefined }

/** The key from wherever clients of the endpoint's dialect put it. */
export const readCredentials = (endpoint: RelayEndpoint, request: IncomingMessage): Credentials | undefined => {
  const text = findKey(endpoint, request)
  if (text === undefined) return undefined
  const key = text.startsWith('sk-') ? text.slice(3) : text
  if (key === '') return undefined
  const dash = key.indexOf('-')
  return dash < 0 ? { key, pin: undefined } : { key: key.slice(0, dash), pin: key.slice(dash + 1) }
}

const findKey = (endpoint: RelayEndpoint, { headers, url }: IncomingMessage): string | undefined => {
  const { authorization } = headers
  if (endpoint.kind === 'models' || endpoint.kind === 'model') {
    return bare(authorization) ?? one(headers['x-api-key']) ?? geminiKey(headers['x-goog-api-key'], url)
  }
  if (endpoint.operation === 'realtime') return subprotocolKey(headers['sec-websocket-protocol']) ?? bare(authorization)
  switch (endpoint.protocol) {
    case 'anthropic-messages':
      return one(headers['x-api-key']) ?? bare(authorization)
    case 'gemini-generate':
    case 'gemini-embeddings':
      return geminiKey(headers['x-goog-api-key'], url) ?? bare(authorization)
    default:
      return bare(authorization)
  }
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

const geminiKey = (header: string | string[] | undefined, url: string | undefined): string | undefined => {
  const mark = url?.indexOf('?') ?? -1
  const key = mark < 0 ? null : new URLSearchParams(url?.slice(mark + 1)).get('key')
  return one(header) ?? (key === null || key === '' ? undefined : key)
}

const keyItem = 'openai-insecure-api-key.'

const subprotocolKey = (header: string | undefined): string | undefined =>
  header
    ?.split(',')
    .map((item) => item.trim())
    .find((item) => item.startsWith(keyItem))
    ?.slice(keyItem.length)
