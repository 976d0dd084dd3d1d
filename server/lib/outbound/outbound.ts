import type { Socket } from 'node:net'
import { removeFrom } from '../remove-from.ts'
import { type AddressPolicy, AddressRefused, checkUrl, createSystemResolver, type Resolver } from './address-guard.ts'
import type { ExchangePool } from './exchange-pool.ts'
import { tickMs } from './outbound-connection.ts'
import { createConnectors } from './outbound-connectors.ts'
import {
  type OutboundController,
  type OutboundDeadlines,
  OutboundExchange,
  type OutboundHandler,
  type OutboundHeaders,
  type OutboundTarget,
} from './outbound-exchange.ts'
import { OutboundPool } from './outbound-pool.ts'
import {
  type OutboundOpening,
  type OutboundReply,
  type OutboundRequest,
  type OutboundStream,
  openOnce,
  requestOnce,
} from './outbound-request.ts'
import { errors } from './undici.ts'
import { UndiciPool } from './undici-pool.ts'

export type { OutboundController, OutboundHandler, OutboundHeaders }

export type Outbound = {
  /** The relay's way out: bytes to a channel an operator made, over connections kept open. Never throws. */
  dispatch: (target: OutboundTarget, handler: OutboundHandler, deadlines: OutboundDeadlines) => void
  /** A connection to an operator's address for what is no HTTP after its first answer; TLS is spoken on it already. */
  connect: (origin: string, proxy: string | undefined) => Promise<Socket>
  /** One call on a connection of its own. A redirect is an answer like any other: nothing is followed. */
  request: (request: OutboundRequest) => Promise<OutboundReply>
  /** The same for what may be large: its body is read while it comes. */
  open: (opening: OutboundOpening) => Promise<OutboundStream>
  /** For addresses that an operator gave. */
  operator: AddressPolicy
  /** Ends what was dispatched, and what is yet to be, with an `OutboundStopped`; for the end of a process. */
  stop: () => void
  /** Told at `stop`, unless what is answered was called before: for who speaks on a connection of its own. */
  whenStopped: (stopped: () => void) => () => void
  /** Ends every connection, and what still runs on it. */
  close: () => Promise<void>
}

/** The process ends: the other side did nothing wrong. */
export class OutboundStopped extends Error {
  override readonly name = 'OutboundStopped'
}

/** What went wrong on the way to another server and back. */
export type TransportFault =
  /** No connection came about: nothing was sent. */
  | 'connect'
  | 'tls'
  /** Connected, but no answer, or no more of it, within the deadline. */
  | 'timeout'
  /** The connection broke. */
  | 'reset'
  | 'refused_address'
  /** What came is not HTTP as agreed, or too much of it. */
  | 'protocol'
  /** We ended it ourselves. */
  | 'aborted'

export type OutboundOptions = {
  allowPrivate: boolean
  /** False: what is dispatched goes by undici's client. */
  ownClient?: boolean
  resolve?: Resolver
  connectDeadlineMs?: number
  maximumOrigins?: number
}

/** The only way out to other servers: every address is checked, and the connection is made to the address checked. */
export const createOutbound = (options: OutboundOptions): Outbound => {
  const { allowPrivate, ownClient = true, resolve = createSystemResolver() } = options
  const { connectDeadlineMs = 10_000, maximumOrigins = 512 } = options
  const operator: AddressPolicy = { givenBy: 'operator', privateNetworks: allowPrivate }
  const pools = new Map<string, KeptPool>()
  /** Connections that were handed out. */
  const connections: Socket[] = []
  /** Those that were given up with something still running on them are watched too. */
  const watched = new Set<ExchangePool>()
  let watching: NodeJS.Timeout | undefined
  let uses = 0
  let isClosed = false
  let isStopped = false
  const stopListeners = new Set<() => void>()

  const { aloneFor, connectorFor, connectTo } = createConnectors({ operator, resolve, connectDeadlineMs })

  const openPool = (origin: string, proxy: string | undefined): KeptPool => {
    if (isClosed) throw new errors.ClientClosedError()
    const url = checkUrl(origin, operator)
    const pool = ownClient
      ? new OutboundPool(url.host, connectTo(url, proxy))
      : new UndiciPool(url, connectorFor(operator, proxy, connectDeadlineMs))
    watched.add(pool)
    watching ??= setInterval(watch, tickMs).unref()
    return { pool, lastUse: 0 }
  }

  const watch = (): void => {
    for (const pool of watched) {
      pool.tick()
      if (pool.isOver) watched.delete(pool)
    }
  }

  const poolFor = (origin: string, proxy: string | undefined): ExchangePool => {
    const key = proxy === undefined ? origin : `${origin} ${proxy}`
    let kept = pools.get(key)
    if (kept === undefined) {
      kept = openPool(origin, proxy)
      if (pools.size >= maximumOrigins) retireLeastUsed(pools)
      pools.set(key, kept)
    }
    uses += 1
    kept.lastUse = uses
    return kept.pool
  }

  return {
    operator,
    dispatch(target, handler, deadlines) {
      try {
        if (isStopped) throw new OutboundStopped()
        const pool = poolFor(target.origin, target.proxy)
        pool.send(new OutboundExchange(target, pool.host, handler, deadlines))
      } catch (error) {
        handler.onResponseError(null, error instanceof Error ? error : new AddressRefused())
      }
    },

    async connect(origin, proxy) {
      if (isClosed) throw new errors.ClientClosedError()
      const { hostname, host, protocol, port } = checkUrl(origin, operator)
      const connect = connectorFor(operator, proxy, connectDeadlineMs)
      const target = { hostname: hostname.replace(/^\[|\]$/g, ''), host, protocol, port }
      const socket = await new Promise<Socket>((resolve, reject) =>
        connect(target, (error, opened) => (error === null ? resolve(opened) : reject(error))),
      )
      connections.push(socket)
      socket.once('close', () => removeFrom(connections, socket))
      return socket
    },

    request: async (request) => requestOnce(aloneFor(request), request),

    open: async (opening) => openOnce(aloneFor(opening), opening),

    stop() {
      isStopped = true
      for (const stopped of stopListeners) stopped()
      for (const pool of watched) pool.destroy(new OutboundStopped())
      pools.clear()
    },

    whenStopped(stopped) {
      stopListeners.add(stopped)
      return () => stopListeners.delete(stopped)
    },

    async close() {
      isClosed = true
      for (const socket of connections) socket.destroy()
      clearInterval(watching)
      for (const pool of watched) pool.destroy(new errors.ClientDestroyedError())
      pools.clear()
    },
  }
}

/** Tells the kind of an error that the outbound client reported. */
export const classifyTransportError = (error: unknown): TransportFault => {
  if (error instanceof AddressRefused) return 'refused_address'
  if (!(error instanceof Error)) return 'protocol'
  if (error.name === 'AbortError') return 'aborted'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return faultByCode.get(code) ?? (tlsCode.test(code) ? 'tls' : 'protocol')
}

type KeptPool = { pool: ExchangePool; lastUse: number }

const retireLeastUsed = (pools: Map<string, KeptPool>): void => {
  let [least, earliest] = ['', Number.POSITIVE_INFINITY]
  for (const [key, { lastUse }] of pools) if (lastUse < earliest) [least, earliest] = [key, lastUse]
  // What still runs on it goes on; new requests to the same origin open another.
  pools.get(least)?.pool.retire()
  pools.delete(least)
}

const codes: [TransportFault, string][] = [
  ['connect', 'ECONNREFUSED ENOTFOUND EAI_AGAIN EAI_FAIL EAI_NODATA EAI_NONAME EHOSTUNREACH ENETUNREACH EHOSTDOWN'],
  ['connect', 'ENETDOWN EADDRNOTAVAIL EACCES EPERM EMFILE ENFILE ENOBUFS UND_ERR_CONNECT_TIMEOUT PROXY_FAILED'],
  ['timeout', 'UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT ETIMEDOUT OUTBOUND_TIMEOUT'],
  ['reset', 'ECONNRESET ECONNABORTED EPIPE UND_ERR_SOCKET UND_ERR_DESTROYED UND_ERR_CLOSED'],
  ['aborted', 'UND_ERR_ABORTED UND_ERR_ABORT'],
]
const faultByCode = new Map(codes.flatMap(([fault, list]) => list.split(' ').map((code) => [code, fault] as const)))

/** Node reports OpenSSL's own codes and a list of certificate faults without a common beginning. */
const tlsCode =
  /^(ERR_TLS|ERR_SSL|ERR_OSSL|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH|EPROTO$)/
