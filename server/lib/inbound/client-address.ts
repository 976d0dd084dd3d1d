import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { ClientRequest } from './plain-request.ts'

export type AddressEntry = { readonly network: ipaddr.IPv4 | ipaddr.IPv6; readonly bits: number }

/**
 * Tells who a request comes from: the peer of the socket, or, where that peer is a trusted proxy, the nearest address
 * in X-Forwarded-For that is not one. Anything further left was written by the client and proves nothing.
 */
export const createClientAddress = (trusted: readonly AddressEntry[]): ((request: ClientRequest) => string) => {
  if (trusted.length === 0) return (request) => peerAddress(request)
  return function clientAddress(request) {
    const forwarded = request.headers['x-forwarded-for']
    let address = peerAddress(request)
    if (typeof forwarded !== 'string') return address
    const hops = forwarded.split(',')
    while (hops.length > 0 && matchesAddress(address, trusted)) {
      const previous = readHop(hops.pop() ?? '')
      if (previous === null) return address
      address = previous
    }
    return address
  }
}

/** Whether one of the entries is, or contains, the address. */
export const matchesAddress = (text: string, entries: readonly AddressEntry[]): boolean => {
  if (isIP(text) === 0) return false
  const address = ipaddr.process(text)
  return entries.some(({ network, bits }) => network.kind() === address.kind() && address.match(network, bits))
}

/** Reads single addresses and CIDR ranges, one a line or parted by commas. Any line that is neither is told, not dropped. */
export const parseAddressList = (text: string): { ok: true; entries: AddressEntry[] } | { ok: false; line: string } => {
  const entries: AddressEntry[] = []
  for (const part of text.split(/[\n,]/)) {
    const line = part.trim()
    if (line === '') continue
    const entry = parseEntry(line)
    if (entry === null) return { ok: false, line: line.slice(0, 64) }
    entries.push(entry)
  }
  return { ok: true, entries }
}

/** Who is counted as one: an IPv4 address, and the 64 bits of an IPv6 address that one customer has for himself. */
export const addressBlock = (address: string): string => {
  if (isIP(address) !== 6) return address
  const parsed = ipaddr.process(address)
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toNormalizedString().split(':').slice(0, 4).join(':')
}

const mappedPrefix = '::ffff:'

const peerAddress = (request: ClientRequest): string => normalise(request.socket.remoteAddress ?? '')

/** A socket that listens on both families tells an IPv4 peer as an IPv6 address. */
const normalise = (address: string): string =>
  address.startsWith(mappedPrefix) && address.includes('.') ? address.slice(mappedPrefix.length) : address

/** Some proxies write the port too: `203.0.113.7:4711` or `[2001:db8::7]:4711`. */
const readHop = (text: string): string | null => {
  const hop = text.trim()
  const bare = /^\[(.+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop
  return isIP(bare) === 0 || bare.includes('%') ? null : ipaddr.process(bare).toString()
}

const parseEntry = (line: string): AddressEntry | null => {
  const [address = '', bits, ...rest] = line.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || rest.length > 0) return null
  const network = ipaddr.process(address)
  if (bits === undefined) return { network, bits: widthOf(network) }
  // A range of mapped addresses is the range of the IPv4 addresses they stand for.
  const length = /^\d{1,3}$/.test(bits) ? Number(bits) - (family === 6 && network.kind() === 'ipv4' ? 96 : 0) : -1
  return length < 0 || length > widthOf(network) ? null : { network, bits: length }
}

const widthOf = (network: AddressEntry['network']): number => (network.kind() === 'ipv4' ? 32 : 128)
