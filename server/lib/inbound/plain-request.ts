import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { isOneHost } from './doubtful-headers.ts'

/** What is read of a request, whoever took it apart. */
export type ClientRequest = IncomingMessage | PlainRequest

/** A request of the plainest kind: all of its head came in one piece, and the length of its body is told. */
export class PlainRequest {
  readonly method = 'POST'
  readonly httpVersion = '1.1'
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly socket: Socket
  /** A promise where the body is still on its way; rejects with `BodyRefused`. */
  readonly body: Buffer | Promise<Buffer>
  /** How far it has come, where it is on its way. */
  readonly arrival: BodyArrival | undefined

  constructor({ url, headers }: PlainHead, socket: Socket, body: Buffer | Promise<Buffer>, arrival?: BodyArrival) {
    this.url = url
    this.headers = headers
    this.socket = socket
    this.body = body
    this.arrival = arrival
  }
}

export type BodyArrival = {
  readonly received: number
  /** Told whenever more came. */
  onMore: ((received: number) => void) | undefined
}

export type PlainHead = { url: string; headers: IncomingHttpHeaders; bodyLength: number }

export const longestPlainHead = 16 * 1024
/** Larger bodies are left to Node, which knows how to let a sender wait. */
const longestPlainBody = 4 * 1024 * 1024

/**
 * Reads the head of a request, up to and with its last line break; undefined unless it is of the plainest kind. Only
 * what every reader of HTTP understands alike passes: visible ASCII, one header of a name, nothing that changes how
 * the body ends or what becomes of the connection. Whatever else there is goes to Node's parser.
 */
export const readPlainHead = (text: string): PlainHead | undefined => {
  if (!plainHead.test(text)) return undefined
  const lower = text.toLowerCase()
  const headers: Record<string, string> = {}
  let start = text.indexOf('\r\n') + 2
  while (start < text.length) {
    const end = text.indexOf('\r\n', start)
    const colon = text.indexOf(':', start)
    const name = lower.slice(start, colon)
    if (headers[name] !== undefined || special.has(name)) return undefined
    headers[name] = text.slice(colon + 1, end).trim()
    start = end + 2
  }
  const { connection, host, 'content-length': length } = headers
  if (host === undefined || !isOneHost(host) || length === undefined || !wholeNumber.test(length)) return undefined
  if (connection !== undefined && !keepAlive.test(connection)) return undefined
  const bodyLength = Number(length)
  return bodyLength > longestPlainBody ? undefined : { url: text.slice(5, text.indexOf(' ', 5)), headers, bodyLength }
}

/** At most 100 headers and a path of 8 kB: what is longer is Node's to refuse. */
const plainHead = /^POST \/[!-~]{0,8191} HTTP\/1\.1\r\n(?:[!#$%&'*+\-.^_`|~\dA-Za-z]+:[\t -~]*\r\n){1,100}$/

const wholeNumber = /^\d{1,7}$/
const keepAlive = /^keep-alive$/i

/** They say how the body is written, or want something of the connection; the last would touch the object itself. */
const special: ReadonlySet<string> = new Set([
  'transfer-encoding',
  'content-encoding',
  'expect',
  'upgrade',
  'te',
  'trailer',
  'proxy-connection',
  'http2-settings',
  '__proto__',
])
