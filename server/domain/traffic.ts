import type { Clock } from '../lib/clock.ts'

/** The calls of models that this node answers. */
export type Traffic = {
  begin: () => void
  end: () => void
  /** Whether calls are under way, or were lately. */
  isFlowing: () => boolean
  /** Resolves when none is under way: one whose client has left is still to be charged. */
  idle: () => Promise<void>
}

/** Milliseconds. */
const lately = 10_000

export const createTraffic = (clock: Clock): Traffic => {
  let underWay = 0
  let lastEndedAt = Number.NEGATIVE_INFINITY
  let whenIdle: (() => void)[] = []
  return {
    begin: () => {
      underWay += 1
    },
    end: () => {
      underWay -= 1
      lastEndedAt = clock.monotonic()
      if (underWay > 0) return
      for (const resolve of whenIdle) resolve()
      whenIdle = []
    },
    isFlowing: () => underWay > 0 || clock.monotonic() - lastEndedAt < lately,
    idle: () => (underWay === 0 ? Promise.resolve() : new Promise((resolve) => whenIdle.push(resolve))),
  }
}
