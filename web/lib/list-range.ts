/** Seconds, both ends included; an end that is open is 0. */
export type TimeRange = { start: number; end: number }

const hour = 3600
const day = 24 * hour

/** Ranges that have a name and move with the clock. All but yesterday end now. */
export const quickRanges = ['today', 'yesterday', 'hour', 'day', 'week', 'month'] as const
export type QuickRange = (typeof quickRanges)[number]
export type UsualRange = Exclude<QuickRange, 'yesterday'> | 'any'

const lengths = { hour, day, week: 7 * day, month: 30 * day }

/** Where a named range lies now; an end that it does not have is open. */
export const rangeOf = (quick: QuickRange, nowSeconds: number): { start: number; end?: number } => {
  switch (quick) {
    case 'today':
      return { start: midnight(nowSeconds, 0) }
    case 'yesterday':
      return { start: midnight(nowSeconds, -1), end: midnight(nowSeconds, 0) - 1 }
    default:
      return { start: nowSeconds - lengths[quick] }
  }
}

/** As clocks show it here: a day may have 23 hours. */
const midnight = (nowSeconds: number, days: number): number => {
  const date = new Date(nowSeconds * 1000)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime() / 1000
}

/** As it is until somebody chooses: to an hour from now, so that nothing is left out of a clock that is ahead. */
export const usualRange = (usual: UsualRange, nowSeconds: number): TimeRange =>
  usual === 'any' ? { start: 0, end: 0 } : { ...rangeOf(usual, nowSeconds), end: nowSeconds + hour }

/** What somebody has chosen: a range by its name, or moments. */
export type ChosenRange = Partial<TimeRange> & { name?: QuickRange }

/** The range that a list is narrowed to: as usual, but for what was chosen. */
export const shownRange = (usual: UsualRange, { name, ...moments }: ChosenRange, nowSeconds: number): TimeRange => ({
  ...usualRange(usual, nowSeconds),
  ...(name === undefined ? moments : rangeOf(name, nowSeconds)),
})

/** As an endpoint takes it. */
export const secondsQuery = ({ start, end }: TimeRange) => ({
  start_timestamp: String(start),
  end_timestamp: String(end),
})
