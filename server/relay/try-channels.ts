import { ApplicationError } from '#contract/errors.ts'
import { ProtocolError } from '#protocols/failure.ts'
import { providerOf } from '#providers/index.ts'
import type { Channel } from '../domain/channels/channel.ts'
import type { Domain } from '../domain/domain.ts'
import type { Caller } from './authenticate.ts'
import type { Call } from './call.ts'
import { choose, lengthRefusal, restingRefusal } from './choose.ts'
import { conversationOf } from './conversation.ts'
import { AttemptFailure, mayRetry } from './failure.ts'
import { noChannel } from './offered-models.ts'
import type { Trace } from './trace.ts'

/** One try at one channel, with one of its keys. */
export type Once<Result> = (channel: Channel, key: string) => Promise<Result>

/** One channel after the other, until one has answered, nothing is left, or trying on would only make things worse. */
export const tryChannels = async <Result>(
  domain: Pick<Domain, 'options' | 'pool' | 'health' | 'keys' | 'conversations' | 'retryBudget'>,
  caller: Caller,
  call: Call,
  trace: Trace,
  once: Once<Result>,
): Promise<Result> => {
  const mostAttempts = caller.pinnedChannel === undefined ? 1 + domain.options.get('RetryTimes') : 1
  domain.retryBudget.earn()
  const conversation = conversationOf(domain, caller, call)
  let lastFailure: AttemptFailure | ProtocolError | undefined
  let isRetry = false
  while (trace.attempts.length < mostAttempts) {
    const channel = choose(domain, caller, call, trace, conversation)
    if (channel === undefined) break
    if (isRetry && !domain.retryBudget.spend()) break
    isRetry = false
    const key = caller.pinnedKey ?? domain.keys.next(channel, conversation)
    trace.mark('route')
    try {
      const result = await once(channel, key)
      if (conversation !== undefined) domain.conversations.answered(conversation.digest, channel, key)
      return result
    } catch (error) {
      if (error instanceof ProtocolError) {
        // Another channel may speak a dialect that can say it.
        trace.skip(channel.id, 'cannot_express')
        lastFailure ??= error
        continue
      }
      if (!(error instanceof AttemptFailure)) throw error
      lastFailure = error
      if (!mayRetry(error)) break
      isRetry = true
    }
  }
  if (lastFailure !== undefined) throw lastFailure
  if (trace.skipped.some(({ reason }) => reason === 'resting' || reason === 'keys_benched')) {
    throw restingRefusal(domain, caller, call)
  }
  if (trace.skipped.some(({ reason }) => reason === 'too_long')) throw lengthRefusal(domain, caller, call)
  const { model } = call.outline
  const isUnserved = trace.skipped.length > 0 && trace.skipped.every(({ reason }) => reason === 'cannot_serve')
  throw isUnserved ? unserved(domain, caller, call, trace) : noChannel(caller, model)
}

/** Sessions are not translated: who asks in one dialect of them for a model of the other is told so. */
const unserved = ({ pool }: Pick<Domain, 'pool'>, { group }: Caller, { endpoint, outline }: Call, trace: Trace) => {
  const { model } = outline
  if (endpoint.operation === 'live') return new ApplicationError('live_unserved', { model })
  const isLive = ({ channel }: { channel: number }) => {
    const found = pool.find(channel)
    return found !== undefined && providerOf(found.type).operations.has('live')
  }
  return endpoint.operation === 'realtime' && trace.skipped.some(isLive)
    ? new ApplicationError('realtime_unserved', { model })
    : new ApplicationError('operation_unserved', { model, group })
}
