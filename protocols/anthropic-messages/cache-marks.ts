import type { CacheHint, ChatRequest } from '../chat.ts'
import type { JsonObject } from '../json/json.ts'

/** Hands out the members that mark where the upstream's cache should reach to, in the order they are asked for. */
export type CacheMarks = { of: (hint: CacheHint | undefined) => JsonObject }

const mostMarks = 4

/** Of too many marks the last ones stay: they reach furthest. */
export const createCacheMarks = (request: ChatRequest): CacheMarks => {
  let excess = countHints(request) - mostMarks
  return {
    of: (hint) => {
      if (hint === undefined) return {}
      if (excess > 0) {
        excess -= 1
        return {}
      }
      return { cache_control: { type: 'ephemeral', ...(hint.lifetime === undefined ? {} : { ttl: hint.lifetime }) } }
    },
  }
}

const countHints = ({ tools, system, messages }: ChatRequest): number => {
  let count = 0
  const note = (holder: { cache?: CacheHint }) => {
    if (holder.cache !== undefined) count += 1
  }
  tools.forEach(note)
  system.forEach(note)
  for (const message of messages) {
    for (const part of message.parts) {
      if ('cache' in part) note(part)
      if (part.type === 'tool_result') part.parts.forEach(note)
    }
  }
  return count
}
