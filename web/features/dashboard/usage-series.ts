import type { UsagePoint } from '#contract/logs.ts'

export type Measure = 'quota' | 'count' | 'token_used'

export type ModelUsage = { model: string; quota: number; count: number; token_used: number }

/** What each model adds up to, the one with most first. */
export const usageByModel = (points: readonly UsagePoint[], measure: Measure): ModelUsage[] => {
  const models = new Map<string, ModelUsage>()
  for (const { model_name: model, quota, count, token_used } of points) {
    const sum = models.get(model) ?? { model, quota: 0, count: 0, token_used: 0 }
    sum.quota += quota
    sum.count += count
    sum.token_used += token_used
    models.set(model, sum)
  }
  return [...models.values()].sort((one, other) => other[measure] - one[measure])
}

/** One bar of the chart: its first second, and a value for each of the named models, then for all others together. */
export type UsageBar = { start: number; values: readonly number[] }

type Frame = { start: number; end: number; seconds: number; ahead: number }

/** A bar for every step of the frame, also where nothing happened. */
export const usageBars = (
  points: readonly UsagePoint[],
  measure: Measure,
  models: readonly string[],
  { start, end, seconds, ahead }: Frame,
): UsageBar[] => {
  const places = new Map(models.map((model, index) => [model, index]))
  const bars = new Map<number, number[]>()
  const empty = () => Array.from({ length: models.length + 1 }, () => 0)
  for (let at = stepStart(start, seconds, ahead); at <= end; at += seconds) bars.set(at, empty())
  for (const point of points) {
    const values = bars.get(point.created_at) ?? empty()
    const place = places.get(point.model_name) ?? models.length
    values[place] = (values[place] ?? 0) + point[measure]
    bars.set(point.created_at, values)
  }
  return [...bars].sort(([one], [other]) => one - other).map(([at, values]) => ({ start: at, values }))
}

/** As the server counts: days begin by the local clock, weeks on Mondays. */
const stepStart = (second: number, seconds: number, ahead: number): number => {
  const shift = seconds > 86_400 ? ahead + 3 * 86_400 : ahead
  return second - ((second + shift) % seconds)
}
