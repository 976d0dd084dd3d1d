import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a call comes from our own pages, or from no page at all. Browsers say so themselves where they can; over plain
 * HTTP they send only the page's origin, which must then be one of our addresses.
 */
export const isSameSite = (headers: IncomingHttpHeaders, ownAddresses: readonly (string | undefined)[]): boolean => {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const origin = headers.origin
  if (origin === undefined) return true
  if (!URL.canParse(origin)) return false
  const { host } = new URL(origin)
  return host === headers.host || ownAddresses.some((address) => hostOf(address) === host)
}

const hostOf = (address: string | undefined): string | undefined =>
  address !== undefined && URL.canParse(address) ? new URL(address).host : undefined
