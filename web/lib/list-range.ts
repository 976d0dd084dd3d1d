/** Seconds, both ends included; an end that is open is 0. */
export type TimeRange = { start: number; end: number }

const hour = 3600
const day = 24 * hour

/** Ranges that end now, and how long they are; undefined means since midnight. */
const lengths = { today: undefined, hour, day, week: 7 * day, month: 30 * day } as const
export type QuickRange = keyof typeof lengths
export type UsualRange = QuickRange | 'any'
// seam: the keys of a const object
export const quickRanges = Object.keys(lengths) as QuickRange[]

export const startOf = (quick: QuickRange, nowSeconds: number): number => {
  const length = lengths[quick]
  return length === undefined ? new Date(nowSeconds * 1000).setHours(0, 0, 0, 0) / 1000 : nowSeconds - length
}

/** As it is until somebody chooses: to an hour from now, so that nothing is left out of a clock that is ahead. */
export const usualRange = (usual: UsualRange, nowSeconds: number): TimeRange =>
  usual === 'any' ? { start: 0, end: 0 } : { start: startOf(usual, nowSeconds), end: nowSeconds + hour }

/** As an endpoint takes it. */
export const secondsQuery = ({ start, end }: TimeRange) => ({
  start_timestamp: String(start),
  end_timestamp: String(end),
})
