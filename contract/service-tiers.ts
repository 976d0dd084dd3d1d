import * as z from 'zod/mini'
import { modelName } from './fields.ts'
import { tableOf } from './option-fields.ts'

/** Services of a vendor that cost more or less than the usual one: those who wait, and those who are served first. */
export const serviceTiers = ['batch', 'flex', 'priority'] as const
export type ServiceTier = (typeof serviceTiers)[number]

const times = z.optional(z.number().check(z.minimum(0.01), z.maximum(100)))

/** How many times the usual price a call costs in each of them; what is left out is as its vendor's rule has it. */
export const tierRatios = z.object({ batch: times, flex: times, priority: times })
export type TierRatios = z.output<typeof tierRatios>

export const tierRatioTable = tableOf(modelName, tierRatios)

export const tierRatiosOf = (table: Readonly<Record<string, TierRatios>>, model: string): TierRatios | undefined =>
  Object.hasOwn(table, model) ? table[model] : undefined
