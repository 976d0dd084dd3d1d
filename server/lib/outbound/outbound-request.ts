import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Client, Dispatcher } from 'undici'
import { BodyRefused } from '../body-refused.ts'
import { decodeContent } from '../content-decoding.ts'
import type { AddressPolicy } from './address-guard.ts'

export type OutboundRequest = {
  url: string
  method: Dispatcher.HttpMethod
  headers?: Record<string, string>
  /** What is to be read is sent while it comes. */
  body?: Buffer | string | Readable
  policy: AddressPolicy
  /** For everything together. */
  timeoutMs: number
  /** Of the answer, as sent and as decoded. */
  maximumBytes: number
  proxy?: string | undefined
}

export type OutboundOpening = Pick<OutboundRequest, 'url' | 'method' | 'headers' | 'policy' | 'timeoutMs' | 'proxy'>

export type OutboundReply = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** A client that is used once, and what it is to be asked for. */
export type Alone = { client: Client; url: URL }

/** The time for a whole `request` was over. */
export class OutboundTimeout extends Error {
  override readonly name = 'OutboundTimeout'
  readonly code = 'OUTBOUND_TIMEOUT'
}

/** An answer whose head is there; its body is read as it comes, or destroyed, which ends the connection. */
export type OutboundStream = { status: number; header: (name: string) => string | undefined; body: Readable }

/** The same without waiting for the body. `timeoutMs` is the longest silence. */
export const openOnce = async (
  { client, url }: Alone,
  { method, headers = {}, timeoutMs }: OutboundOpening,
): Promise<OutboundStream> => {
  const late = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs }
  try {
    const reply = await client.request({ method, path: `${url.pathname}${url.search}`, headers, reset: true, ...late })
    reply.body.once('close', () => client.destroy())
    // Whoever abandons a body does not want to hear that it was abandoned.
    reply.body.on('error', () => {})
    return { status: reply.statusCode, header: (name) => [reply.headers[name] ?? []].flat()[0], body: reply.body }
  } catch (error) {
    client.destroy()
    throw error
  }
}

/** Makes one request on a client of its own, which is ended with it. */
export const requestOnce = async ({ client, url }: Alone, request: OutboundRequest): Promise<OutboundReply> => {
  const { method, headers = {}, body = '', timeoutMs, maximumBytes } = request
  const late = setTimeout(() => client.destroy(new OutboundTimeout('No answer in time')), timeoutMs)
  try {
    const call = { method, path: `${url.pathname}${url.search}`, headers, body, reset: true }
    const reply = await collect(client, { ...call, headersTimeout: 0, bodyTimeout: 0 }, maximumBytes)
    const encoding = reply.headers['content-encoding'] ?? ''
    return { ...reply, body: await decodeContent(reply.body, encoding, maximumBytes) }
  } finally {
    clearTimeout(late)
    client.destroy()
  }
}

const collect = (client: Client, call: Dispatcher.DispatchOptions, maximumBytes: number): Promise<OutboundReply> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let received = 0
    let status = 0
    let headers: IncomingHttpHeaders = {}
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => {},
      onResponseStart(controller, startStatus, startHeaders) {
        status = startStatus
        headers = startHeaders
        if (Number(headers['content-length']) > maximumBytes) controller.abort(new BodyRefused('too_large'))
      },
      onResponseData(controller, chunk) {
        received += chunk.length
        if (received > maximumBytes) controller.abort(new BodyRefused('too_large'))
        else chunks.push(chunk)
      },
      onResponseEnd: () => resolve({ status, headers, body: Buffer.concat(chunks, received) }),
      onResponseError: (_controller, error) => reject(error),
    }
    client.dispatch(call, handler)
  })
