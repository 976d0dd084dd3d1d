import type { IncomingHttpHeaders } from 'node:http'
import ipaddr from 'ipaddr.js'

/** Whatever stands between the client and us writes one of these, or should. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const
const nearRanges = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal'])

/**
 * Whether a call was made on this machine under a name of its own. A page of another host can have its name lead here
 * (DNS rebinding), but it cannot change the name that the browser asks for.
 */
export const isLocalCall = (headers: IncomingHttpHeaders, address: string): boolean =>
  proxyHeaders.every((name) => headers[name] === undefined) &&
  isLocalName(headers.host ?? '') &&
  ipaddr.isValid(address) &&
  nearRanges.has(ipaddr.process(address).range())

const isLocalName = (host: string): boolean => {
  if (!URL.canParse(`http://${host}`)) return false
  const { hostname } = new URL(`http://${host}`)
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
