import * as z from 'zod/mini'
import { channelInfo, channelRest } from './channels.ts'
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

/** A channel that the gateway disabled; `since` is 0 where that is not known. */
const autoDisabled = z.object({
  id: z.int(),
  name: z.string(),
  /** A reason of error-reasons.ts with its values, or what the upstream said. */
  reason: z.string(),
  values: channelInfo.shape.status_values,
  since: z.int(),
})

/** Of a channel with several keys, when some of them rest: until when and why the last of those does. */
const restingKeys = z.object({ in_use: z.int(), count: z.int(), until: z.int(), reason: z.string() })

/** An enabled channel of which models rest, or keys, or both. */
const resting = z.object({
  id: z.int(),
  name: z.string(),
  rest: z.nullable(channelRest),
  keys: z.nullable(restingKeys),
})

const notWorking = z.object({
  /** How many an operator disabled. */
  disabled: z.int(),
  /** How many there are, and some of them: the latest. */
  auto_disabled: z.object({ total: z.int(), items: z.array(autoDisabled) }),
  /** On the node that tells it: those that rest longest. */
  resting: z.object({ total: z.int(), items: z.array(resting) }),
})
export type NotWorking = z.output<typeof notWorking>

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
  notWorking: endpoint({
    method: 'GET',
    path: '/api/channel/not_working',
    access: 'admin',
    summary: 'Channels that get no calls now, or fewer than they could, and why: disabled, or resting on this node',
    data: notWorking,
  }),
}
