import type { IncomingHttpHeaders } from 'node:http'
import { buildConnector, Client, type Dispatcher, errors, Pool } from 'undici'
import {
  type AddressPolicy,
  AddressRefused,
  checkHost,
  checkUrl,
  createGuardedLookup,
  createSystemResolver,
  type Resolver,
} from './address-guard.ts'
import { createTunnelConnector, parseProxy } from './outbound-proxy.ts'
import { type OutboundReply, type OutboundRequest, requestOnce } from './outbound-request.ts'

export type OutboundController = Dispatcher.DispatchController

/** What happens to a dispatched request, in this order; one of the last two comes last. */
export type OutboundHandler = {
  onRequestStart: (controller: OutboundController) => void
  /** Called for informational answers (status 1xx) too. */
  onResponseStart: (controller: OutboundController, status: number, headers: IncomingHttpHeaders, text?: string) => void
  onResponseData: (controller: OutboundController, chunk: Buffer) => void
  onResponseEnd: (controller: OutboundController, trailers: IncomingHttpHeaders) => void
  /** Without a controller when the request was never begun; then it may be called before `dispatch` returns. */
  onResponseError: (controller: OutboundController | null, error: Error) => void
}

type OutboundTarget = {
  origin: string
  path: string
  method: Dispatcher.HttpMethod
  /** Names and values in turn. */
  headers: string[]
  body: Buffer | null
  proxy?: string | undefined
}

/** Both in milliseconds, kept to within about a second; 0 is none. The idle deadline rests while the answer is paused. */
type OutboundDeadlines = { firstByteMs: number; idleMs: number }

export type Outbound = {
  /** The relay's way out: bytes to a channel an operator made, over connections kept open. Never throws. */
  dispatch: (target: OutboundTarget, handler: OutboundHandler, deadlines: OutboundDeadlines) => void
  /** One call on a connection of its own. A redirect is an answer like any other: nothing is followed. */
  request: (request: OutboundRequest) => Promise<OutboundReply>
  /** For addresses that an operator gave. */
  operator: AddressPolicy
  /** Ends every connection, and what still runs on it. */
  close: () => Promise<void>
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
  resolve?: Resolver
  connectDeadlineMs?: number
  maximumOrigins?: number
}

/** The only way out to other servers: every address is checked, and the connection is made to the address checked. */
export const createOutbound = (options: OutboundOptions): Outbound => {
  const { allowPrivate, resolve = createSystemResolver(), connectDeadlineMs = 10_000, maximumOrigins = 512 } = options
  const operator: AddressPolicy = { givenBy: 'operator', privateNetworks: allowPrivate }
  const pools = new Map<string, KeptPool>()
  let uses = 0
  let isClosed = false

  const connectorFor = (policy: AddressPolicy, proxy: string | undefined, deadlineMs: number) => {
    const direct = { lookup: createGuardedLookup(policy, resolve), timeout: deadlineMs, allowH2: false }
    if (proxy === undefined) return buildConnector(direct)
    // A proxy resolves names on its own, so nothing a user gave may go through one.
    const parsed = policy.givenBy === 'operator' ? parseProxy(proxy) : null
    if (parsed === null) throw new AddressRefused()
    checkHost(parsed.hostname, policy)
    const connectProxy = buildConnector(direct)
    return createTunnelConnector(parsed, { connectProxy, connectTls: connectProxy, deadlineMs })
  }

  const openPool = (origin: string, proxy: string | undefined): KeptPool => {
    if (isClosed) throw new errors.ClientClosedError()
    const url = checkUrl(origin, operator)
    const connect = connectorFor(operator, proxy, connectDeadlineMs)
    return { pool: new Pool(url, { ...connectionOptions, connect, connections: mostConnections }), lastUse: 0 }
  }

  const poolFor = (origin: string, proxy: string | undefined): Pool => {
    const key = proxy === undefined ? origin : `${origin} ${proxy}`
    let kept = pools.get(key)
    if (kept === undefined) {
      kept = openPool(origin, proxy)
      if (pools.size >= maximumOrigins) closeLeastUsed(pools)
      pools.set(key, kept)
    }
    uses += 1
    kept.lastUse = uses
    return kept.pool
  }

  return {
    operator,
    dispatch(target, handler, { firstByteMs, idleMs }) {
      const { method, path, headers, body } = target
      let pool: Pool
      try {
        pool = poolFor(target.origin, target.proxy)
      } catch (error) {
        handler.onResponseError(null, error instanceof Error ? error : new AddressRefused())
        return
      }
      pool.dispatch({ method, path, headers, body, headersTimeout: firstByteMs, bodyTimeout: idleMs }, handler)
    },

    async request(request) {
      const url = checkUrl(request.url, request.policy)
      const connect = connectorFor(request.policy, request.proxy, Math.min(connectDeadlineMs, request.timeoutMs))
      return requestOnce(new Client(url.origin, { ...connectionOptions, connect }), url, request)
    },

    async close() {
      isClosed = true
      await Promise.all([...pools.values()].map(({ pool }) => pool.destroy()))
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

type KeptPool = { pool: Pool; lastUse: number }

const mostConnections = 2048
const connectionOptions = {
  pipelining: 1,
  allowH2: false,
  // Shorter than balancers commonly keep idle connections, so that we rarely send on one that is just being closed.
  keepAliveTimeout: 30_000,
  keepAliveMaxTimeout: 60_000,
  maxHeaderSize: 32 * 1024,
}

const closeLeastUsed = (pools: Map<string, KeptPool>): void => {
  let [least, earliest] = ['', Number.POSITIVE_INFINITY]
  for (const [key, { lastUse }] of pools) if (lastUse < earliest) [least, earliest] = [key, lastUse]
  // Closing waits for what still runs on it; new requests to the same origin open another.
  pools.get(least)?.pool.close()
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
