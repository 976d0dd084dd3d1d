import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { searchText } from './fields.ts'

const breakerState = z.enum(['closed', 'open', 'half_open'])
export type BreakerState = z.output<typeof breakerState>

const figures = {
  successes: z.int(),
  failures: z.int(),
  /** Between 0 and 1; null when nothing was called. */
  success_rate: z.nullable(z.number()),
  /** Milliseconds to the first byte, on average; null when nothing succeeded. */
  latency_ms: z.nullable(z.int()),
}

/** `open`: nothing goes there until `rests_until`, in unix seconds; of several models the worst state counts. */
const breaker = { state: breakerState, rests_until: z.int() }

const channelFigures = z.object({ channel_id: z.int(), channel_name: z.string(), ...breaker, ...figures })
const modelFigures = z.object({ model: z.string(), ...breaker, ...figures })
const groupFigures = z.object({ group: z.string(), ...figures })

export const channelHealth = {
  read: endpoint({
    method: 'GET',
    path: '/api/health/channels',
    access: 'admin',
    summary: 'How calls through this node have been going lately: by channel, by model and by group',
    /** Each narrows all three lists: with a channel, `models` and `groups` are of this channel alone. */
    query: z.object({
      channel_id: z._default(z.pipe(z.string().check(z.regex(/^\d{0,15}$/, 'not_whole')), z.transform(Number)), 0),
      model: z._default(z.string().check(z.maxLength(255)), ''),
      group: searchText,
    }),
    data: z.object({
      /** Unix seconds: the figures are of what ended after that. */
      since: z.int(),
      channels: z.array(channelFigures),
      models: z.array(modelFigures),
      groups: z.array(groupFigures),
    }),
  }),
}
