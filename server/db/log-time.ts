export const secondsPerHour = 3600
export const secondsPerDay = 86_400

/** The start of the hour that a second lies in. */
export const hourOf = (second: number): number => second - (second % secondsPerHour)

/** The start of its day in UTC. */
export const dayOf = (second: number): number => second - (second % secondsPerDay)

export const hoursOfDay = (day: number): number[] =>
  Array.from({ length: secondsPerDay / secondsPerHour }, (_, index) => day + index * secondsPerHour)

/** Hourly sums keep in which parts of their hour they have log rows, a bit each: as many as a number holds exactly. */
export const partsPerHour = 50
export const secondsPerPart = secondsPerHour / partsPerHour

/** The bit of the part that a second lies in. */
export const partOf = (second: number): number => 2 ** Math.floor((second % secondsPerHour) / secondsPerPart)

/** Whether a set of parts has one of them. */
export const hasPart = (parts: number, part: number): boolean => Math.floor(parts / part) % 2 === 1

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
