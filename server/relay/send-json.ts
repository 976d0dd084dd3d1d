import type { ClientResponse } from '../lib/inbound/plain-response.ts'
import { type Trace, traceHeaders } from './trace.ts'

export const bytesOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

export const sendJson = (response: ClientResponse, body: Buffer, trace: Trace): void => {
  const head = ['content-type', 'application/json', 'content-length', String(body.length)]
  response.writeHead(200, [...head, ...traceHeaders(trace)])
  response.end(body)
}
