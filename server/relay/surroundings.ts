import type { Surroundings } from '#providers/provider.ts'
import type { Domain } from '../domain/domain.ts'
import type { Outbound } from '../lib/outbound.ts'

const known = new WeakMap<Domain, Surroundings>()

/** What providers may use of the world: the clock, and calls of their own for tokens. */
export const surroundingsOf = (domain: Domain, outbound: Outbound): Surroundings => {
  const found = known.get(domain)
  if (found !== undefined) return found
  const surroundings: Surroundings = {
    now: () => domain.clock.now(),
    fetch: async ({ url, method, headers, body }) => {
      const reply = await outbound.request({
        url,
        method,
        headers: { ...headers },
        ...(body === undefined ? {} : { body }),
        policy: outbound.operator,
        timeoutMs: 30_000,
        maximumBytes: 1024 * 1024,
      })
      return { status: reply.status, body: reply.body.toString('utf8') }
    },
  }
  known.set(domain, surroundings)
  return surroundings
}
