import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/db/database.ts'
import { columns, inSql } from '#server/db/dimension-columns.ts'
import { hourOf, idsPerSecond, secondsPerHour, secondsPerPart } from '#server/db/log-time.ts'
import { rollUp } from '#server/db/logs/log-store.ts'

const [hours, users, models, channels] = [48, 1000, 40, 30]

/**
 * Rows of calls and what is added up of them, as if they had been settled within two days until then, in a few
 * statements. Nobody paid for them: the books do not add up.
 */
export const addManyLogs = async (database: Database, count: number, until: number): Promise<void> => {
  const from = hourOf(until) - (hours + 2) * secondsPerHour
  const second = sql`${sql.lit(from)} + n * ${sql.lit(hours * secondsPerHour)} / ${sql.lit(count)}`
  await database.transaction(async (transaction) => {
    await sql`
      insert into logs (id, request_id, created_at, type, user_id, username, token_id, token_name, channel, model_name,
        "group", quota, prompt_tokens, completion_tokens, use_time, is_stream, counted, content, other)
      select (${second}) * ${sql.lit(idsPerSecond)} + n, 'many-' || n, ${second}, 2, 1 + n % ${sql.lit(users)},
        'user-' || (n % ${sql.lit(users)}), 1 + n % ${sql.lit(users)}, 'token-' || (n % 50), 1 + n % ${sql.lit(channels)},
        'model-' || (n % ${sql.lit(models)}), 'default', 3, 2, 1, 1, 0, 1, '', '{}'
      from ${numbers(database, count)}`.execute(transaction)
    const hour = sql`created_at - created_at % ${sql.lit(secondsPerHour)}`
    const part = sql`created_at % ${sql.lit(secondsPerHour)} / ${sql.lit(secondsPerPart)}`
    const keys = sql.raw(inSql(columns))
    await sql`
      insert into usage_hours (hour, ${keys}, count, logged, quota, prompt_tokens, completion_tokens, parts)
      select ${hour}, ${keys}, count(*), count(*), sum(quota), sum(prompt_tokens), sum(completion_tokens),
        sum(distinct cast(1 as bigint) << cast(${part} as integer))
      from logs group by 1, ${keys}`.execute(transaction)
    await sql`insert into open_hours (hour) select distinct hour from usage_hours`.execute(transaction)
  })
  await rollUp(database, until)
  if (database.engine === 'postgres') await sql`analyze`.execute(database.query)
}

/** A table of the numbers below the count. */
const numbers = ({ engine }: Database, count: number): RawBuilder<unknown> =>
  engine === 'postgres'
    ? sql`generate_series(0::bigint, ${sql.lit(count - 1)}) numbers (n)`
    : sql`(with recursive numbers (n) as (
        select 0 union all select n + 1 from numbers where n < ${sql.lit(count - 1)}
      ) select n from numbers)`
