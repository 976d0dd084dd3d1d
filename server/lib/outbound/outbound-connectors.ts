import type { Socket } from 'node:net'
import {
  type AddressPolicy,
  AddressRefused,
  checkHost,
  checkUrl,
  createGuardedLookup,
  type Resolver,
} from './address-guard.ts'
import type { Connect } from './outbound-pool.ts'
import { createTunnelConnector, parseProxy } from './outbound-proxy.ts'
import type { Alone, OutboundOpening } from './outbound-request.ts'
import { buildConnector, undici } from './undici.ts'
import { undiciOptions } from './undici-pool.ts'

type Parts = { operator: AddressPolicy; resolve: Resolver; connectDeadlineMs: number }

/** How connections are made, with every address checked: straight to a server, or through a proxy. */
export const createConnectors = ({ operator, resolve, connectDeadlineMs }: Parts) => {
  const directTo = (policy: AddressPolicy, deadlineMs: number) => ({
    lookup: createGuardedLookup(policy, resolve),
    timeout: deadlineMs,
    allowH2: false,
  })

  const connectorFor = (policy: AddressPolicy, proxy: string | undefined, deadlineMs: number) => {
    const connectDirectly = buildConnector(directTo(policy, deadlineMs))
    if (proxy === undefined) return connectDirectly
    // A proxy resolves names on its own, so nothing a user gave may go through one.
    const parsed = policy.givenBy === 'operator' ? parseProxy(proxy) : null
    if (parsed === null) throw new AddressRefused()
    checkHost(parsed.hostname, policy)
    return createTunnelConnector(parsed, { connectProxy: connectDirectly, connectTls: connectDirectly, deadlineMs })
  }

  const connectTo = (url: URL, proxy: string | undefined): Connect => {
    const { host, protocol, port } = url
    const target = { hostname: url.hostname.replace(/^\[|\]$/g, ''), host, protocol, port }
    if (proxy === undefined && protocol === 'http:' && buffersCanBeShared) {
      const direct = directTo(operator, connectDeadlineMs)
      return (read, done) => {
        const callback = (length: number) => {
          read(readInto.subarray(0, length))
          return true
        }
        const connect = buildConnector({ ...direct, onread: { buffer: readInto, callback } })
        connect(target, (error, socket) => done(error, socket, true))
      }
    }
    const connect = connectorFor(operator, proxy, connectDeadlineMs)
    return (_read, done) => connect(target, (error, socket: Socket | null) => done(error, socket, false))
  }

  const aloneFor = ({ url: asked, policy, proxy, timeoutMs }: OutboundOpening): Alone => {
    const url = checkUrl(asked, policy)
    const connect = connectorFor(policy, proxy, Math.min(connectDeadlineMs, timeoutMs))
    const { Client } = undici()
    return { url, client: new Client(url.origin, { ...undiciOptions, connect }) }
  }

  return { aloneFor, connectorFor, connectTo }
}

/** What is read is taken at once, so one buffer does for all connections: none is made for each piece of each answer. */
const readInto = Buffer.allocUnsafeSlow(64 * 1024)
/** Windows fills the buffers of several connections at the same time. */
const buffersCanBeShared = process.platform !== 'win32'
