import type { Clock } from '../../lib/clock.ts'
import { digestShare, textDigest } from '../../lib/text-digest.ts'
import type { Channel as WholeChannel } from './channel.ts'
import type { Rest } from './channel-health.ts'
import type { Conversation } from './conversation-places.ts'

type Channel = Pick<WholeChannel, 'id' | 'keys'>

/** The keys of channels that have several: taken in turn, and a bad one is left out without its channel. */
export type ChannelKeys = {
  /** A conversation gets the key it was answered with last, else one that is found by its digest on every node. */
  next: (channel: Channel, conversation?: Conversation) => string
  /** The key is left out for a while. */
  bench: (channel: Channel, key: string, bench: KeyBench) => void
  /** Whether no key is left that may be tried. */
  allBenched: (channel: Channel) => boolean
  /** Whether one is left out only because of a limit whose end nobody told: it may be asked when there is no other. */
  mayBeAsked: (channel: Channel) => boolean
  /** What that means for the channel; undefined while a key is left. */
  rest: (channel: Channel) => Rest | undefined
  /** What is benched of a channel, and why. */
  benched: (channel: Channel) => readonly ({ key: string } & Bench)[]
  /** Those that are meant are used again, and the others rest on. */
  wake: (channel: number, isMeant: (key: string) => boolean) => void
  /** After its keys were changed, or to use all of them again. */
  forget: (channel: number) => void
}

export type KeyBench = {
  reason: string
  forMs: number
  /** The vendor was asked too much with it. */
  isLimit?: boolean
  /** For how long is our own guess. */
  isGuess?: boolean
}

/** Milliseconds since 1970. */
type Bench = { reason: string; at: number; until: number }
/** `endsAt` is of the monotonic clock, which nobody sets. */
type Benched = Pick<Bench, 'reason' | 'at'> & { endsAt: number; isLimit: boolean; isGuess: boolean }
type State = { turn: number; benches: Map<string, Benched> }

export const createChannelKeys = (clock: Clock): ChannelKeys => {
  const states = new Map<number, State>()

  const stateOf = (channel: number): State => {
    const found = states.get(channel) ?? { turn: 0, benches: new Map<string, Benched>() }
    states.set(channel, found)
    return found
  }

  const isBenched = (state: State, key: string): boolean => {
    const bench = state.benches.get(key)
    if (bench === undefined) return false
    if (bench.endsAt > clock.monotonic()) return true
    state.benches.delete(key)
    return false
  }

  return {
    next: (channel, conversation) => {
      const { keys } = channel
      const [only = ''] = keys
      if (keys.length < 2) return only
      const state = stateOf(channel.id)
      if (conversation !== undefined) {
        const isFree = (key: string) => state.benches.size === 0 || !isBenched(state, key)
        return keyOf(conversation, channel, isFree) ?? guessed(state, keys) ?? only
      }
      for (let tried = 0; tried < keys.length; tried += 1) {
        const key = keys[state.turn % keys.length] ?? ''
        state.turn += 1
        if (state.benches.size === 0 || !isBenched(state, key)) return key
      }
      return guessed(state, keys) ?? only
    },
    bench: (channel, key, { reason, forMs, isLimit = false, isGuess = false }) => {
      if (!channel.keys.includes(key)) return
      const bench = { reason, at: clock.now(), endsAt: clock.monotonic() + forMs, isLimit, isGuess }
      stateOf(channel.id).benches.set(key, bench)
    },
    mayBeAsked: (channel) => {
      const state = states.get(channel.id)
      return state === undefined || guessed(state, channel.keys) !== undefined
    },
    rest: (channel) => {
      const state = states.get(channel.id)
      if (state === undefined || !channel.keys.every((key) => isBenched(state, key))) return undefined
      const benches = channel.keys.flatMap((key) => state.benches.get(key) ?? [])
      const leftMs = Math.min(...benches.map(({ endsAt }) => endsAt - clock.monotonic()))
      return { seconds: Math.max(1, Math.ceil(leftMs / 1000)), isLimit: benches.every(({ isLimit }) => isLimit) }
    },
    allBenched: (channel) => {
      const state = states.get(channel.id)
      if (state === undefined || state.benches.size === 0) return false
      return channel.keys.every((key) => isBenched(state, key))
    },
    benched: (channel) => {
      const state = states.get(channel.id)
      if (state === undefined) return []
      return channel.keys.flatMap((key) => {
        const bench = isBenched(state, key) ? state.benches.get(key) : undefined
        if (bench === undefined) return []
        const until = clock.now() + bench.endsAt - clock.monotonic()
        return [{ key, reason: bench.reason, at: bench.at, until }]
      })
    },
    wake: (channel, isMeant) => {
      const { benches } = stateOf(channel)
      for (const key of [...benches.keys()]) if (isMeant(key)) benches.delete(key)
    },
    forget: (channel) => {
      states.delete(channel)
    },
  }
}

const keyOf = (
  { digest, last }: Conversation,
  { id, keys }: Channel,
  isFree: (key: string) => boolean,
): string | undefined => {
  if (last?.channel === id && keys.includes(last.key) && isFree(last.key)) return last.key
  const digests = digestsOf(keys)
  let found: string | undefined
  let nearest = 1
  for (const [place, key] of keys.entries()) {
    const distance = digestShare(digest, digests[place] ?? 0)
    if (distance >= nearest || !isFree(key)) continue
    found = key
    nearest = distance
  }
  return found
}

/** By its own digest a key is found again where others went or came before it. */
const digestsOf = (keys: readonly string[]): readonly number[] => {
  const known = digestsOfKeys.get(keys)
  if (known !== undefined) return known
  const digests = keys.map((key) => textDigest([key]))
  digestsOfKeys.set(keys, digests)
  return digests
}

const digestsOfKeys = new WeakMap<readonly string[], readonly number[]>()

/** The key that was left out the longest ago for a limit whose end is a guess. */
const guessed = (state: State, keys: readonly string[]): string | undefined => {
  let [found, earliest]: [string | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
  for (const key of keys) {
    const bench = state.benches.get(key)
    if (bench?.isGuess === true && bench.isLimit && bench.endsAt < earliest) [found, earliest] = [key, bench.endsAt]
  }
  return found
}
