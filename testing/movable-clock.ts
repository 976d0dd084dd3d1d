import { type Clock, systemClock } from '#server/lib/clock.ts'

/** The time of the machine, and as much more as a test lets pass. */
export type MovableClock = Clock & {
  pass: (seconds: number) => void
  /** Somebody sets the clock: no time passes. */
  jump: (seconds: number) => void
}

export const createMovableClock = (): MovableClock => {
  let [ahead, off] = [0, 0]
  return {
    now: () => systemClock.now() + ahead + off,
    monotonic: () => systemClock.monotonic() + ahead,
    pass: (seconds) => {
      ahead += seconds * 1000
    },
    jump: (seconds) => {
      off += seconds * 1000
    },
  }
}

/** Stands still but for what a test lets pass. */
export const createStillClock = (): MovableClock => {
  // Whole milliseconds: with fractions a sum of times is now and then a little less than their whole.
  const [begunAt, monotonicAt] = [systemClock.now(), Math.floor(systemClock.monotonic())]
  let [ahead, off] = [0, 0]
  return {
    now: () => begunAt + ahead + off,
    monotonic: () => monotonicAt + ahead,
    pass: (seconds) => {
      ahead += seconds * 1000
    },
    jump: (seconds) => {
      off += seconds * 1000
    },
  }
}
