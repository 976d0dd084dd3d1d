import * as z from 'zod/mini'
import type { PriceCard } from '#pricing/price-card.ts'

/** By what work is priced whose price is only known at its end, as it was when it was handed in. */
export type TaskTerms = {
  card: PriceCard
  userGroupRatio?: number | undefined
  /** How many calls were handed in, of what stands behind this path. */
  lines: number
  /** Tokens that they say together, as far as that was estimated. */
  input?: number | undefined
  path: string
  model: string
}

export const readTerms = (text: string): TaskTerms => {
  const { card, ...terms } = schema.parse(JSON.parse(text))
  // seam: it is what was written down of one
  return { ...terms, card: card as PriceCard }
}

const schema = z.object({
  card: z.record(z.string(), z.unknown()),
  userGroupRatio: z.optional(z.number()),
  lines: z.int(),
  input: z.optional(z.int()),
  path: z.string(),
  model: z.string(),
})
