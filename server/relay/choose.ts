import { ApplicationError } from '#contract/errors.ts'
import { providerOf } from '#providers/index.ts'
import type { Channel } from '../domain/channels/channel.ts'
import type { Conversation } from '../domain/channels/conversation-places.ts'
import type { Domain } from '../domain/domain.ts'
import { digestShare } from '../lib/text-digest.ts'
import { ableChannels } from './able-channels.ts'
import type { Caller } from './authenticate.ts'
import type { Call } from './call.ts'
import { missingModel, noChannel } from './offered-models.ts'
import type { SkipReason, Trace } from './trace.ts'

type Live = Pick<Domain, 'options' | 'pool' | 'health' | 'keys'>

/**
 * The next channel for the call: the highest priority tier that still has one, and within it the one that answered the
 * conversation last, else by weight; never one that this call has tried. Undefined when none is left.
 */
export const choose = (
  domain: Live,
  caller: Caller,
  call: Call,
  trace: Trace,
  conversation?: Conversation,
): Channel | undefined => {
  const { model } = call.outline
  const candidates = findCandidates(domain, caller, model)
  const isPinned = caller.pinnedChannel !== undefined
  if (candidates.length === 0) throw isPinned ? noChannel(caller, model) : missingModel(domain, caller, model)
  trace.candidates ||= candidates.length
  const reachable = candidates.filter((channel) => isOpen(domain, channel, call, trace, isPinned))
  const open = ableChannels(reachable, call, trace)
  if (open.length === 0) return soleChannel(domain, call, trace, candidates)
  const top = open[0]?.priority
  const tier = open.filter((channel) => channel.priority === top)
  if (tier.length < 2) return tier[0]
  const last = tier.find(({ id }) => id === conversation?.last?.channel)
  if (last !== undefined) return last
  if (domain.options.get('ChannelLatencyRoutingEnabled')) return quickest(domain, model, tier)
  return conversation === undefined ? drawByWeight(tier, Math.random) : findByDigest(tier, conversation.digest)
}

/** Where only one can serve at all, it is asked as long as its vendor does not wish to be left alone. */
const soleChannel = (
  { health, keys }: Live,
  call: Call,
  trace: Trace,
  candidates: readonly Channel[],
): Channel | undefined => {
  const [sole, ...others] = candidates.filter((channel) => unfitReason(channel, call) === undefined)
  if (sole === undefined || others.length > 0 || trace.attempts.length > 0) return undefined
  const rests = trace.skipped.findIndex(({ channel, reason }) => channel === sole.id && restReasons.has(reason))
  if (rests < 0 || !health.admitsSole(sole.id, call.outline.model)) return undefined
  if (keys.allBenched(sole) && !keys.mayBeAsked(sole)) return undefined
  trace.skipped.splice(rests, 1)
  return sole
}

const restReasons: ReadonlySet<SkipReason> = new Set(['resting', 'keys_benched'])

/**
 * Thrown when nothing was tried because everything rests: when it is worth to ask again is known. Where limits are the
 * only reason, that is what the client hears of, as if the first of them had just refused it.
 */
export const restingRefusal = (domain: Live, caller: Caller, call: Call): ApplicationError => {
  const { model } = call.outline
  const rests = findCandidates(domain, caller, model)
    .filter((channel) => unfitReason(channel, call) === undefined)
    .flatMap((channel) => domain.health.rest(channel.id, model) ?? domain.keys.rest(channel) ?? [])
  const seconds = Math.min(...rests.map((rest) => rest.seconds), longestRestSeconds)
  const areLimits = rests.length > 0 && rests.every(({ isLimit }) => isLimit)
  return areLimits
    ? new ApplicationError('upstream_saturated', { seconds })
    : new ApplicationError('channels_resting', { model, seconds })
}

const longestRestSeconds = 600

/** Thrown when channels were passed over because none takes a prompt as long as this. */
export const lengthRefusal = (domain: Live, caller: Caller, { outline }: Call): ApplicationError => {
  const { model, promptEstimate } = outline
  const limits = findCandidates(domain, caller, model).map(({ mostInputTokens }) => mostInputTokens)
  return new ApplicationError('prompt_too_long', { model, tokens: promptEstimate, most: Math.max(...limits) })
}

/** What about the call itself keeps a channel from it, whatever state the channel is in. */
const unfitReason = ({ type, mostInputTokens }: Channel, { endpoint, outline }: Call): SkipReason | undefined => {
  if (!providerOf(type).operations.has(endpoint.operation)) return 'cannot_serve'
  return mostInputTokens > 0 && outline.promptEstimate > mostInputTokens ? 'too_long' : undefined
}

const findCandidates = (domain: Live, caller: Caller, model: string): readonly Channel[] => {
  if (caller.pinnedChannel === undefined) return domain.pool.candidates(caller.group, model)
  const pinned = domain.pool.find(caller.pinnedChannel)
  return pinned === undefined ? [] : [pinned]
}

const isOpen = (domain: Live, channel: Channel, call: Call, trace: Trace, isPinned: boolean): boolean => {
  if (trace.attempts.some((attempt) => attempt.channel === channel.id)) return false
  if (trace.skipped.some(({ channel: id, reason }) => id === channel.id && reason !== 'card_lacks')) return false
  const reason = closedReason(domain, channel, call, isPinned)
  if (reason === undefined) return true
  trace.skip(channel.id, reason)
  return false
}

/** Who names a channel wants to hear of its state from itself. */
const closedReason = (domain: Live, channel: Channel, call: Call, isPinned: boolean): SkipReason | undefined => {
  const unfit = unfitReason(channel, call)
  if (unfit !== undefined || isPinned) return unfit
  if (!domain.health.admits(channel.id, call.outline.model)) return 'resting'
  return domain.keys.allBenched(channel) ? 'keys_benched' : undefined
}

/** Those nobody has called yet come first, so that each gets a figure. */
const quickest = (domain: Live, model: string, tier: readonly Channel[]): Channel | undefined => {
  const latency = (channel: Channel) => domain.health.latency(channel.id, model) ?? 0
  return tier.reduce((best, channel) => (latency(channel) < latency(best) ? channel : best))
}

/**
 * The same channel for the same digest on every node, without a word between them; over many digests shares are as by
 * weight. Of a channel that goes only its own digests move, and each to a place of its own.
 */
const findByDigest = (channels: readonly Channel[], digest: number): Channel | undefined => {
  const areEqual = channels.every(({ weight }) => weight === 0)
  let found: Channel | undefined
  let nearest = Number.POSITIVE_INFINITY
  for (const channel of channels) {
    // Times until an event that comes the sooner the more a channel weighs: each is first as often as its weight says.
    const distance = -Math.log(1 - digestShare(digest, channel.id)) / (areEqual ? 1 : channel.weight)
    if (distance >= nearest) continue
    found = channel
    nearest = distance
  }
  return found
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
