import type { ProviderEnvironment } from '#providers/provider.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Outbound } from '../../lib/outbound/outbound.ts'

/** What providers may use of the world: the clock, and calls of their own, through the channel's proxy if it has one. */
export const createProviderEnvironment = (
  clock: Clock,
  outbound: Pick<Outbound, 'request' | 'operator'>,
  proxy?: string,
): ProviderEnvironment => ({
  now: () => clock.now(),
  fetch: async ({ url, method, headers, body }) => {
    const reply = await outbound.request({
      url,
      method,
      headers: { ...headers },
      ...(body === undefined ? {} : { body }),
      policy: outbound.operator,
      timeoutMs: 30_000,
      maximumBytes: 1024 * 1024,
      proxy,
    })
    return { status: reply.status, body: reply.body.toString('utf8') }
  },
})
