import * as z from 'zod/mini'
import { channelRun } from './channel-upkeep.ts'
import { endpoint } from './endpoint.ts'
import { idParams } from './fields.ts'

export const cardWishes = ['text', 'tools', 'picture'] as const
export type CardWish = (typeof cardWishes)[number]

/** One small call: what was asked of which model, in which dialect, and what came of it. */
const cardTry = z.object({
  model: z.string(),
  dialect: z.string(),
  streamed: z.boolean(),
  wants: z.enum(cardWishes),
  /**
   * It can; it answered and left aside what was wanted; its upstream refused just that; or nobody knows, as the call
   * failed for another reason.
   */
  outcome: z.enum(['can', 'ignored', 'refused', 'failed']),
  ms: z.int(),
  /** Why it was refused or failed; else empty. */
  reason: z.string(),
})
export type CardTry = z.output<typeof cardTry>
export const cardTries = z.array(cardTry)

/** What a channel can, as far as it was tried. */
const channelCard = z.object({
  /** Unix seconds. */
  made_at: z.int(),
  /** Who had it tried. */
  made_by: z.string(),
  tries: cardTries,
})
export type ChannelCard = z.output<typeof channelCard>

/** What it would take to try all of it. */
const cardPlan = z.object({
  models: z.int(),
  calls: z.int(),
  /** What so many calls cost at the most by the prices that are set here, in quota, before the ratio of a group. */
  quota: z.int(),
  /** Models whose price nobody has set, which `quota` leaves out. */
  unpriced: z.int(),
})

const parts = { access: 'admin', path: '/api/channel/:id/card', params: idParams } as const

export const channelCards = {
  read: endpoint({
    ...parts,
    method: 'GET',
    summary: 'What a channel can, as it was last tried, and what it would take to try it again',
    data: z.object({ card: z.nullable(channelCard), plan: cardPlan, run: channelRun }),
  }),
  begin: endpoint({
    ...parts,
    method: 'POST',
    summary: 'Begin to try every model of a channel in every dialect; refused while a channel is being tried',
    data: channelRun,
  }),
}
