/** Where time comes from, so that tests can set it. */
export type Clock = {
  /** Wall clock in milliseconds since 1970. */
  now: () => number
  /** Milliseconds that only ever grow: for durations. */
  monotonic: () => number
}

export const systemClock: Clock = { now: () => Date.now(), monotonic: () => performance.now() }

/** By how much the wall clocks of several nodes may differ. */
export const mostApartSeconds = 120

export const nowSeconds = (clock: Clock): number => Math.floor(clock.now() / 1000)
