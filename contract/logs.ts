import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { pageOf, pageQuery } from './fields.ts'

export const logTypes = { all: 0, recharge: 1, consume: 2, manage: 3, system: 4, checkIn: 5 } as const

/** One try at a channel, as the why-trace keeps it. */
const attempt = z.object({ channel: z.int(), status: z.int(), ms: z.int(), error: z.optional(z.string()) })

/** What a row keeps besides its columns. It holds the whole price card, so that `quota` can be recomputed. */
export const logOther = z.object({
  group: z.optional(z.string()),
  frt: z.optional(z.number()),
  model_ratio: z.optional(z.number()),
  model_price: z.optional(z.number()),
  completion_ratio: z.optional(z.number()),
  group_ratio: z.optional(z.number()),
  user_group_ratio: z.optional(z.number()),
  cache_tokens: z.optional(z.int()),
  cache_ratio: z.optional(z.number()),
  cache_creation_tokens: z.optional(z.int()),
  cache_creation_ratio: z.optional(z.number()),
  /** Writes that the upstream keeps for an hour are priced apart. */
  cache_creation_hour_tokens: z.optional(z.int()),
  cache_creation_hour_ratio: z.optional(z.number()),
  image_input: z.optional(z.int()),
  image_output: z.optional(z.int()),
  image_ratio: z.optional(z.number()),
  image_completion_ratio: z.optional(z.number()),
  claude: z.optional(z.boolean()),
  ws: z.optional(z.boolean()),
  audio: z.optional(z.boolean()),
  audio_input: z.optional(z.int()),
  audio_output: z.optional(z.int()),
  text_input: z.optional(z.int()),
  text_output: z.optional(z.int()),
  audio_ratio: z.optional(z.number()),
  audio_completion_ratio: z.optional(z.number()),
  is_model_mapped: z.optional(z.boolean()),
  upstream_model_name: z.optional(z.string()),
  reasoning_tokens: z.optional(z.int()),
  reasoning_effort: z.optional(z.string()),
  system_prompt: z.optional(z.string()),
  context: z.optional(z.string()),
  input_content: z.optional(z.string()),
  output_content: z.optional(z.string()),
  /** The upstream told no usage, so the tokens are our own count. */
  estimated: z.optional(z.boolean()),
  /** Why the answer ended early: `client_gone`, `upstream_error`, `out_of_quota`. */
  stream_error: z.optional(z.string()),
  admin_info: z.optional(
    z.object({
      use_channel: z.optional(z.array(z.string())),
      attempts: z.optional(z.array(attempt)),
      skipped: z.optional(z.array(z.object({ channel: z.int(), reason: z.string() }))),
    }),
  ),
})
export type LogOther = z.output<typeof logOther>

const log = z.object({
  id: z.int(),
  request_id: z.nullable(z.string()),
  created_at: z.int(),
  type: z.int(),
  channel: z.int(),
  channel_name: z.string(),
  user_id: z.int(),
  username: z.string(),
  token_id: z.int(),
  token_name: z.string(),
  group: z.string(),
  model_name: z.string(),
  use_time: z.int(),
  is_stream: z.boolean(),
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  quota: z.int(),
  content: z.string(),
  other: z.string(),
})
export type Log = z.output<typeof log>

export const logStat = z.object({ quota: z.int(), rpm: z.int(), tpm: z.int() })

const wholeText = z._default(z.pipe(z.string().check(z.regex(/^\d{0,15}$/)), z.transform(Number)), 0)
const filters = {
  type: wholeText,
  token_name: z._default(z.string().check(z.maxLength(64)), ''),
  model_name: z._default(z.string().check(z.maxLength(255)), ''),
  start_timestamp: wholeText,
  end_timestamp: wholeText,
  group: z._default(z.string().check(z.maxLength(64)), ''),
}
const adminFilters = { ...filters, username: z._default(z.string().check(z.maxLength(64)), ''), channel: wholeText }
const ownFilterQuery = z.object(filters)
const adminFilterQuery = z.object(adminFilters)
export type LogFilters = Partial<z.output<typeof adminFilterQuery>>

export const logs = {
  list: endpoint({
    method: 'GET',
    path: '/api/log/',
    access: 'admin',
    summary: 'Log rows of everyone, newest first',
    query: z.intersection(pageQuery, adminFilterQuery),
    data: pageOf(log),
  }),
  listSelf: endpoint({
    method: 'GET',
    path: '/api/log/self/',
    access: 'user',
    summary: 'Own log rows, newest first',
    query: z.intersection(pageQuery, ownFilterQuery),
    data: pageOf(log),
  }),
  stat: endpoint({
    method: 'GET',
    path: '/api/log/stat',
    access: 'admin',
    summary: 'Consumed quota over the range, requests and tokens of the last minute',
    query: adminFilterQuery,
    data: logStat,
  }),
  statSelf: endpoint({
    method: 'GET',
    path: '/api/log/self/stat',
    access: 'user',
    summary: 'The same for the own rows',
    query: ownFilterQuery,
    data: logStat,
  }),
}
