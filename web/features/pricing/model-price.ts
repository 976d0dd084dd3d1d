import { type PricedModel, quotaTypes } from '#contract/models.ts'

export const priceUnits = ['million', 'thousand'] as const
export type PriceUnit = (typeof priceUnits)[number]

/** What a model costs in a group, in dollars. */
export type ModelPrice =
  | { kind: 'call'; call: number }
  | {
      kind: 'usage'
      input: number
      output: number
      cacheRead: number
      cacheWrite: number
      cacheWriteHour: number
      imageInput: number
      imageOutput: number
      audioInput: number
      audioOutput: number
    }

/** A ratio of 1 is 2 dollars for a million tokens of input; everything else is a multiple of that. */
export const dollarsPerRatio = 2

export const priceOf = (model: PricedModel, groupRatio: number, unit: PriceUnit): ModelPrice => {
  if (model.quota_type === quotaTypes.perCall) return { kind: 'call', call: neat(model.model_price * groupRatio) }
  const input = (model.model_ratio * dollarsPerRatio * groupRatio) / (unit === 'million' ? 1 : 1000)
  return {
    kind: 'usage',
    input: neat(input),
    output: neat(input * model.completion_ratio),
    cacheRead: neat(input * model.cache_ratio),
    cacheWrite: neat(input * model.cache_creation_ratio),
    cacheWriteHour: neat(input * model.cache_creation_hour_ratio),
    imageInput: neat(input * model.image_ratio),
    imageOutput: neat(input * model.image_completion_ratio),
    audioInput: neat(input * model.audio_ratio),
    audioOutput: neat(input * model.audio_ratio * model.audio_completion_ratio),
  }
}

/** The groups in which the model costs least; none when it costs the same in all. */
export const cheapestGroups = (
  { enable_groups: groups }: PricedModel,
  ratios: Readonly<Record<string, number>>,
): ReadonlySet<string> => {
  const ratioOf = (group: string) => ratios[group] ?? 1
  const least = Math.min(...groups.map(ratioOf))
  const cheapest = groups.filter((group) => ratioOf(group) === least)
  return new Set(cheapest.length === groups.length ? [] : cheapest)
}

/** Drops the last digits of a product: 0.1 × 3 is 0.3. */
const neat = (value: number): number => Number(value.toPrecision(12))
