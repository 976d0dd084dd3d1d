import { stepStart, type UsageFrame, type UsageStep, zoneChanges } from '#contract/usage-calendar.ts'
import type { DashboardSearch } from './dashboard-search.ts'

export type Range = NonNullable<DashboardSearch['range']>

const hour = 3600
const day = 24 * hour

/** By how many days each reaches back; whoever is no administrator sees a month at most. */
const rangeDays = { '1d': 1, '3d': 3, '7d': 7, '30d': 30, '90d': 90, '365d': 365 } as const

const ranges = ['1d', '3d', '7d', '30d', '90d', '365d'] as const
const longestOwn = 30
const longestOfAll = 365
/** The last of the steps may have just begun. */
const longestStep = 8 * day
const longestByHour = 3

export const rangesFor = (admin: boolean): readonly Range[] =>
  ranges.filter((range) => admin || rangeDays[range] <= longestOwn)

/** Steps that make neither too many bars nor a single one. */
const stepsWithin = (seconds: number): readonly UsageStep[] => [
  ...(seconds <= longestByHour * day ? (['hour'] as const) : []),
  ...(seconds > day ? (['day'] as const) : []),
  ...(seconds > 7 * day ? (['week'] as const) : []),
]

export const stepsFor = ({ range, moments }: Omit<View, 'step'>): readonly UsageStep[] =>
  stepsWithin(moments === undefined ? rangeDays[range] * day : moments.end - moments.start)

const usualRange: Record<UsageStep, Range> = { hour: '1d', day: '7d', week: '30d' }

/** A time that the range was narrowed to, in seconds; both ends are in it. */
export type Moments = { start: number; end: number }

export type View = { range: Range; step: UsageStep; moments?: Moments | undefined }

/** What the address asks for, as far as it goes together; otherwise what the operator set. */
export const chosenView = (search: DashboardSearch, usual: string, admin: boolean, now: number): View => {
  const usualStep = usual === 'day' || usual === 'week' ? usual : 'hour'
  const range = rangesFor(admin).find((one) => one === search.range) ?? usualRange[search.step ?? usualStep]
  const moments = chosenMoments(search, admin, now)
  const steps = stepsFor({ range, moments })
  // Whoever narrows a time wants to see more of it.
  const wanted = search.step ?? (moments === undefined ? usualStep : steps[0])
  return { range, step: steps.find((one) => one === wanted) ?? steps[0] ?? 'day', moments }
}

/** No longer than the longest range, as far as it has come by now. */
const chosenMoments = (search: DashboardSearch, admin: boolean, now: number): Moments | undefined => {
  const { start_timestamp: start, end_timestamp: end } = search
  if (start === undefined || end === undefined || start <= 0 || end <= start) return undefined
  const longest = (admin ? longestOfAll : longestOwn) * day
  return Math.min(end, now) - start <= longest && end - start <= longest + longestStep ? { start, end } : undefined
}

/** What such a time is told in: days of the zone where it begins and ends with them. */
export const stepOfMoments = ({ start, end }: Moments, zone: string): UsageStep => {
  const changes = zoneChanges(zone, start - day, end + day)
  return [start, end + 1].every((border) => stepStart(border, 'day', changes) === border) ? 'day' : 'hour'
}

/** So many whole hours or days, of which the one that runs is the last; or the time that was chosen, as far as it has come. */
export const frameOf = ({ range, step, moments }: View, end: number, zone: string): UsageFrame => {
  if (moments !== undefined) {
    const { start } = moments
    return { start, end: Math.max(start, Math.min(moments.end, end)), step, zone }
  }
  const days = rangeDays[range]
  const longest = end - days * day
  const changes = zoneChanges(zone, longest - day, end)
  const first = step === 'hour' ? stepStart(longest + hour, 'hour', changes) : stepStart(longest + day, 'day', changes)
  // No longer than may be asked for, also where a day among them has an hour more.
  return { start: Math.max(first, Math.ceil(longest / hour) * hour), end, step, zone }
}
