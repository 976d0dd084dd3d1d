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
