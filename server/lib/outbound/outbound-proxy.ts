import { isIPv4, isIPv6, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { buildConnector } from 'undici'
import { errors } from './undici.ts'

type Connector = buildConnector.connector

/** A proxy as it was written in a setting: `http`, `https` or `socks5`, with or without `user:password@`. */
export type Proxy = {
  protocol: 'http:' | 'https:' | 'socks5:'
  hostname: string
  port: string
  username: string
  password: string
}

/** The proxy did not open the way: it refused, asked for other credentials or spoke something else. */
class ProxyFailed extends Error {
  override readonly name = 'ProxyFailed'
  readonly code = 'PROXY_FAILED'
}

/** Reads the address of a proxy, or answers null. */
export const parseProxy = (text: string): Proxy | null => {
  const [, scheme, rest] = /^(https?|socks5h?):\/\/([^\s\\#?]+)$/i.exec(text) ?? []
  if (scheme === undefined || rest === undefined) return null
  // Only for http(s) does `URL` bring every spelling of an address to one.
  const url = URL.parse(`http://${rest}`)
  if (url === null || url.pathname !== '/') return null
  const protocol = protocols.get(scheme.toLowerCase()) ?? 'http:'
  const username = decoded(url.username)
  const password = decoded(url.password)
  if (username === null || password === null) return null
  // `URL` drops the port it takes for the usual one, which is that of http.
  const port = /:(\d+)\/?$/.exec(rest)?.[1] ?? usualPorts[protocol]
  return { protocol, hostname: withoutBrackets(url.hostname), port, username, password }
}

/**
 * Connects through a proxy: to the proxy with `connectProxy`, on to the target by CONNECT or SOCKS5, and with
 * `connectTls` inside the tunnel where the target speaks TLS. The proxy resolves the target's name.
 */
export const createTunnelConnector = (
  proxy: Proxy,
  connectors: { connectProxy: Connector; connectTls: Connector; deadlineMs: number },
): Connector => {
  const { connectProxy, connectTls, deadlineMs } = connectors
  const openTunnel = proxy.protocol === 'socks5:' ? openSocksTunnel : openHttpTunnel
  return function connectThroughProxy(target, callback) {
    const port = target.port === '' ? usualPorts[target.protocol === 'https:' ? 'https:' : 'http:'] : target.port
    const { hostname } = proxy
    const protocol = proxy.protocol === 'https:' ? 'https:' : 'http:'
    connectProxy({ hostname, host: hostname, protocol, port: proxy.port }, (error, socket) => {
      if (error !== null) {
        callback(error, null)
        return
      }
      const late = setTimeout(() => socket.destroy(new errors.ConnectTimeoutError()), deadlineMs)
      openTunnel(socket, proxy, { hostname: withoutBrackets(target.hostname), port: Number(port) })
        .finally(() => clearTimeout(late))
        .then(
          () => {
            if (target.protocol === 'https:') connectTls({ ...target, httpSocket: socket }, callback)
            else callback(null, socket)
          },
          (reason: unknown) => {
            socket.destroy()
            callback(reason instanceof Error ? reason : new ProxyFailed('The proxy failed'), null)
          },
        )
    })
  }
}

const protocols = new Map<string, Proxy['protocol']>([
  ['http', 'http:'],
  ['https', 'https:'],
  ['socks5', 'socks5:'],
  ['socks5h', 'socks5:'],
])

const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

type Destination = { hostname: string; port: number }

const usualPorts = { 'http:': '80', 'https:': '443', 'socks5:': '1080' }

const openHttpTunnel = async (socket: Socket, proxy: Proxy, { hostname, port }: Destination): Promise<void> => {
  const { username, password } = proxy
  const credentials = Buffer.from(`${username}:${password}`).toString('base64')
  const authorization = username === '' ? '' : `proxy-authorization: Basic ${credentials}\r\n`
  const authority = `${isIPv6(hostname) ? `[${hostname}]` : hostname}:${port}`
  const reader = createReader(socket)
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\n${authorization}\r\n`)
  const head = await reader.until('\r\n\r\n')
  const [, status] = /^HTTP\/1\.[01] (\d{3})\b/.exec(head) ?? []
  if (status !== '200') throw new ProxyFailed(`The proxy answered CONNECT with ${status ?? 'no HTTP'}`)
  reader.release()
}

const openSocksTunnel = async (socket: Socket, proxy: Proxy, { hostname, port }: Destination): Promise<void> => {
  const reader = createReader(socket)
  const withPassword = proxy.username !== ''
  socket.write(Buffer.from(withPassword ? [5, 2, 0, 2] : [5, 1, 0]))
  const [version, method] = await reader.bytes(2)
  if (version !== 5 || (method !== 0 && !(method === 2 && withPassword)))
    throw new ProxyFailed('The proxy accepts no way to sign in')
  if (method === 2) {
    socket.write(Buffer.concat([Buffer.from([1]), counted(proxy.username), counted(proxy.password)]))
    const [, status] = await reader.bytes(2)
    if (status !== 0) throw new ProxyFailed('The proxy refused the credentials')
  }
  const portBytes = Buffer.from([port >> 8, port & 0xff])
  socket.write(Buffer.concat([Buffer.from([5, 1, 0]), socksAddress(hostname), portBytes]))
  const [, reply, , kind] = await reader.bytes(4)
  if (reply !== 0) throw new ProxyFailed(`The proxy answered with SOCKS error ${reply}`)
  const [length = 0] = kind === 3 ? await reader.bytes(1) : [kind === 4 ? 16 : 4]
  await reader.bytes(length + 2)
  reader.release()
}

const counted = (text: string): Buffer => {
  const bytes = Buffer.from(text)
  if (bytes.length > 255) throw new ProxyFailed('A name is too long for SOCKS')
  return Buffer.concat([Buffer.from([bytes.length]), bytes])
}

const socksAddress = (hostname: string): Buffer => {
  if (isIPv4(hostname)) return Buffer.from([1, ...ipaddr.parse(hostname).toByteArray()])
  if (isIPv6(hostname)) return Buffer.from([4, ...ipaddr.parse(hostname).toByteArray()])
  return Buffer.concat([Buffer.from([3]), counted(hostname)])
}

/** A proxy's answer is a few hundred bytes. */
const longestAnswer = 16 * 1024

/** Takes just the bytes of the proxy's answers from the socket and leaves what follows to the tunnel. */
const createReader = (socket: Socket) => {
  let taken: Buffer = Buffer.alloc(0)
  let failure: Error | null = null
  let wake = () => {}
  const onReadable = () => wake()
  const onFailure = (error?: unknown) => {
    failure ??= error instanceof Error ? error : new ProxyFailed('The proxy closed the connection')
    wake()
  }
  socket.on('readable', onReadable).on('error', onFailure).on('end', onFailure).on('close', onFailure)

  const more = async (): Promise<void> => {
    if (failure !== null) throw failure
    if (taken.length > longestAnswer) throw new ProxyFailed('The answer of the proxy is too long')
    const chunk: Buffer | null = socket.read()
    if (chunk !== null) taken = Buffer.concat([taken, chunk])
    else
      await new Promise<void>((resolve) => {
        wake = resolve
      })
  }
  const take = (count: number): Buffer => {
    const answer = taken.subarray(0, count)
    taken = taken.subarray(count)
    return answer
  }

  return {
    async bytes(count: number): Promise<Buffer> {
      while (taken.length < count) await more()
      return take(count)
    },
    async until(mark: string): Promise<string> {
      while (!taken.includes(mark)) await more()
      return take(taken.indexOf(mark) + mark.length).toString('latin1')
    },
    release(): void {
      if (failure !== null) throw failure
      socket.off('readable', onReadable).off('error', onFailure).off('end', onFailure).off('close', onFailure)
      if (taken.length > 0) socket.unshift(taken)
    },
  }
}
