import { ApplicationError } from '#contract/errors.ts'
import { providerOf } from '#providers/index.ts'
import type { Channel } from '../domain/channel-pool.ts'
import type { Domain } from '../domain/domain.ts'
import type { Caller } from './authenticate.ts'
import type { Call } from './call.ts'
import type { Trace } from './trace.ts'

/**
 * The next channel for the call: the highest priority tier that still has one, by weight within it, never one that
 * this call has tried. Undefined when none is left.
 */
export const choose = (
  domain: Domain,
  caller: Caller,
  call: Call,
  trace: Trace,
  random: () => number = Math.random,
): Channel | undefined => {
  const { model } = call.outline
  const candidates = findCandidates(domain, caller, model)
  if (candidates.length === 0) throw new ApplicationError('channel_none', { model, group: caller.group })
  const open = candidates.filter((channel) => isOpen(channel, call, trace))
  const top = open[0]?.priority
  return drawByWeight(
    open.filter((channel) => channel.priority === top),
    random,
  )
}

const findCandidates = (domain: Domain, caller: Caller, model: string): readonly Channel[] => {
  if (caller.pinnedChannel === undefined) return domain.pool.candidates(caller.group, model)
  const pinned = domain.pool.find(caller.pinnedChannel)
  return pinned === undefined ? [] : [pinned]
}

const isOpen = (channel: Channel, call: Call, trace: Trace): boolean => {
  if (trace.attempts.some((attempt) => attempt.channel === channel.id)) return false
  if (trace.skipped.some((skip) => skip.channel === channel.id)) return false
  return providerOf(channel.type).operations.has(call.endpoint.operation)
}

/** Shares in proportion to weight; when all weigh nothing, equal shares. */
export const drawByWeight = (channels: readonly Channel[], random: () => number): Channel | undefined => {
  if (channels.length < 2) return channels[0]
  const total = channels.reduce((sum, channel) => sum + channel.weight, 0)
  if (total === 0) return channels[Math.floor(random() * channels.length)]
  let left = random() * total
  for (const channel of channels) {
    left -= channel.weight
    if (left < 0) return channel
  }
  return channels.findLast((channel) => channel.weight > 0)
}
