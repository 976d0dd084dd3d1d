/** What share of the times are at most this long: 0.5 is the usual, 1 the longest. */
export const timeAt = (times: readonly number[], share: number): number =>
  times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0

/** One line of a table of times in milliseconds: half of them, 95 of 100 of them, and the longest. */
export const lineOfTimes = (name: string, times: readonly number[], most: number): string => {
  const figures = [0.5, 0.95, 1].map((share) => timeAt(times, share).toFixed(1).padStart(8)).join('')
  return `${name.padEnd(60)}${figures}${areShort(times, most) ? '' : '  too slow'}`
}

export const areShort = (times: readonly number[], most: number): boolean => timeAt(times, 0.95) <= most
