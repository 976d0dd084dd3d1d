import type { ChannelFacts, ProviderEnvironment, Wanted } from '#providers/provider.ts'

/** A call as a provider sees it: an ordinary conversation unless said otherwise. */
export const wantedCall = ({
  options = {},
  ...fields
}: Partial<Wanted> & { options?: Record<string, unknown> }): Wanted => ({
  operation: 'chat',
  protocol: 'openai-chat',
  model: 'model',
  stream: false,
  method: 'POST',
  path: '/v1/chat/completions',
  query: '',
  headers: {},
  option: (key) => options[key],
  ...fields,
})

export const channelFacts = (fields: Partial<ChannelFacts> = {}): ChannelFacts => ({
  baseUrl: '',
  other: '',
  organization: '',
  ...fields,
})

/** ProviderEnvironment in which nothing may be fetched unless said otherwise. */
export const stillEnvironment = (fields: Partial<ProviderEnvironment> = {}): ProviderEnvironment => ({
  now: () => Date.UTC(2025, 10, 21, 8, 0, 0),
  fetch: ({ url }) => Promise.reject(new Error(`nothing may be fetched here: ${url}`)),
  ...fields,
})

/** Headers told as names and values in turn. */
export const headerPairs = (headers: readonly string[]): Record<string, string> => {
  const pairs: [string, string][] = []
  for (let place = 0; place < headers.length; place += 2) pairs.push([headers[place] ?? '', headers[place + 1] ?? ''])
  return Object.fromEntries(pairs)
}
