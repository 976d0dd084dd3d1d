import type { IncomingMessage } from 'node:http'
import { ApplicationError } from '#contract/errors.ts'
import { protocols } from '#protocols/index.ts'
import { isObject, type JsonObject } from '#protocols/json.ts'
import { type Protocol, ProtocolError, type RequestOutline } from '#protocols/protocol.ts'
import { parseJson } from '../lib/json-limits.ts'
import { readBody } from '../lib/request-body.ts'
import type { RelayEndpoint } from './endpoints.ts'

/** What is asked: bytes read once, parsed once. */
export type Call = {
  endpoint: RelayEndpoint
  protocol: Protocol
  bytes: Buffer
  body: JsonObject
  outline: RequestOutline
}

const largestBody = 32 * 1024 * 1024

export const readCall = async (endpoint: RelayEndpoint, request: IncomingMessage): Promise<Call> => {
  const protocol = protocols[endpoint.protocol]
  const bytes = await readBody(request, { maximumBytes: largestBody, deadlineMs: 60_000 })
  const body = parse(bytes)
  try {
    return { endpoint, protocol, bytes, body, outline: protocol.request.outline(body) }
  } catch (error) {
    if (error instanceof ProtocolError) throw new ApplicationError('request_invalid', { reason: error.message }, error)
    throw error
  }
}

const parse = (bytes: Buffer): JsonObject => {
  const parsed = parseJson(bytes)
  if (!parsed.ok) throw new ApplicationError(parsed.fault === 'too_complex' ? 'body_too_deep' : 'body_malformed')
  if (!isObject(parsed.value)) throw new ApplicationError('body_malformed')
  return parsed.value
}
