import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket, type Server as TcpServer } from 'node:net'
import { afterEach, describe } from 'vitest'
import type { AddressPolicy, Resolver } from '#server/lib/outbound/address-guard.ts'
import {
  classifyTransportError,
  createOutbound,
  type Outbound,
  type OutboundHandler,
  type OutboundOptions,
} from '#server/lib/outbound/outbound.ts'

/** What tests of the way out share: ways out and servers of all kinds, which are closed after each test. */

export const user: AddressPolicy = { givenBy: 'user' }
export const operator: AddressPolicy = { givenBy: 'operator', privateNetworks: true }
export const patient = { firstByteMs: 20_000, idleMs: 20_000 }

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

export const outbound = (options: Partial<OutboundOptions> = {}): Outbound => {
  const created = createOutbound({ allowPrivate: true, ...options })
  closing.push(() => created.close())
  return created
}

type MakeOutbound = (options?: Partial<OutboundOptions>) => Outbound

/** Runs the same tests with our own client and with undici's in its place. */
export const eachClient = (name: string, define: (outbound: MakeOutbound) => void): void =>
  describe.each([
    ['our own client', true],
    ['undici’s', false],
  ] as const)(`${name} with %s`, (_, ownClient) => define((options = {}) => outbound({ ownClient, ...options })))

const listening = async <Listener extends Server | TcpServer>(server: Listener): Promise<number> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  // seam: a server that listens on a port has an address with one
  return (server.address() as AddressInfo).port
}

/** An upstream that keeps what it was asked. */
export const upstream = async (answer: RequestListener = (_, response) => response.end('hello')) => {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  })
  const port = await listening(server)
  closing.push(() => server.closeAllConnections())
  return { port, asked, origin: `http://127.0.0.1:${port}`, server }
}

/** A TCP server that does what it is told with each connection. */
export const tcp = async (onConnection: (socket: Socket) => void) => {
  const sockets = new Set<Socket>()
  const port = await listening(
    createTcpServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
      onConnection(socket)
    }),
  )
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
  })
  return { port, sockets }
}

type Events = Partial<Pick<OutboundHandler, 'onRequestStart' | 'onResponseStart' | 'onResponseData'>>
type Sent = { origin: string; path?: string; body?: string; proxy?: string; headers?: string[] }

/** Dispatches and gives what came back. */
export const send = (client: Outbound, target: Sent, deadlines = patient, events: Events = {}) =>
  new Promise<{ statuses: number[]; body: string }>((resolve, reject) => {
    const statuses: number[] = []
    const chunks: Buffer[] = []
    const { origin, path = '/', body = '', proxy, headers = [] } = target
    client.dispatch(
      { origin, path, method: 'POST', headers, body: Buffer.from(body), proxy },
      {
        onRequestStart: (controller) => events.onRequestStart?.(controller),
        onResponseStart(controller, status, responseHeaders) {
          statuses.push(status)
          events.onResponseStart?.(controller, status, responseHeaders)
        },
        onResponseData(controller, chunk) {
          chunks.push(chunk)
          events.onResponseData?.(controller, chunk)
        },
        onResponseEnd: () => resolve({ statuses, body: Buffer.concat(chunks).toString() }),
        onResponseError: (_, error) => reject(error),
      },
      deadlines,
    )
  })

/** A connection takes the next request one turn of the event loop after its last answer. */
export const connectionFree = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

export const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'no failure',
    (error: unknown) => error,
  )
export const fault = async (work: Promise<unknown>) => classifyTransportError(await failure(work))

/** Answers every name with the next of these addresses. */
export const resolver = (...addresses: string[][]): Resolver & { asked: string[] } => {
  const asked: string[] = []
  const resolve: Resolver = (hostname, _, callback) => {
    const found = addresses[asked.length] ?? []
    asked.push(hostname)
    callback(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return Object.assign(resolve, { asked })
}
