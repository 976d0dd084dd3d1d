import { hintsOf } from '../cache-hints.ts'
import type { CacheHint, ChatRequest } from '../chat.ts'
import type { JsonObject } from '../json/json.ts'

/** Hands out the members that mark where the upstream's cache should reach to, in the order they are asked for. */
export type CacheMarks = { of: (hint: CacheHint | undefined) => JsonObject }

const mostMarks = 4

/** Of too many marks the last ones stay: they reach furthest. */
export const createCacheMarks = (request: ChatRequest): CacheMarks => {
  const hints = hintsOf(request)
  let excess = hints.length - mostMarks
  // The longest there is stands for a day. Lifetimes must not grow along a prompt, so those of marks are left alone.
  const isLong = request.cacheRetention === '24h' && hints.every(({ lifetime }) => lifetime === undefined)
  return {
    of: (hint) => {
      if (hint === undefined) return {}
      if (excess > 0) {
        excess -= 1
        return {}
      }
      const lifetime = isLong ? '1h' : hint.lifetime
      return { cache_control: { type: 'ephemeral', ...(lifetime === undefined ? {} : { ttl: lifetime }) } }
    },
  }
}
