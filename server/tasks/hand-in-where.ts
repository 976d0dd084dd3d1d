import { CredentialsRefused } from '#providers/provider.ts'
import type { Domain } from '../domain/domain.ts'
import { learn } from '../relay/attempt.ts'
import type { AttemptParts } from '../relay/attempt-parts.ts'
import type { Caller } from '../relay/authenticate.ts'
import type { Call } from '../relay/call.ts'
import { AttemptFailure, refusedCredentials } from '../relay/failure.ts'
import type { Trace } from '../relay/trace.ts'
import { type Once, tryChannels } from '../relay/try-channels.ts'

type HandedIn = { caller: Caller; call: Call; trace: Trace }

/** Hands work in to one channel after the other, until one has taken it or said no; what it learns of them it notes. */
export const handInWhere = <Taken>(
  domain: AttemptParts['domain'] & Pick<Domain, 'conversations' | 'retryBudget'>,
  { caller, call, trace }: HandedIn,
  handIn: Once<Taken>,
  blamesChannel: (taken: Taken) => boolean = () => false,
): Promise<Taken> => {
  const { model } = call.outline
  return tryChannels(domain, caller, call, trace, async (channel, key) => {
    const begunAt = domain.clock.monotonic()
    const elapsed = () => domain.clock.monotonic() - begunAt
    domain.health.begin(channel.id, model)
    try {
      const taken = await handIn(channel, key)
      trace.attempts.push({ channel: channel.id, status: 200, ms: Math.round(elapsed()) })
      if (blamesChannel(taken)) domain.health.failed(channel.id, model, { reason: 'task_declined' })
      else domain.health.succeeded(channel.id, model, elapsed())
      return taken
    } catch (error) {
      const failure = error instanceof CredentialsRefused ? refusedCredentials(error) : error
      if (failure instanceof AttemptFailure) {
        const ms = Math.round(elapsed())
        trace.attempts.push({ channel: channel.id, status: failure.status, ms, error: failure.reason })
        learn({ domain, caller, call }, channel, key, failure)
      } else domain.health.abandoned(channel.id, model)
      throw failure
    }
  })
}
