import { stepStart, type UsageFrame, type UsageStep, zoneChanges } from '#contract/usage-calendar.ts'
import type { DashboardSearch } from './dashboard-search.ts'

export type Range = NonNullable<DashboardSearch['range']>

const hour = 3600
const day = 24 * hour

/** By how many days each reaches back; whoever is no administrator sees a month at most. */
const rangeDays = { '1d': 1, '3d': 3, '7d': 7, '30d': 30, '90d': 90, '365d': 365 } as const

const ranges = ['1d', '3d', '7d', '30d', '90d', '365d'] as const
const longestOwn = 30
const longestByHour = 3

export const rangesFor = (admin: boolean): readonly Range[] =>
  ranges.filter((range) => admin || rangeDays[range] <= longestOwn)

/** Steps that make neither too many bars nor a single one. */
export const stepsFor = (range: Range): readonly UsageStep[] => {
  const days = rangeDays[range]
  return [
    ...(days <= longestByHour ? (['hour'] as const) : []),
    ...(days > 1 ? (['day'] as const) : []),
    ...(days > 7 ? (['week'] as const) : []),
  ]
}

const usualRange: Record<UsageStep, Range> = { hour: '1d', day: '7d', week: '30d' }

export type View = { range: Range; step: UsageStep }

/** What the address asks for, as far as it goes together; otherwise what the operator set. */
export const chosenView = (search: DashboardSearch, usual: string, admin: boolean): View => {
  const usualStep = usual === 'day' || usual === 'week' ? usual : 'hour'
  const range = rangesFor(admin).find((one) => one === search.range) ?? usualRange[search.step ?? usualStep]
  const steps = stepsFor(range)
  const wanted = search.step ?? usualStep
  return { range, step: steps.find((one) => one === wanted) ?? steps[0] ?? 'day' }
}

/** So many whole hours or days, of which the one that runs is the last. */
export const frameOf = ({ range, step }: View, end: number, zone: string): UsageFrame => {
  const days = rangeDays[range]
  const longest = end - days * day
  const changes = zoneChanges(zone, longest - day, end)
  const first = step === 'hour' ? stepStart(longest + hour, 'hour', changes) : stepStart(longest + day, 'day', changes)
  // No longer than may be asked for, also where a day among them has an hour more.
  return { start: Math.max(first, Math.ceil(longest / hour) * hour), end, step, zone }
}
