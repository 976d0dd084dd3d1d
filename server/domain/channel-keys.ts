import type { Clock } from '../lib/clock.ts'
import type { Channel } from './channel-pool.ts'

/** The keys of channels that have several: taken in turn, and a bad one is left out without its channel. */
export type ChannelKeys = {
  next: (channel: Channel) => string
  /** The key is left out for a while. */
  bench: (channel: Channel, key: string, bench: { reason: string; forMs: number }) => void
  /** Whether no key is left that may be tried. */
  allBenched: (channel: Channel) => boolean
  /** What is benched of a channel, and why. */
  benched: (channel: Channel) => readonly ({ key: string } & Bench)[]
  /** After its keys were changed, or to use all of them again. */
  forget: (channel: number) => void
}

/** Milliseconds since 1970. */
type Bench = { reason: string; at: number; until: number }
type State = { turn: number; benches: Map<string, Bench> }

export const createChannelKeys = (clock: Clock): ChannelKeys => {
  const states = new Map<number, State>()

  const stateOf = (channel: number): State => {
    const found = states.get(channel) ?? { turn: 0, benches: new Map<string, Bench>() }
    states.set(channel, found)
    return found
  }

  const isBenched = (state: State, key: string): boolean => {
    const bench = state.benches.get(key)
    if (bench === undefined) return false
    if (bench.until > clock.now()) return true
    state.benches.delete(key)
    return false
  }

  return {
    next: (channel) => {
      const { keys } = channel
      const [only = ''] = keys
      if (keys.length < 2) return only
      const state = stateOf(channel.id)
      for (let tried = 0; tried < keys.length; tried += 1) {
        const key = keys[state.turn % keys.length] ?? ''
        state.turn += 1
        if (state.benches.size === 0 || !isBenched(state, key)) return key
      }
      return only
    },
    bench: (channel, key, { reason, forMs }) => {
      if (!channel.keys.includes(key)) return
      const at = clock.now()
      stateOf(channel.id).benches.set(key, { reason, at, until: at + forMs })
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
        return bench === undefined ? [] : [{ key, ...bench }]
      })
    },
    forget: (channel) => {
      states.delete(channel)
    },
  }
}
