import type { ProviderEnvironment } from '#providers/provider.ts'
import { createProviderEnvironment } from '../domain/channels/provider-environment.ts'
import type { Domain } from '../domain/domain.ts'
import type { Outbound } from '../lib/outbound/outbound.ts'

type Live = Pick<Domain, 'clock'>

const known = new WeakMap<Live, ProviderEnvironment>()

/** What providers may use of the world: the same for every call. */
export const providerEnvironmentOf = (domain: Live, outbound: Outbound): ProviderEnvironment => {
  const found = known.get(domain)
  if (found !== undefined) return found
  const environment = createProviderEnvironment(domain.clock, outbound)
  known.set(domain, environment)
  return environment
}
