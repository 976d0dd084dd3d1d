import type { DashboardSearch } from './dashboard-search.ts'

export type Range = NonNullable<DashboardSearch['range']>
export type Step = NonNullable<DashboardSearch['step']>

const day = 86_400

export const stepSeconds = { hour: 3600, day, week: 7 * day } as const

/** By how many days each reaches back; whoever is no administrator sees a month at most. */
export const rangeDays = { '1d': 1, '3d': 3, '7d': 7, '30d': 30, '90d': 90, '365d': 365 } as const

const ranges = ['1d', '3d', '7d', '30d', '90d', '365d'] as const
const longestOwn = 30
const longestByHour = 3

export const rangesFor = (admin: boolean): readonly Range[] =>
  ranges.filter((range) => admin || rangeDays[range] <= longestOwn)

/** Steps that make neither too many bars nor a single one. */
export const stepsFor = (range: Range): readonly Step[] => {
  const days = rangeDays[range]
  return [...(days <= longestByHour ? (['hour'] as const) : []), 'day', ...(days > 7 ? (['week'] as const) : [])]
}

const usualRange: Record<Step, Range> = { hour: '1d', day: '7d', week: '30d' }

/** What the address asks for, as far as it goes together; otherwise what the operator set. */
export const chosenView = (search: DashboardSearch, usual: string, admin: boolean): { range: Range; step: Step } => {
  const usualStep = usual === 'day' || usual === 'week' ? usual : 'hour'
  const range = rangesFor(admin).find((one) => one === search.range) ?? usualRange[search.step ?? usualStep]
  const steps = stepsFor(range)
  const wanted = search.step ?? usualStep
  return { range, step: steps.find((one) => one === wanted) ?? steps[0] ?? 'day' }
}
