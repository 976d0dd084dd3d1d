import type { PoolClient } from 'pg'
import { columns, inSql } from '../dimension-columns.ts'
import { dimensions } from '../dimensions.ts'
import { latencyBucketOf } from '../latency-buckets.ts'
import { idsPerSecond, secondsPerHour, secondsPerPart } from '../log-time.ts'
import type { KnownCharges, Settlement } from '../settling/settlement.ts'

/**
 * Commits settlements as one statement, which is one transaction and one trip to the server. Rows are written
 * in the order of their ids, so that nodes that settle at the same time wait for each other instead of deadlocking.
 * Answers the ids of those that were there already, or come twice.
 */
export const settleOnPostgres = async (
  client: PoolClient,
  settlements: readonly Settlement[],
): Promise<KnownCharges> => {
  const unique = [...new Map(settlements.map((settlement) => [settlement.requestId, settlement])).values()]
  unique.sort((one, other) => (one.requestId < other.requestId ? -1 : 1))
  const values = columnsOf(unique)
  const { rows } = await client.query<{ request_id: string }>({ name: 'settle', text: settleStatement, values })
  const known = rows.map(({ request_id }) => request_id)
  return unique.length === settlements.length ? known : [...known, ...repeated(settlements)]
}

const repeated = (settlements: readonly Settlement[]): string[] => {
  const seen = new Set<string>()
  return settlements.flatMap(({ requestId }) => (seen.size === seen.add(requestId).size ? requestId : []))
}

type Value = string | number | boolean
type Incoming = { column: string; type: 'text' | 'bigint' | 'boolean'; value: (settlement: Settlement) => Value }

const keyColumns = dimensions.flatMap((dimension): Incoming[] =>
  'settled' in dimension
    ? [
        {
          column: `"${dimension.column}"`,
          type: dimension.of === 'number' ? 'bigint' : 'text',
          value: (settlement) => settlement[dimension.settled],
        },
      ]
    : [],
)

const incoming: readonly Incoming[] = [
  { column: 'request_id', type: 'text', value: ({ requestId }) => requestId },
  { column: 'created_at', type: 'bigint', value: ({ createdAt }) => createdAt },
  ...keyColumns,
  { column: 'quota', type: 'bigint', value: ({ quota }) => quota },
  { column: 'prompt_tokens', type: 'bigint', value: ({ promptTokens }) => promptTokens },
  { column: 'completion_tokens', type: 'bigint', value: ({ completionTokens }) => completionTokens },
  { column: 'use_time', type: 'bigint', value: ({ useTime }) => useTime },
  { column: 'is_stream', type: 'bigint', value: ({ isStream }) => (isStream ? 1 : 0) },
  { column: 'counted', type: 'bigint', value: ({ counted }) => (counted ? 1 : 0) },
  { column: 'content', type: 'text', value: ({ content }) => content },
  { column: 'other', type: 'text', value: ({ other }) => other },
  { column: 'logged', type: 'boolean', value: ({ logged }) => logged },
  { column: 'bucket', type: 'bigint', value: ({ durationMs }) => latencyBucketOf(durationMs) },
]

const columnsOf = (settlements: readonly Settlement[]): unknown[] =>
  incoming.map(({ type, value }) =>
    type === 'text'
      ? settlements.map((settlement) => storable(value(settlement)))
      : settlements.map((settlement) => value(settlement)),
  )

/** PostgreSQL's text cannot hold the character zero. */
const storable = (value: Value): Value =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value

const key = keyColumns.map(({ column }) => column).join(', ')

const settleStatement = `
with incoming as (
  select * from unnest(${incoming.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ')})
    as incoming (${incoming.map(({ column }) => column).join(', ')})
),
inserted_logs as (
  insert into logs (id, request_id, created_at, type, ${key}, quota, prompt_tokens, completion_tokens, use_time, is_stream,
      counted, content, other)
  select created_at * ${idsPerSecond} + nextval('logs_id_seq') % ${idsPerSecond},
      request_id, created_at, 2, ${key}, quota, prompt_tokens, completion_tokens, use_time, is_stream,
      counted, content, other
  from incoming
  where logged and not exists (select 1 from charges where charges.request_id = incoming.request_id)
  on conflict (request_id) do nothing
  returning request_id
),
inserted_charges as (
  insert into charges (request_id, user_id, token_id, channel_id, quota, counted, created_at)
  select request_id, user_id, token_id, channel, quota, counted, created_at
  from incoming
  where not logged and not exists (select 1 from logs where logs.request_id = incoming.request_id)
  on conflict (request_id) do nothing
  returning request_id
),
fresh as materialized (
  select * from incoming
  where request_id in (select request_id from inserted_logs union all select request_id from inserted_charges)
),
user_sums as (
  select user_id, sum(quota)::bigint as quota, sum(counted)::bigint as counted from fresh group by user_id
),
user_locks as materialized (
  select id from users where id in (select user_id from fresh) order by id for no key update
),
changed_users as (
  update users
  set quota = users.quota - user_sums.quota, used_quota = users.used_quota + user_sums.quota,
      request_count = users.request_count + user_sums.counted
  from user_locks join user_sums on user_sums.user_id = user_locks.id
  where users.id = user_locks.id
),
token_sums as (
  select token_id, sum(quota)::bigint as quota, max(created_at) as accessed_time
  from fresh where token_id > 0 group by token_id
),
token_locks as materialized (
  select id from tokens where id in (select token_id from token_sums) order by id for no key update
),
changed_tokens as (
  update tokens
  set remain_quota = tokens.remain_quota - token_sums.quota, used_quota = tokens.used_quota + token_sums.quota,
      accessed_time = greatest(tokens.accessed_time, token_sums.accessed_time),
      status = case
        when tokens.status = 1 and tokens.unlimited_quota = 0 and tokens.remain_quota - token_sums.quota <= 0 then 4
        else tokens.status
      end
  from token_locks join token_sums on token_sums.token_id = token_locks.id
  where tokens.id = token_locks.id
),
channel_sums as (
  select channel, sum(quota)::bigint as quota from fresh where channel > 0 group by channel
),
channel_locks as materialized (
  select id from channels where id in (select channel from channel_sums) order by id for no key update
),
changed_channels as (
  update channels set used_quota = channels.used_quota + channel_sums.quota
  from channel_locks join channel_sums on channel_sums.channel = channel_locks.id
  where channels.id = channel_locks.id
),
opened as (
  insert into open_hours (hour) select distinct created_at - created_at % ${secondsPerHour} from fresh order by 1
  on conflict (hour) do nothing
),
counted_latencies as (
  insert into latency_hours (hour, channel, model_name, bucket, count)
  select created_at - created_at % ${secondsPerHour} as hour, channel, model_name, bucket, count(*)
  from fresh where bucket >= 0
  group by hour, channel, model_name, bucket
  order by hour, channel, model_name, bucket
  on conflict (hour, channel, model_name, bucket) do update set count = latency_hours.count + excluded.count
),
counted_hours as (
  insert into usage_hours (hour, type, ${key}, count, logged, quota, prompt_tokens, completion_tokens, parts)
  select created_at - created_at % ${secondsPerHour} as hour, 2, ${key}, count(*), count(*) filter (where logged),
    sum(quota), sum(prompt_tokens), sum(completion_tokens),
    coalesce(bit_or(1::bigint << (created_at % ${secondsPerHour} / ${secondsPerPart})::int) filter (where logged), 0)
  from fresh
  group by hour, ${key}
  order by hour, ${key}
  on conflict (hour, ${inSql(columns)}) do update set
    count = usage_hours.count + excluded.count, logged = usage_hours.logged + excluded.logged,
    quota = usage_hours.quota + excluded.quota,
    prompt_tokens = usage_hours.prompt_tokens + excluded.prompt_tokens,
    completion_tokens = usage_hours.completion_tokens + excluded.completion_tokens,
    parts = usage_hours.parts | excluded.parts
)
select request_id from incoming where request_id not in (select request_id from fresh)`
