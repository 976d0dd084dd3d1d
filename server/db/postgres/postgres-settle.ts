import type { PoolClient } from 'pg'
import { secondsPerHour, secondsPerPart } from '../logs/hours.ts'
import { idsPerSecond } from '../logs/log-ids.ts'
import type { Settlement } from '../settling/settlement.ts'

/**
 * Commits settlements as one statement, which is one transaction and one trip to the server. Rows are written
 * in the order of their ids, so that nodes that settle at the same time wait for each other instead of deadlocking.
 */
export const settleOnPostgres = async (client: PoolClient, settlements: readonly Settlement[]): Promise<void> => {
  const unique = [...new Map(settlements.map((settlement) => [settlement.requestId, settlement])).values()]
  unique.sort((one, other) => (one.requestId < other.requestId ? -1 : 1))
  await client.query({ name: 'settle', text: settleStatement, values: columnsOf(unique) })
}

const columnsOf = (settlements: readonly Settlement[]): unknown[] => [
  settlements.map((settlement) => storable(settlement.requestId)),
  settlements.map((settlement) => settlement.createdAt),
  settlements.map((settlement) => settlement.userId),
  settlements.map((settlement) => storable(settlement.username)),
  settlements.map((settlement) => settlement.tokenId),
  settlements.map((settlement) => storable(settlement.tokenName)),
  settlements.map((settlement) => settlement.channelId),
  settlements.map((settlement) => storable(settlement.modelName)),
  settlements.map((settlement) => storable(settlement.group)),
  settlements.map((settlement) => settlement.quota),
  settlements.map((settlement) => settlement.promptTokens),
  settlements.map((settlement) => settlement.completionTokens),
  settlements.map((settlement) => settlement.useTime),
  settlements.map((settlement) => (settlement.isStream ? 1 : 0)),
  settlements.map((settlement) => (settlement.counted ? 1 : 0)),
  settlements.map((settlement) => storable(settlement.content)),
  settlements.map((settlement) => storable(settlement.other)),
  settlements.map((settlement) => settlement.logged),
]

/** PostgreSQL's text cannot hold the character zero. */
const storable = (text: string): string => (text.includes('\0') ? text.replaceAll('\0', '') : text)

const settleStatement = `
with incoming as (
  select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::bigint[],
      $8::text[], $9::text[], $10::bigint[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[],
      $16::text[], $17::text[], $18::boolean[])
    as incoming (request_id, created_at, user_id, username, token_id, token_name, channel, model_name, "group",
      quota, prompt_tokens, completion_tokens, use_time, is_stream, counted, content, other, logged)
),
inserted_logs as (
  insert into logs (id, request_id, created_at, type, user_id, username, token_id, token_name, channel, model_name, "group",
      quota, prompt_tokens, completion_tokens, use_time, is_stream, counted, content, other)
  select created_at * ${idsPerSecond} + nextval('logs_id_seq') % ${idsPerSecond},
      request_id, created_at, 2, user_id, username, token_id, token_name, channel, model_name, "group",
      quota, prompt_tokens, completion_tokens, use_time, is_stream, counted, content, other
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
)
insert into usage_hours (hour, user_id, type, token_id, channel, model_name, "group", username, token_name,
  count, logged, quota, prompt_tokens, completion_tokens, parts)
select created_at - created_at % ${secondsPerHour} as hour, user_id, 2, token_id, channel, model_name, "group",
  username, token_name, count(*), count(*) filter (where logged), sum(quota), sum(prompt_tokens), sum(completion_tokens),
  coalesce(bit_or(1::bigint << (created_at % ${secondsPerHour} / ${secondsPerPart})::int) filter (where logged), 0)
from fresh
group by hour, user_id, token_id, channel, model_name, "group", username, token_name
order by hour, user_id, token_id, channel, model_name, "group", username, token_name
on conflict (hour, user_id, type, token_id, channel, model_name, "group", username, token_name) do update set
  count = usage_hours.count + excluded.count, logged = usage_hours.logged + excluded.logged,
  quota = usage_hours.quota + excluded.quota,
  prompt_tokens = usage_hours.prompt_tokens + excluded.prompt_tokens,
  completion_tokens = usage_hours.completion_tokens + excluded.completion_tokens,
  parts = usage_hours.parts | excluded.parts`
