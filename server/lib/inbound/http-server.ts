import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { removeFrom } from '../remove-from.ts'
import { isDoubtful } from './doubtful-headers.ts'
import { createServer, STATUS_CODES } from './node-http.ts'
import { PlainConnection, type PlainListener } from './plain-connection.ts'

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void

/** For requests that want the connection to become a WebSocket. The connection is the listener's from then on. */
export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Serves requests of the plainest kind without Node's parser; everything else comes to the other listeners. */
export type PlainService = Pick<PlainListener, 'takes' | 'request'>

export type HttpServerDeadlines = {
  /** For the head of a request. */
  headersTimeout: number
  /** For a whole request with its body. Answers may take as long as they like. */
  requestTimeout: number
  /** For the next request on a connection: longer than the balancers in front wait, or they use one we just closed. */
  keepAliveTimeout: number
  /** How often the first two are looked at. */
  connectionsCheckingInterval: number
}

/**
 * An HTTP server with our limits. What breaks them, or HTTP, is answered here with a small JSON text, and the connection
 * is closed: after a request that two readers may understand differently nothing on it can be believed.
 */
export const createHttpServer = (
  listener: RequestListener,
  deadlines = usualDeadlines,
  upgrade?: UpgradeListener,
  plain?: PlainService,
): Server => {
  const server = createServer({
    ...deadlines,
    // Some clients offer HTTP/2 with every call: what is no WebSocket is answered as if nothing had been offered.
    shouldUpgradeCallback: ({ headers }) => upgrade !== undefined && headers.upgrade?.toLowerCase() === 'websocket',
    maxHeaderSize: 16 * 1024,
    insecureHTTPParser: false,
    requireHostHeader: true,
    noDelay: true,
  })
  // A connection serves as many requests as its client likes: ending it after some would make busy clients reconnect,
  // and nothing is kept per connection that grows with its requests.
  server.maxRequestsPerSocket = 0
  // Node drops headers beyond the maximum in silence, so one more than ours is let through to be seen.
  server.maxHeadersCount = mostHeaders + 1
  const responses: ServerResponse[] = []
  openResponses.set(server, responses)
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (draining.has(server)) response.shouldKeepAlive = false
    responses.push(response)
    response.once('close', () => removeFrom(responses, response))
    if (request.rawHeaders.length > 2 * mostHeaders) refuse(response, 431)
    else if (isDoubtful(request.rawHeaders)) refuse(response, 400)
    else if (request.url !== undefined && request.url.length > longestPath) refuse(response, 414)
    else listener(withPathAlone(request), response)
  })
  if (upgrade !== undefined) {
    server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      if (request.rawHeaders.length > 2 * mostHeaders) answerUpgrade(socket, 431)
      else if (isDoubtful(request.rawHeaders)) answerUpgrade(socket, 400)
      else if (request.url !== undefined && request.url.length > longestPath) answerUpgrade(socket, 414)
      else upgrade(withPathAlone(request), socket, head)
    })
  }
  server.on('clientError', answerClientError)
  const sockets: Socket[] = []
  openSockets.set(server, sockets)
  server.on('connection', (socket: Socket) => {
    sockets.push(socket)
    socket.once('close', () => removeFrom(sockets, socket))
  })
  if (plain !== undefined) servePlainly(server, plain, deadlines)
  return server
}

/** Whoever takes a node for a proxy names the whole address: here only the path of it counts. */
const withPathAlone = (request: IncomingMessage): IncomingMessage => {
  const [origin] = /^https?:\/\/[^/?]*/i.exec(request.url ?? '') ?? []
  if (origin !== undefined) request.url = (request.url ?? '').slice(origin.length).replace(/^(?!\/)/, '/')
  return request
}

/** Stands before Node's own listener for connections, which gets those that are not plain. */
const servePlainly = (server: Server, plain: PlainService, deadlines: HttpServerDeadlines): void => {
  const connections: PlainConnection[] = []
  const [own] = server.listeners('connection')
  if (own === undefined) throw new Error('the server does not listen to its connections')
  // seam: the types know listeners by event, and this list only by name
  server.off('connection', own as (socket: Socket) => void)
  const listener: PlainListener = {
    ...plain,
    isClosing: () => draining.has(server),
    handOver: (connection, socket) => {
      removeFrom(connections, connection)
      own.call(server, socket)
    },
  }
  server.on('connection', (socket: Socket) => {
    const connection = new PlainConnection(socket, listener)
    connections.push(connection)
    socket.once('close', () => removeFrom(connections, connection))
  })
  const { headersTimeout, keepAliveTimeout, requestTimeout, connectionsCheckingInterval } = deadlines
  const limits = { firstByteMs: headersTimeout, idleMs: keepAliveTimeout, bodyMs: requestTimeout }
  const check = () => {
    const now = performance.now()
    for (const connection of connections) connection.check(now, limits)
  }
  // Where this process was kept waiting, what clients sent meanwhile is read first: timers come before it.
  const checking = setInterval(() => setImmediate(check), connectionsCheckingInterval).unref()
  server.once('close', () => clearInterval(checking))
  plainConnections.set(server, connections)
}

/**
 * From now on answers say that they are the last on their connection. Goes on for `noticeMs`, so that whoever sends
 * requests here hears from their answers that the server is about to end. Then it takes no new connections, closes idle
 * ones, lets running requests finish until it is `over` and then cuts off whatever is left, upgraded connections too.
 * Resolves when every connection is closed.
 */
export const drain = async (
  server: Server,
  { over, noticeMs = 0 }: { over: Promise<void>; noticeMs?: number },
): Promise<void> => {
  draining.add(server)
  // Those whose head has left have said already that the connection stays.
  for (const response of openResponses.get(server) ?? []) response.shouldKeepAlive = false
  if (noticeMs > 0) await new Promise((resolve) => setTimeout(resolve, noticeMs))
  return close(server, over)
}

const close = (server: Server, over: Promise<void>): Promise<void> =>
  new Promise((resolve) => {
    // A connection becomes idle when its last answer ends, and nothing tells.
    const sweep = setInterval(() => {
      server.closeIdleConnections()
      for (const connection of plainConnections.get(server) ?? []) connection.closeWhenIdle()
    }, 50)
    over.then(() => {
      for (const socket of openSockets.get(server) ?? []) socket.destroy()
    })
    server.close(() => {
      clearInterval(sweep)
      resolve()
    })
  })

const usualDeadlines: HttpServerDeadlines = {
  headersTimeout: 10_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
}

const mostHeaders = 128
const longestPath = 8 * 1024

const draining = new WeakSet<Server>()
const openResponses = new WeakMap<Server, ServerResponse[]>()
const openSockets = new WeakMap<Server, Socket[]>()
const plainConnections = new WeakMap<Server, PlainConnection[]>()

const errorText = (status: number): string => JSON.stringify({ error: { message: STATUS_CODES[status] } })

const refuse = (response: ServerResponse, status: number): void => {
  const text = errorText(status)
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length, connection: 'close' })
  response.end(text)
}

const statusByCode = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
])

const answerClientError = (error: Error & { code?: string }, socket: Duplex): void => {
  // On a connection that has already carried an answer, or a part of one, our text could be taken for the rest of it.
  const isFresh = 'bytesWritten' in socket && socket.bytesWritten === 0
  if (!socket.writable || !isFresh || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  answerUpgrade(socket, statusByCode.get(error.code ?? '') ?? 400)
}

/** Answers on a connection that has no response object, and closes it. */
export const answerUpgrade = (
  socket: Duplex,
  status: number,
  text = errorText(status),
  headers: string[] = [],
): void => {
  socket.on('error', () => socket.destroy())
  const fields = ['content-type', 'application/json', 'content-length', String(Buffer.byteLength(text)), ...headers]
  const lines = fields.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${fields[index + 1]}`] : []))
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, 'connection: close', '', ''].join('\r\n')
  socket.end(head + text, () => socket.destroy())
}
