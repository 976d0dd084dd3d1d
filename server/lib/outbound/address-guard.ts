import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Whose word an address is. What a user gives may only reach the public internet; what an operator gives may reach
 * private networks too where the installation allows it. Cloud metadata and link-local addresses are reached by nobody.
 */
export type AddressPolicy = { givenBy: 'user' } | { givenBy: 'operator'; privateNetworks: boolean }

export type Resolver = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

/** The one answer to every refused address: it tells neither which rule refused it nor what is there. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
  readonly code = 'ADDRESS_REFUSED'
  constructor() {
    super('The address is not allowed')
  }
}

/** Parses a URL and throws `AddressRefused` unless it is a plain http(s) URL whose host the policy may reach. */
export const checkUrl = (text: string, policy: AddressPolicy): URL => {
  if (text.length > longestUrl || unclear.test(text) || !plainStart.test(text) || credentials.test(text)) {
    throw new AddressRefused()
  }
  const url = URL.parse(text)
  if (url === null || !isPortAllowed(url.port, policy)) throw new AddressRefused()
  checkHost(url.hostname, policy)
  return url
}

/** Throws `AddressRefused` for a literal address the policy refuses, in any spelling that `URL` normalises. */
export const checkHost = (hostname: string, policy: AddressPolicy): void => {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
  const allowed = isIP(host) === 0 ? host !== '' && !metadataNames.has(host) : isAddressAllowed(host, policy)
  if (!allowed) throw new AddressRefused()
}

/** Whether the policy may connect to an address. Anything that is not an address is not allowed. */
export const isAddressAllowed = (text: string, policy: AddressPolicy): boolean => {
  if (isIP(text) === 0 || text.includes('%')) return false
  const address = ipaddr.parse(text)
  if (policy.givenBy === 'user' || !policy.privateNetworks) {
    return !isWithin(address, specialPurpose) && !isWithin(address, neverReached)
  }
  if (address.range() === 'loopback') return true
  return !isWithin(address, neverReached) && !isWithin(carriedIpv4(address), neverReached)
}

/**
 * A lookup for `net.connect`: the name is resolved once, every address found must be allowed, and the connection is
 * made to just those, so that no second answer of the name server can slip in between.
 */
export const createGuardedLookup = (policy: AddressPolicy, resolve: Resolver): LookupFunction => {
  return function guardedLookup(hostname, options, callback) {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error !== null || first === undefined) {
        // A user must not learn from the wording which internal names exist.
        callback(policy.givenBy === 'user' || error === null ? new AddressRefused() : error, '')
      } else if (!addresses.every(({ address }) => isAddressAllowed(address, policy))) {
        callback(new AddressRefused(), '')
      } else if (options.all === true) {
        callback(null, addresses)
      } else {
        callback(null, first.address, first.family)
      }
    })
  }
}

/**
 * The system's resolver, asked once for all who want the same name at the same time: it works in the few threads that
 * files and compression use too, and a slow name server must not hold all of them.
 */
export const createSystemResolver = (): Resolver => {
  const waiting = new Map<string, Parameters<Resolver>[2][]>()
  return function resolveBySystem(hostname, options, callback) {
    const question = `${hostname} ${options.family ?? 0} ${options.hints ?? 0}`
    const others = waiting.get(question)
    if (others !== undefined) {
      others.push(callback)
      return
    }
    const callbacks = [callback]
    waiting.set(question, callbacks)
    lookup(hostname, options, (error, addresses) => {
      waiting.delete(question)
      for (const answer of callbacks) answer(error, addresses)
    })
  }
}

const longestUrl = 8192
/** Characters that `URL` drops or rewrites, so that two readers see two different hosts; and the fragment. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const unclear = /[\u0000-\u0020\u007f-\u00a0\\#]/
const plainStart = /^https?:\/\/[^/]/i
const credentials = /^[^/]*\/\/[^/?]*@/

/** Well-known services above 1023 that answer, or act on, a line of plain text. */
const servicePorts = new Set(
  '1433 1521 2049 2375 2376 2379 2380 3306 3389 5432 5672 5900 5984 6000 6379 6443 6667 9042 9092 9200 9300 10250 11211 27017 27018'
    .split(' ')
    .map(Number),
)

const isPortAllowed = (port: string, policy: AddressPolicy): boolean => {
  if (port === '' || policy.givenBy === 'operator') return true
  const number = Number(port)
  return number < 1024 ? number === 80 || number === 443 : !servicePorts.has(number)
}

const metadataNames = new Set([
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
])

type Address = ReturnType<typeof ipaddr.parse>

const ranges = (text: string) => text.trim().split(/\s+/).map(ipaddr.parseCIDR)

const isWithin = (address: Address, list: ReturnType<typeof ranges>): boolean =>
  list.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))

/** IANA's special-purpose registries: whatever is not a globally routed single host, and what carries such in itself. */
const specialPurpose = ranges(`
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24
  192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24
  224.0.0.0/4 240.0.0.0/4
  ::/96 ::ffff:0:0/96 ::ffff:0:0:0/96 64:ff9b::/96 64:ff9b:1::/48 100::/64 100:0:0:1::/64 2001::/23 2001:db8::/32
  2002::/16 2620:4f:8000::/48 3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8
`)

/** Link-local, multicast and reserved ranges, tunnels, and the metadata services of the large clouds. */
const neverReached = ranges(`
  0.0.0.0/8 169.254.0.0/16 224.0.0.0/4 240.0.0.0/4 100.100.100.200/32 168.63.129.16/32 192.0.0.192/32
  ::/96 ::ffff:0:0:0/96 64:ff9b:1::/48 2001::/32 2002::/16 fe80::/10 fec0::/10 ff00::/8
  fd00:ec2::/32 fd20:ce::254/128
`)

const carriers = ranges('::ffff:0:0/96 64:ff9b::/96')

/** The IPv4 address that a mapped or NAT64 address stands for, or the address itself. */
const carriedIpv4 = (address: Address): Address =>
  isWithin(address, carriers) ? ipaddr.fromByteArray(address.toByteArray().slice(12)) : address
