import type { ReasoningWish } from '../chat.ts'
import type { JsonObject } from '../json/json.ts'
import { budgetOf, effortOf } from '../reasoning.ts'
import { withoutUndefined } from './fields.ts'
import { generationOf } from './models.ts'

/** How the wish is told to a model; undefined where it cannot think, or was not asked about it. */
export const writeThinking = (wish: ReasoningWish | undefined, model: string): JsonObject | undefined => {
  if (wish === undefined) return undefined
  const generation = generationOf(model)
  if (generation === undefined) return /^gemma/.test(model) ? undefined : byBudget(wish, model)
  if (generation >= 3) return byLevel(wish, model, generation)
  if (generation < 2.5 || /-image|-tts/.test(model)) return undefined
  return byBudget(wish, model)
}

/** Thinking that is wanted is also told, unless the client says that it does not want to see it. */
const visibility = ({ enabled, visible }: ReasoningWish): boolean | undefined => visible ?? (enabled ? true : undefined)

const byLevel = (wish: ReasoningWish, model: string, generation: number): JsonObject => {
  const effort = wish.enabled ? effortOf(wish) : 'none'
  return withoutUndefined({
    thinkingLevel: effort === undefined ? undefined : levelOf(effort, model, generation),
    includeThoughts: visibility(wish),
  })
}

/** These models always think: the least that each knows stands for no thinking. */
const levelOf = (effort: NonNullable<ReasoningWish['effort']>, model: string, generation: number): string => {
  const isPro = model.includes('-pro')
  switch (effort) {
    case 'none':
    case 'minimal':
      return isPro || generation >= 3.7 ? 'low' : 'minimal'
    case 'low':
      return 'low'
    case 'medium':
      return isPro && generation < 3.1 ? 'high' : 'medium'
    default:
      return 'high'
  }
}

/** The model decides by itself how much to think. */
const dynamic = -1

const byBudget = (wish: ReasoningWish, model: string): JsonObject => {
  const [least, most] = rangeOf(model)
  const budget = wish.enabled ? budgetOf(wish) : 0
  const isOff = budget === 0
  return withoutUndefined({
    thinkingBudget:
      budget === undefined ? dynamic : isOff && !cannotStop(model) ? 0 : Math.min(most, Math.max(least, budget)),
    includeThoughts: isOff ? undefined : visibility(wish),
  })
}

const cannotStop = (model: string): boolean => model.includes('2.5-pro')

/** The least and the most that a model may be given to think: 24,576 unless its maker allows it more. */
const rangeOf = (model: string): [least: number, most: number] => {
  if (model.includes('2.5-pro')) return [128, 32_768]
  return model.includes('flash-lite') ? [512, 24_576] : [1, 24_576]
}
