import type { ReasoningWish } from './chat.ts'

type Effort = NonNullable<ReasoningWish['effort']>

/** What each effort is worth in tokens where a dialect wants a number. */
const budgets: Readonly<Record<Effort, number>> = {
  none: 0,
  minimal: 512,
  low: 1024,
  medium: 8192,
  high: 24_576,
  xhigh: 32_768,
  max: 65_536,
}

/** A budget in tokens for a wish; undefined when it says neither effort nor budget. */
export const budgetOf = (wish: ReasoningWish): number | undefined =>
  wish.budget ?? (wish.effort === undefined ? undefined : budgets[wish.effort])

/** An effort for a wish; undefined when it says neither effort nor budget. */
export const effortOf = (wish: ReasoningWish): Effort | undefined => {
  if (wish.effort !== undefined) return wish.effort
  if (wish.budget === undefined) return undefined
  if (wish.budget === 0) return 'none'
  if (wish.budget < 2048) return 'low'
  return wish.budget < 16_384 ? 'medium' : 'high'
}
