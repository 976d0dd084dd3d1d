/**
 * The id of a log row begins with the second it was created in; six digits tell the rows of one second apart. So rows
 * lie in the order in which lists show them, and a range of time is a range of ids: neither needs an index.
 */
export const idsPerSecond = 1_000_000

/** The last second whose ids are exact as numbers. */
export const latestSecond = Math.floor(Number.MAX_SAFE_INTEGER / idsPerSecond) - 1

/** The first and last id of the seconds from `start` to `end`. */
export const idRange = (start: number, end: number): [number, number] => [
  within(start) * idsPerSecond,
  (within(end) + 1) * idsPerSecond - 1,
]

const within = (second: number): number => Math.max(-1, Math.min(second, latestSecond))
