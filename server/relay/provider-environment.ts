import type { Surroundings } from '#providers/provider.ts'
import { createVendorSurroundings } from '../domain/channels/provider-environment.ts'
import type { Domain } from '../domain/domain.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'

const known = new WeakMap<Domain, Surroundings>()

/** What providers may use of the world: the same for every call. */
export const surroundingsOf = (domain: Domain, outbound: Outbound): Surroundings => {
  const found = known.get(domain)
  if (found !== undefined) return found
  const surroundings = createVendorSurroundings(domain.clock, outbound)
  known.set(domain, surroundings)
  return surroundings
}
