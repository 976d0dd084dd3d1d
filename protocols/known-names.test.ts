import { expect, it } from 'vitest'
import { findEndpoint } from '#server/relay/find-endpoint.ts'
import { translatedRequests, typicalRequests } from '#testing/typical-requests.ts'
import { protocolOf } from './index.ts'
import type { MemberNames } from './json/member-names.ts'
import { memberNamesOf } from './known-names.ts'

/** The same value, which tells what is read of it, and under what. */
const watched = (value: unknown, known: MemberNames['known'], read: Set<string>): unknown => {
  if (typeof value !== 'object' || value === null) return value
  return new Proxy(value, {
    get: (target, name, receiver) => {
      const item: unknown = Reflect.get(target, name, receiver)
      if (typeof name === 'string' && !Array.isArray(target)) read.add(name)
      const isFree = typeof name === 'string' && known.get(name) === 'free'
      return typeof item === 'function' || isFree ? item : watched(item, known, read)
    },
  })
}

it.each([...typicalRequests, ...translatedRequests])(
  'every name that a price, a limit or a translation goes by is known: $title',
  ({ path, body }) => {
    const endpoint = findEndpoint('POST', path, {})
    if (endpoint === undefined || endpoint === 'wrong_method') throw new Error(`${path} is no path of the relay`)
    const protocol = protocolOf(endpoint.protocol)
    const { known } = memberNamesOf(protocol)
    const read = new Set<string>()
    const request = Object(watched(body, known, read))
    protocol.request.outline(request)
    if (protocol.common !== undefined && endpoint.kind === 'call') protocol.common.client.readRequest(request)
    expect([...read].filter((name) => name !== 'toJSON' && !known.has(name))).toEqual([])
  },
)

it('a name that is known by its fold is known as it is written', () => {
  for (const protocol of ['openai-chat', 'anthropic-messages', 'gemini-generate'] as const) {
    const { known, folded, fold } = memberNamesOf(protocolOf(protocol))
    for (const name of known.keys()) expect(known.has(folded.get(fold(name)) ?? '')).toBe(true)
  }
})
