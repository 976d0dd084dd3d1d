import type { ProtocolName } from '#protocols/protocol.ts'

/** What a provider reads of a channel. */
export type ChannelFacts = {
  /** Without a trailing slash; empty when the provider's own address is meant. */
  baseUrl: string
  /** The provider's extra field; its meaning is in `otherHint`. */
  other: string
  organization: string
}

export type UpstreamAddress = { origin: string; path: string }

/** A vendor: its address, how it knows us, the dialects it speaks, its quirks. */
export type Provider = {
  /** The number channels are stored with. */
  type: number
  name: string
  label: string
  /** Empty: the operator must give one. */
  baseUrl: string
  keyHint: string
  /** Empty: this provider has no extra field. */
  otherHint: string
  models: readonly string[]
  protocols: readonly ProtocolName[]
  address: (facts: ChannelFacts, model: string, protocol: ProtocolName) => UpstreamAddress
  /** Names and values in turn. */
  headers: (facts: ChannelFacts, key: string) => string[]
}

/** The usual way to say who we are. */
export const bearer = (_facts: ChannelFacts, key: string): string[] => ['authorization', `Bearer ${key}`]

const known = new Map<string, UpstreamAddress>()
const mostKnown = 10_000

/** Cuts an address into what a connection needs and what a request line needs; remembered, as parsing takes its time. */
export const splitAddress = (address: string): UpstreamAddress => {
  const found = known.get(address)
  if (found !== undefined) return found
  const url = new URL(address)
  const split = { origin: url.origin, path: url.pathname + url.search }
  if (known.size >= mostKnown) known.clear()
  known.set(address, split)
  return split
}
