import * as z from 'zod/mini'
import { happening } from './account-events.ts'
import { endpoint } from './endpoint.ts'
import { filterModel, filterText, pageOf, pageQuery, secondsText, wholeText } from './fields.ts'
import { priceStep } from './price-steps.ts'
import { longestRequestId } from './request-ids.ts'
import { toolKinds } from './tool-prices.ts'
import { isTimeZone } from './usage-calendar.ts'
import { ownUsageParts, usageMeasures, usageParts } from './usage-parts.ts'

/** Why a call failed: a sentence of ours by its code and values, or the words that were told. */
const failedReason = z.object({
  kind: z.string(),
  status: z.int(),
  code: z.optional(z.string()),
  values: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  words: z.optional(z.string()),
})
export type FailedReason = z.output<typeof failedReason>

/** One try at a channel, as the why-trace keeps it. */
const attempt = z.object({ channel: z.int(), status: z.int(), ms: z.int(), error: z.optional(z.string()) })

/** The same for its user: which channels there are is not for him to know. */
const ownAttempt = z.pick(attempt, { status: true, ms: true })

/** How often a tool of the upstream's own was run; `price` is in dollars for a thousand times. */
const toolCalls = z.object({ tool: z.enum(toolKinds), calls: z.number(), price: z.number() })

/** Of a text of a conversation a row keeps no more characters; what is longer is cut, and ends in an ellipsis. */
export const longestLoggedText = 8192

export const isCutText = (text: string): boolean => text.length > longestLoggedText

/** What a row keeps besides its columns. It holds the whole price card, so that `quota` can be recomputed. */
export const logOther = z.object({
  group: z.optional(z.string()),
  frt: z.optional(z.number()),
  model_ratio: z.optional(z.number()),
  model_price: z.optional(z.number()),
  /** How many times the fixed price counts, when not once: pictures by number, size and quality. */
  calls: z.optional(z.number()),
  completion_ratio: z.optional(z.number()),
  group_ratio: z.optional(z.number()),
  user_group_ratio: z.optional(z.number()),
  /** How many times the usual price was charged, for a service that costs more or less: `model_ratio` has it in it. */
  service_ratio: z.optional(z.number()),
  /** The prompt was longer than `above`: everything read cost `input` times the usual, and everything written `output` times. */
  price_step: z.optional(priceStep),
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
  tool_calls: z.optional(z.array(toolCalls)),
  is_model_mapped: z.optional(z.boolean()),
  upstream_model_name: z.optional(z.string()),
  reasoning_tokens: z.optional(z.int()),
  reasoning_effort: z.optional(z.string()),
  /** Members of the request that were left out or changed for the upstream. */
  changed: z.optional(z.array(z.string())),
  /** The most output tokens that were asked for, where the gateway lowered them to what was left of the quota. */
  output_limit: z.optional(z.int()),
  system_prompt: z.optional(z.string()),
  context: z.optional(z.string()),
  input_content: z.optional(z.string()),
  output_content: z.optional(z.string()),
  /** The upstream told no usage, so the tokens are our own count. */
  estimated: z.optional(z.boolean()),
  /** Usage that is charged as told but hard to believe: far more than the call allowed, or more than any model reads. */
  usage_doubt: z.optional(z.enum(['above_limit', 'cut'])),
  /** Why the answer ended early: `client_gone`, `upstream_error`, `out_of_quota`, `quota_unknown`, `sensitive_words`, `internal_error`, `gateway_stopped`, `process_ended`. */
  stream_error: z.optional(z.string()),
  /** The charge is what was left of another's, of the call with this request id. */
  rest_of: z.optional(z.string()),
  /** The calls of a batch that are charged in this one row: how many were handed in, and how many were answered. */
  batch: z.optional(z.object({ lines: z.int(), answered: z.int() })),
  /** The charge is given back, of the call with this request id: what it asked for did not come about. */
  refund_of: z.optional(z.string()),
  /** What happened to an account outside of a call. */
  happened: z.optional(happening),
  failure: z.optional(failedReason),
  /** How many more calls failed like this one in its minute, and have no row. */
  again: z.optional(z.int()),
  attempts: z.optional(z.array(ownAttempt)),
  admin_info: z.optional(
    z.object({
      /** Where a failed call came from. */
      address: z.optional(z.string()),
      use_channel: z.optional(z.array(z.string())),
      attempts: z.optional(z.array(attempt)),
      /** What the channel's vendor charges the operator for it by the channel's costs, in quota. */
      cost: z.optional(z.int()),
      /** How many channels served the model for the group. */
      candidates: z.optional(z.int()),
      skipped: z.optional(z.array(z.object({ channel: z.int(), reason: z.string() }))),
    }),
  ),
})
export type LogOther = z.output<typeof logOther>

/** What a call was charged by, as the `content` of its row says it to whoever does not read `other`. */
export const chargeText = (other: LogOther): string => {
  const group = `group ratio ${other.user_group_ratio ?? other.group_ratio ?? 1}`
  if (other.model_price !== undefined && other.model_price >= 0) return `model price ${other.model_price}, ${group}`
  const ratios = `model ratio ${other.model_ratio ?? 0}, completion ratio ${other.completion_ratio ?? 1}, ${group}`
  const { price_step: step } = other
  if (step === undefined) return ratios
  return `${ratios}, prompt above ${step.above} tokens: input times ${step.input}, output times ${step.output}`
}

const log = z.object({
  id: z.int(),
  request_id: z.nullable(z.string()),
  created_at: z.int(),
  type: z.int(),
  channel: z.int(),
  channel_name: z.string(),
  /** Of the channels that its path tells of, by their ids, for administrators. */
  channel_names: z.optional(z.record(z.string(), z.string())),
  user_id: z.int(),
  username: z.string(),
  token_id: z.int(),
  token_name: z.string(),
  group: z.string(),
  model_name: z.string(),
  /** Of the model's maker, a part of the sprite of marks; empty where there is none, absent where there is no model. */
  mark: z.optional(z.string()),
  use_time: z.int(),
  is_stream: z.boolean(),
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  quota: z.int(),
  content: z.string(),
  other: z.string(),
})
export type Log = z.output<typeof log>

export const logStat = z.object({
  quota: z.int(),
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  rpm: z.int(),
  tpm: z.int(),
})

/** What calls of a model were and cost in one step of a chart, by the step's first second. */
const usagePoint = z.object({
  /** 0 and empty when it is of everybody. */
  user_id: z.int(),
  username: z.string(),
  model_name: z.string(),
  created_at: z.int(),
  count: z.int(),
  quota: z.int(),
  token_used: z.int(),
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
})
export type UsagePoint = z.output<typeof usagePoint>

const usageSums = z.object({ quota: z.int(), count: z.int(), token_used: z.int() })
export type UsageSums = z.output<typeof usageSums>

/**
 * How long the answers of half and of 95 in a hundred took at most: of calls that were answered to the end, at most a
 * tenth from what it was. Null where there were none; absent where they are not counted by it.
 */
const timed = { p50_ms: z.optional(z.nullable(z.int())), p95_ms: z.optional(z.nullable(z.int())) }
const usageTimes = z.object(timed)
export type UsageTimes = z.output<typeof usageTimes>

/** What calls of one model, user, token, channel, group or vendor cost, and did in the time before of the same length. */
const usageShare = z.extend(usageSums, {
  /** A name or an id; of a vendor the type of its channels. */
  key: z.string(),
  name: z.string(),
  /** Whose token it is. */
  username: z.string(),
  /** Of a vendor, or of a model's maker; empty where there is none, absent of all else. */
  mark: z.optional(z.string()),
  before: usageSums,
})
export type UsageShare = z.output<typeof usageShare>

const usageBreakdown = z.object({
  items: z.array(usageShare),
  /** How many there are, listed or not. */
  parts: z.int(),
  total: usageSums,
  before: usageSums,
})

/**
 * For administrators; by models, channels and vendors of everybody it is told how long they took, and by users how many
 * of theirs failed.
 */
const timedBreakdown = z.extend(usageBreakdown, {
  items: z.array(z.extend(usageShare, { ...timed, failed: z.optional(z.int()) })),
  total: z.extend(usageSums, timed),
})
export type UsageBreakdown = z.output<typeof timedBreakdown>

const toppedUpSums = z.object({ quota: z.int(), count: z.int() })
/**
 * By how much and how often accounts were topped up, and in the time before of the same length; `over` is by how much in
 * each of its whole days (of UTC), or in each whole hour where no day is whole, the first of them first.
 */
const toppedUp = z.extend(toppedUpSums, { over: z.array(z.int()), before: toppedUpSums })
export type ToppedUp = z.output<typeof toppedUp>

/** What the points were counted for: the range, and the steps and the time zone that were taken. */
const usageFrame = z.object({ start: z.int(), end: z.int(), step: z.enum(['hour', 'day', 'week']), zone: z.string() })

/** How many calls failed in the hours of the range; none of them is in a point. */
const failedCount = z.int()

/** How far deleting old rows has come; null when it was never asked for. */
const logDeletion = z.nullable(
  z.object({
    target_timestamp: z.int(),
    deleted: z.int(),
    total: z.int(),
    started_at: z.int(),
    updated_at: z.int(),
    /** False also when it was broken off: it may be asked for again. */
    running: z.boolean(),
  }),
)
export type LogDeletion = z.output<typeof logDeletion>

const filters = {
  type: wholeText,
  token_name: filterText,
  /** The one token, whatever it is called. */
  token_id: wholeText,
  model_name: filterModel,
  start_timestamp: secondsText,
  end_timestamp: secondsText,
  group: filterText,
  /** The one call with this id. */
  request_id: z._default(z.string().check(z.maxLength(longestRequestId)), ''),
}
const adminFilters = { ...filters, username: filterText, channel: wholeText }
const ownFilterQuery = z.object(filters)
const adminFilterQuery = z.object(adminFilters)
export type LogFilters = Partial<z.output<typeof adminFilterQuery>>

/** Both for programs: a row has the names of its fields. Of the lines the console makes a table in its reader's words. */
const ofFormat = { format: z._default(z.enum(['csv', 'jsonl']), 'csv') }

const chartFilters = {
  start_timestamp: secondsText,
  end_timestamp: secondsText,
  /** How long a step is. Ranges over 3 days come by the day at least; weeks begin on Mondays. */
  default_time: z._default(z.enum(['hour', 'day', 'week']), 'hour'),
  /** Whose calendar days and weeks are of; where it is not known they are of UTC, and the answer says so. */
  zone: z._default(z.catch(z.string().check(z.maxLength(64), z.refine(isTimeZone)), 'UTC'), 'UTC'),
}

const breakdownFilters = {
  start_timestamp: secondsText,
  end_timestamp: secondsText,
  /** The ones with most of it are listed. */
  measure: z._default(z.enum(usageMeasures), 'quota'),
  /** How many, a hundred at most; without it ten. */
  limit: wholeText,
}

export const logs = {
  list: endpoint({
    method: 'GET',
    path: '/api/log/',
    access: 'admin',
    report: true,
    summary: 'Log rows of everyone, newest first',
    query: z.intersection(pageQuery, adminFilterQuery),
    data: pageOf(log),
  }),
  listSelf: endpoint({
    method: 'GET',
    path: '/api/log/self/',
    access: 'user',
    report: true,
    summary: 'Own log rows, newest first',
    query: z.intersection(pageQuery, ownFilterQuery),
    data: pageOf(log),
  }),
  stat: endpoint({
    method: 'GET',
    path: '/api/log/stat',
    access: 'admin',
    report: true,
    summary: 'Consumed quota over the range, requests and tokens of the last minute',
    query: adminFilterQuery,
    data: logStat,
  }),
  statSelf: endpoint({
    method: 'GET',
    path: '/api/log/self/stat',
    access: 'user',
    report: true,
    summary: 'The same for the own rows',
    query: ownFilterQuery,
    data: logStat,
  }),
  ofToken: endpoint({
    method: 'GET',
    path: '/api/log/token',
    access: 'user',
    report: true,
    summary: 'The latest 1000 rows of one own token, by its key',
    query: z.object({ key: z.string().check(z.minLength(1), z.maxLength(128)), type: wholeText }),
    data: z.array(log),
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/log/export',
    access: 'admin',
    report: true,
    summary: 'All rows of a filtered list, newest first, as CSV or JSON Lines',
    query: z.extend(adminFilterQuery, ofFormat),
    data: z.string(),
    file: true,
  }),
  exportSelf: endpoint({
    method: 'GET',
    path: '/api/log/self/export',
    access: 'user',
    report: true,
    summary: 'The same for the own rows',
    query: z.extend(ownFilterQuery, ofFormat),
    data: z.string(),
    file: true,
  }),
  usage: endpoint({
    method: 'GET',
    path: '/api/data/',
    access: 'admin',
    report: true,
    summary: 'Usage by model and hour, day or week: of everybody, of one user, or through one channel',
    query: z.object({ ...chartFilters, username: adminFilters.username, channel: adminFilters.channel }),
    data: z.array(usagePoint),
    // How long its answers took is told of one channel.
    beside: z.object({ frame: usageFrame, failed: failedCount, ...timed }),
  }),
  usageSelf: endpoint({
    method: 'GET',
    path: '/api/data/self',
    access: 'user',
    report: true,
    summary: 'The same for the own usage or that of one own token, over 30 days at most',
    query: z.object({ ...chartFilters, token_id: filters.token_id }),
    data: z.array(usagePoint),
    beside: z.object({ frame: usageFrame, failed: failedCount }),
  }),
  breakdown: endpoint({
    method: 'GET',
    path: '/api/data/by',
    access: 'admin',
    report: true,
    summary: 'Who and what costs most, beside the time before: of everybody, or of one user',
    query: z.object({
      by: z._default(z.enum(usageParts), 'model'),
      ...breakdownFilters,
      username: adminFilters.username,
    }),
    data: timedBreakdown,
  }),
  breakdownSelf: endpoint({
    method: 'GET',
    path: '/api/data/self/by',
    access: 'user',
    report: true,
    summary: 'The same for the own usage by model, token or group, over 30 days at most',
    query: z.object({ by: z._default(z.enum(ownUsageParts), 'model'), ...breakdownFilters }),
    data: usageBreakdown,
  }),
  toppedUp: endpoint({
    method: 'GET',
    path: '/api/data/topped_up',
    access: 'admin',
    report: true,
    summary: 'By how much and how often accounts were topped up, beside the time before: all of them, or one',
    query: z.object({
      start_timestamp: secondsText,
      end_timestamp: secondsText,
      username: adminFilters.username,
    }),
    data: toppedUp,
  }),
  deleteOld: endpoint({
    method: 'DELETE',
    path: '/api/log/',
    access: 'admin',
    summary: 'Delete the rows from before a time; answers how many there were',
    query: z.object({
      target_timestamp: z.pipe(z.string().check(z.regex(/^[1-9]\d{0,10}$/, 'not_seconds')), z.transform(Number)),
    }),
    data: z.int(),
  }),
  deletion: endpoint({
    method: 'GET',
    path: '/api/log/deletion',
    access: 'admin',
    summary: 'How far deleting old rows has come',
    data: logDeletion,
  }),
}
