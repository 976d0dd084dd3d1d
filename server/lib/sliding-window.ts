import type { Clock } from './clock.ts'

type Taken =
  | { allowed: true; remaining: number; handle: TakenHandle }
  | { allowed: false; remaining: 0; retryAfterSeconds: number }

/** What `undo` needs to give a place back. */
type TakenHandle = { key: string; at: number; place: string | null }

type Awaitable<Value> = Value | Promise<Value>

/** Counts what happened for a key within the last `windowMs`; at no moment does such a stretch hold more than `limit`. */
export type SlidingWindow = {
  /** Counts one more, unless the limit is reached. */
  take: (key: string, limit: number, windowMs: number) => Awaitable<Taken>
  /** What `take` would answer, counting nothing. */
  peek: (key: string, limit: number, windowMs: number) => Awaitable<{ allowed: boolean; remaining: number }>
  /** Gives back what `take` counted. */
  undo: (handle: TakenHandle) => Awaitable<void>
}

export type MemoryWindow = {
  take: (key: string, limit: number, windowMs: number) => Taken
  peek: (key: string, limit: number, windowMs: number) => { allowed: boolean; remaining: number }
  undo: (handle: TakenHandle) => void
}

/** Moments in rising order; those before `first` have left the window and are cut off now and then. */
type Moments = { list: number[]; first: number; windowMs: number }

/**
 * Counts in this process. When there are more than `maximumKeys`, the key used longest ago is forgotten: limits that
 * strangers can fill with keys of their choice need a window of their own.
 */
export const createSlidingWindow = (options: { clock: Clock; maximumKeys: number }): MemoryWindow => {
  const { clock, maximumKeys } = options
  /** Least recently used first. */
  const keys = new Map<string, Moments>()

  const current = (key: string, windowMs: number, now: number): Moments | undefined => {
    const moments = keys.get(key)
    if (moments === undefined) return undefined
    moments.windowMs = windowMs
    dropOld(moments, now)
    return moments
  }

  const forgetUnused = (now: number) => {
    for (const [key, moments] of keys) {
      const isOver = (moments.list.at(-1) ?? 0) + moments.windowMs <= now
      if (!isOver && keys.size <= maximumKeys) return
      keys.delete(key)
    }
  }

  return {
    take(key, limit, windowMs) {
      const now = clock.monotonic()
      const moments = current(key, windowMs, now) ?? { list: [], first: 0, windowMs }
      keys.delete(key)
      keys.set(key, moments)
      const count = moments.list.length - moments.first
      if (count >= limit) {
        const freed = moments.list[moments.first + count - limit] ?? now
        return { allowed: false, remaining: 0, retryAfterSeconds: wholeSeconds(freed + windowMs - now) }
      }
      moments.list.push(now)
      forgetUnused(now)
      return { allowed: true, remaining: limit - count - 1, handle: { key, at: now, place: null } }
    },

    peek(key, limit, windowMs) {
      const moments = current(key, windowMs, clock.monotonic())
      const remaining = Math.max(0, limit - (moments === undefined ? 0 : moments.list.length - moments.first))
      return { allowed: remaining > 0, remaining }
    },

    undo({ key, at }) {
      const moments = keys.get(key)
      const index = moments?.list.lastIndexOf(at) ?? -1
      if (moments === undefined || index < moments.first) return
      moments.list.splice(index, 1)
      if (moments.list.length === moments.first) keys.delete(key)
    },
  }
}

/** A refusal lasts at least a second, so that no client is told to come back at once. */
export const wholeSeconds = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000))

const dropOld = (moments: Moments, now: number): void => {
  const { list, windowMs } = moments
  while ((list[moments.first] ?? now) + windowMs <= now) moments.first += 1
  if (moments.first < 32 || moments.first * 2 < list.length) return
  list.splice(0, moments.first)
  moments.first = 0
}
