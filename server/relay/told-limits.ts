import { type RateLimits, readRateLimits } from '#protocols/rate-limits.ts'
import type { Channel } from '../domain/channels/channel.ts'
import type { Domain } from '../domain/domain.ts'
import type { Caller } from './authenticate.ts'
import type { Call } from './call.ts'
import type { UpstreamAnswer } from './send.ts'

/**
 * The limits that the upstream tells with an answer, where the operator wants them told on and they are those of the only
 * account that can answer: the limits of one account of several would tell the client nothing true.
 */
export const limitsOfUpstream = (
  { clock, options, pool }: Pick<Domain, 'clock' | 'options' | 'pool'>,
  caller: Caller,
  call: Call,
  channel: Channel,
  answer: UpstreamAnswer,
): RateLimits | undefined => {
  if (!options.get('UpstreamRateLimitsTold')) return undefined
  const isAlone = caller.pinnedChannel !== undefined || pool.candidates(caller.group, call.outline.model).length === 1
  const hasOneKey = channel.keys.length === 1 || caller.pinnedKey !== undefined
  return isAlone && hasOneKey ? readRateLimits((name) => answer.headers.get(name), clock.now()) : undefined
}
