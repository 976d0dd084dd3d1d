import type { ModelState, StatedModel } from '#contract/model-status.ts'

/** How many calls of a model went well or failed in an hour, by the second it began. */
export type HourOfModel = { model: string; hour: number; count: number }

const secondsPerHour = 3600
const hoursShown = 24
/** So small a share of failures is what any vendor has. */
const usual = 0.05
const most = 0.5

/** The first of the hours that are shown. */
export const firstHour = (now: number): number => now - (now % secondsPerHour) - (hoursShown - 1) * secondsPerHour

/** How the models went that were called, by name. */
export const modelStates = (
  now: number,
  succeeded: readonly HourOfModel[],
  failed: readonly HourOfModel[],
): readonly Omit<StatedModel, 'mark'>[] => {
  const since = firstHour(now)
  const [well, badly] = [byModel(succeeded, since), byModel(failed, since)]
  const names = [...new Set([...well.keys(), ...badly.keys()])].sort()
  return names.map((model) => {
    const [good, bad] = [well.get(model) ?? nothing, badly.get(model) ?? nothing]
    const hours = good.map((count, index) => stateOf(count, bad[index] ?? 0))
    const [last, current] = hours.slice(-2)
    const all = sum(good) + sum(bad)
    return { model, now: (current === 'none' ? last : current) ?? 'none', uptime: sum(good) / all, hours }
  })
}

const nothing: readonly number[] = Array.from({ length: hoursShown }, () => 0)

const byModel = (counted: readonly HourOfModel[], since: number): ReadonlyMap<string, readonly number[]> => {
  const models = new Map<string, number[]>()
  for (const { model, hour, count } of counted) {
    const index = Math.floor((hour - since) / secondsPerHour)
    if (index < 0 || index >= hoursShown || count === 0) continue
    const counts = models.get(model) ?? [...nothing]
    counts[index] = (counts[index] ?? 0) + count
    models.set(model, counts)
  }
  return models
}

const stateOf = (good: number, bad: number): ModelState => {
  if (good + bad === 0) return 'none'
  const share = bad / (good + bad)
  if (share <= usual) return 'up'
  return share <= most && good > 0 ? 'degraded' : 'down'
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
