import type { RestCause } from '#contract/channels.ts'
import type { Clock } from '../../lib/clock.ts'

/** How a channel has been doing with a model, learned from the calls that went there. */
export type ChannelHealth = {
  /** Whether a call may go there now. A channel that rested may be tried by one call: whoever asks first. */
  admits: (channel: number, model: string) => boolean
  /**
   * The same of the only channel there is. It is closed for as long as its vendor wished, and when it failed again and
   * again; a limit without such a wish, or a call that tries it just now, keeps nobody else away.
   */
  admitsSole: (channel: number, model: string) => boolean
  /** Comes before an attempt: it makes a call the one that tries a rested channel. */
  begin: (channel: number, model: string) => void
  succeeded: (channel: number, model: string, latencyMs: number) => void
  failed: (channel: number, model: string, failure: ChannelFailure) => void
  /** An attempt that says nothing about the channel: the client's own mistake, or a client that left. */
  abandoned: (channel: number, model: string) => void
  /** Milliseconds to the first byte, lately; undefined before the first call. */
  latency: (channel: number, model: string) => number | undefined
  /** Whether it rests, for how many seconds more, and whether because of a limit; undefined when it does not. */
  rest: (channel: number, model: string) => Rest | undefined
  forget: (channel: number) => void
  /** Ends its rests, and what led to them; how fast it is stays known. */
  wake: (channel: number) => void
  /** The models that are not as they should be: of this channel, or of all. */
  resting: (channel?: number) => readonly Resting[]
}

type ChannelFailure = {
  /** What the upstream asked for; until then nothing goes there. */
  retryAfterSeconds?: number | undefined
  /** It refused because it was asked too much, and not because anything is wrong with it. */
  isLimit?: boolean
  /** It refused the key, and would refuse the next call as well. */
  isRefused?: boolean
  /** As operators read it: a reason of error-reasons.ts, or the status and the code that the upstream gave. */
  reason: string
}

export type Rest = { seconds: number; isLimit: boolean }

type Resting = {
  channel: number
  model: string
  state: 'open' | 'half_open'
  /** Milliseconds since 1970; 0 when it may be tried. */
  restsUntil: number
  why: RestCause
  reason: string
}

type Health = {
  /** The newest results, one bit each, the last one lowest: 1 is a failure. */
  recent: number
  known: number
  consecutive: number
  /** By the monotonic clock; 0: it does not rest. */
  restsUntil: number
  pauseMs: number
  /** Until when its vendor wished to be left alone, by the monotonic clock. */
  wishedUntil: number
  /** Of the last failure. */
  isLimit: boolean
  isRefused: boolean
  reason: string
  /** Since when a call is trying it after a rest; 0: none is. */
  probedAt: number
  latencyMs: number | undefined
}

const breaker = {
  consecutive: 5,
  window: 10,
  ofWindow: 5,
  firstPauseMs: 2_000,
  longestPauseMs: 30_000,
  longestWishMs: 600_000,
  /** A probe that never came back must not keep a channel shut. */
  longestProbeMs: 150_000,
} as const

const mostModels = 20_000
/** The share that the newest figure has in the moving average. */
const newest = 0.2

export const createChannelHealth = (clock: Clock): ChannelHealth => {
  const byChannel = new Map<number, Map<string, Health>>()
  let models = 0

  const find = (channel: number, model: string) => byChannel.get(channel)?.get(model)

  const take = (channel: number, model: string): Health => {
    const found = find(channel, model)
    if (found !== undefined) return found
    // Names come from operators' lists, so this many are only there after years of changes.
    if (models >= mostModels) {
      byChannel.clear()
      models = 0
    }
    models += 1
    const ofChannel = byChannel.get(channel) ?? new Map<string, Health>()
    byChannel.set(channel, ofChannel)
    const health = createHealth()
    ofChannel.set(model, health)
    return health
  }

  return {
    admits: (channel, model) => {
      const health = find(channel, model)
      if (health === undefined || health.restsUntil === 0) return true
      const now = clock.monotonic()
      return now >= health.restsUntil && (health.probedAt === 0 || now - health.probedAt > breaker.longestProbeMs)
    },
    admitsSole: (channel, model) => {
      const health = find(channel, model)
      if (health === undefined) return true
      const now = clock.monotonic()
      return now >= health.wishedUntil && (health.isLimit || now >= health.restsUntil)
    },
    begin: (channel, model) => {
      const health = find(channel, model)
      if (health !== undefined && health.restsUntil !== 0) health.probedAt = clock.monotonic()
    },
    succeeded: (channel, model, latencyMs) => {
      const health = take(channel, model)
      health.latencyMs =
        health.latencyMs === undefined ? latencyMs : health.latencyMs + newest * (latencyMs - health.latencyMs)
      // An answer to a call that was under way when the rest began does not end it.
      if (health.probedAt !== 0) Object.assign(health, { recent: 0, known: 0, restsUntil: 0, probedAt: 0 })
      remember(health, 0)
      // What fails again before that rests longer than the last time.
      if (health.recent === 0 && health.known === breaker.window) health.pauseMs = 0
    },
    failed: (channel, model, { retryAfterSeconds, isLimit = false, isRefused = false, reason }) => {
      const health = take(channel, model)
      remember(health, 1)
      Object.assign(health, { isLimit, isRefused, reason })
      const now = clock.monotonic()
      const wished = Math.min((retryAfterSeconds ?? 0) * 1000, breaker.longestWishMs)
      if (wished > 0) health.wishedUntil = now + wished
      const wasProbe = health.probedAt !== 0
      const isMany = health.consecutive >= breaker.consecutive || failuresOf(health) >= breaker.ofWindow
      const breaks = isMany || isRefused
      if (wished === 0 && !wasProbe && !breaks) return
      // Of calls that were under way together each is not a failure more; a rest that was wished for is none of them.
      if (wasProbe || (breaks && (health.restsUntil === 0 || health.pauseMs === 0))) {
        health.pauseMs = Math.min(Math.max(health.pauseMs * 2, breaker.firstPauseMs), breaker.longestPauseMs)
      }
      health.restsUntil = Math.max(health.wishedUntil, now + health.pauseMs)
      health.probedAt = 0
    },
    abandoned: (channel, model) => {
      const health = find(channel, model)
      if (health !== undefined) health.probedAt = 0
    },
    latency: (channel, model) => find(channel, model)?.latencyMs,
    rest: (channel, model) => {
      const health = find(channel, model)
      if (health === undefined || health.restsUntil === 0) return undefined
      const leftMs = Math.max(0, health.restsUntil - clock.monotonic())
      return { seconds: Math.max(1, Math.ceil(leftMs / 1000)), isLimit: health.isLimit }
    },
    forget: (channel) => {
      models -= byChannel.get(channel)?.size ?? 0
      byChannel.delete(channel)
    },
    wake: (channel) => {
      for (const health of byChannel.get(channel)?.values() ?? []) {
        Object.assign(health, { ...createHealth(), latencyMs: health.latencyMs })
      }
    },
    resting: (only) => {
      const now = clock.monotonic()
      const channels = only === undefined ? [...byChannel.keys()] : [only]
      return channels.flatMap((channel) =>
        [...(byChannel.get(channel) ?? [])]
          .filter(([, { restsUntil }]) => restsUntil !== 0)
          .map(([model, health]) => ({ channel, model, ...restOf(health, now, clock.now()) })),
      )
    },
  }
}

const createHealth = (): Health => ({
  recent: 0,
  known: 0,
  consecutive: 0,
  restsUntil: 0,
  pauseMs: 0,
  wishedUntil: 0,
  isLimit: false,
  isRefused: false,
  reason: '',
  probedAt: 0,
  latencyMs: undefined,
})

const windowMask = (1 << breaker.window) - 1

const remember = (health: Health, failure: 0 | 1): void => {
  health.recent = ((health.recent << 1) | failure) & windowMask
  health.known = Math.min(health.known + 1, breaker.window)
  health.consecutive = failure === 1 ? health.consecutive + 1 : 0
}

const failuresOf = ({ recent }: Health): number => {
  let count = 0
  for (let bits = recent; bits !== 0; bits &= bits - 1) count += 1
  return count
}

const restOf = (
  { restsUntil, isLimit, isRefused, reason }: Health,
  now: number,
  wall: number,
): Omit<Resting, 'channel' | 'model'> => {
  const cause = { why: isRefused ? 'refused' : isLimit ? 'limit' : 'failures', reason } as const
  const leftMs = restsUntil - now
  return leftMs > 0
    ? { ...cause, state: 'open', restsUntil: Math.round(wall + leftMs) }
    : { ...cause, state: 'half_open', restsUntil: 0 }
}
