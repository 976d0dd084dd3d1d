import type { UsagePoint } from '#contract/logs.ts'
import { stepBorders, type UsageFrame } from '#contract/usage-calendar.ts'
import type { UsageMeasure } from '#contract/usage-parts.ts'
import type { Formats } from '../../lib/format.ts'
import { createColours, restColour } from '../../ui/charts/colours.ts'
import type { ChartModel } from '../../ui/charts/model.ts'
import { prepareSeries } from '../../ui/charts/prepare-series.ts'
import { prepareSlots } from '../../ui/charts/prepare-slots.ts'
import { prepareTicks } from '../../ui/charts/prepare-ticks.ts'

export type Measure = UsageMeasure

/** Whose use it is, as the log is narrowed to it; of nobody: of all. */
export type UsageOf = {
  username?: string | undefined
  channel?: number | undefined
  /** An own one: whose tokens others made is not told by it. */
  token_id?: number | undefined
}

/** Points, and what they were counted for: what is drawn of them is of this frame, whatever is asked for by now. */
export type Usage = {
  frame: UsageFrame
  points: readonly UsagePoint[]
  /** Calls that came to nothing: they are in no point. */
  failed: number
  of: UsageOf
}

type ModelUsage = { model: string; quota: number; count: number; token_used: number }

/** What each model adds up to, the one with most first. */
export const usageByModel = (points: Usage['points'], measure: Measure): ModelUsage[] => {
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

/**
 * What each whole step adds up to. One that is cut short, or not over yet, is left out: it would seem to rise or fall.
 */
export const usageOverTime = ({ frame, points }: Usage, measure: Measure): number[] => {
  const borders = stepBorders(frame)
  const whole = borders.slice(0, -1).filter((start, index) => {
    const end = borders[index + 1] ?? start
    return start >= frame.start && end <= frame.end
  })
  const sums = new Map(whole.map((start) => [start, 0]))
  for (const { created_at: step, [measure]: value } of points) {
    const sum = sums.get(step)
    if (sum !== undefined) sums.set(step, sum + value)
  }
  return [...sums.values()]
}

const perSeconds = { minute: 60, hour: 3600, day: 86_400 } as const

/** How often there was a call, by the shortest of these times in which there was one at all. */
export const usageRate = ({ frame, points }: Usage) => {
  const seconds = Math.max(1, frame.end - frame.start)
  const calls = points.reduce((sum, { count }) => sum + count, 0)
  const tokens = points.reduce((sum, { token_used }) => sum + token_used, 0)
  const isSeen = (per: keyof typeof perSeconds) => (calls * perSeconds[per]) / seconds >= 1
  const per = calls === 0 || isSeen('minute') ? 'minute' : isSeen('hour') ? 'hour' : 'day'
  const share = perSeconds[per] / seconds
  return { per, count: calls * share, tokens: Math.round(tokens * share) } as const
}

/** As many models have a colour of their own; all others share one. */
const mostNamed = 9

const coloursOf = createColours()

/** Use over time by model, ready to be drawn. */
export const usageChart = ({ frame, points }: Usage, measure: Measure, format: Formats, rest: string): ChartModel => {
  const { step, zone } = frame
  const calendar = format.calendar(zone)
  const label = (start: number, end: number) => calendar.label(step, start, end)
  const slots = prepareSlots(stepBorders(frame), frame, {
    label,
    tick: (start, before) => calendar.tick(step, start, before),
    isDayStart: (start) => calendar.isDayStart(step, start),
    ticksEvery: (least) => calendar.ticksEvery(step, least),
  })
  const models = usageByModel(points, measure).map(({ model }) => model)
  const colourOf = coloursOf(models.slice(0, mostNamed))
  const values = points.map((point) => ({
    slot: String(point.created_at),
    series: point.model_name,
    value: point[measure],
  }))
  const series = prepareSeries(values, slots, mostNamed, { rest, colourOf, restColour })
  const totals = slots.map((_slot, index) => series.reduce((sum, one) => sum + (one.values[index] ?? 0), 0))
  const { scale, ...formats } = measureFormats(measure, format)
  return {
    slots,
    series,
    ticks: prepareTicks(Math.max(0, ...totals), scale),
    ...formats,
    label,
  }
}

/** How a measure reads, and what its axis is told in. */
const measureFormats = (measure: Measure, format: Formats) => {
  if (measure === 'quota')
    return {
      scale: format.quotaScale,
      format: format.quota,
      formatParts: format.quotaParts,
      plain: (quota: number) => ({ quota }),
    }
  return {
    scale: { unit: 1, whole: true, format: format.compact },
    format: measure === 'count' ? format.number : format.compact,
    plain: (count: number) => count,
  }
}
