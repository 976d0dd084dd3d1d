import type { ProtocolName } from '#protocols/protocol.ts'
import { type ChannelFacts, choosableDialects, type Provider, type Wanted } from './provider.ts'

/** Which dialects a provider speaks when told to, whatever the client speaks; with fewer than two there is no choice. */
export const obeyedDialects = (provider: Provider): ProtocolName[] => {
  const obeyed = choosableDialects.filter((dialect) => isObeyed(provider, dialect))
  return obeyed.length < 2 ? [] : obeyed
}

const isObeyed = (provider: Provider, dialect: ProtocolName): boolean => {
  const other = choosableDialects.find((choice) => choice !== dialect) ?? dialect
  try {
    return provider.route({ ...facts, dialect }, { ...conversation, protocol: other }, '').dialect === dialect
  } catch {
    // Its address is made of what only a real channel has, and so is its dialect.
    return false
  }
}

const facts: ChannelFacts = { baseUrl: 'https://upstream.invalid', other: '', organization: '' }

const conversation: Omit<Wanted, 'protocol'> = {
  operation: 'chat',
  model: 'any',
  stream: false,
  method: 'POST',
  path: '/',
  query: '',
  headers: {},
  option: () => undefined,
}
