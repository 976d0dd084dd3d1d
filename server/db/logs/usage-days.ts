import { type RawBuilder, sql } from 'kysely'
import type { Database, OpenTransaction } from '../database.ts'
import { columns, inSql } from '../dimension-columns.ts'
import { type Column, dimensions } from '../dimensions.ts'
import { hoursOfDay, secondsPerHour } from '../log-time.ts'
import { rollUpLatencies } from './latencies.ts'
import { consume } from './log-filter.ts'
import { everyUser } from './usage-names.ts'
import { totalsByModel } from './usage-totals.ts'

/** How many users are added up in one transaction: settlements wait for it. */
const usersAtOnce = 50

/** Adds up a day for each user, a few users at a time, and closes it unless it was written to meanwhile. */
export const rollUpDay = async (database: Database, day: number): Promise<void> => {
  const { query } = database
  const before = await query.selectFrom('open_days').select('version').where('day', '=', day).executeTakeFirst()
  if (before === undefined) return
  const users = await query
    .selectFrom('usage_hours')
    .select('user_id')
    .distinct()
    .where('hour', 'in', hoursOfDay(day))
    .execute()
  for (let done = 0; done < users.length; done += usersAtOnce) {
    const some = users.slice(done, done + usersAtOnce).map((user) => user.user_id)
    await database.transaction((transaction) => rollUpUsers(transaction, day, some))
  }
  await database.transaction(async (transaction) => {
    await rollUpModels(transaction, day)
    await rollUpLatencies(transaction, day)
  })
  // An hour that was added up meanwhile has given the day another version.
  await query.deleteFrom('open_days').where('day', '=', day).where('version', '=', before.version).execute()
}

const rollUpUsers = async (transaction: OpenTransaction, day: number, users: readonly number[]): Promise<void> => {
  await sql`
    insert into usage_days (day, ${key}, count, logged, quota, prompt_tokens, completion_tokens, hours)
    select cast(${sql.lit(day)} as bigint), ${key},
      sum(count), sum(logged), sum(quota), sum(prompt_tokens), sum(completion_tokens),
      bit_or(case when logged > 0 then cast(1 as bigint) << ${hourOfDay(day)} else 0 end)
    from usage_hours
    where hour in (${sql.join(hoursOfDay(day))}) and user_id in (${sql.join(users)})
    group by ${key}
    ${writtenAnew}
  `.execute(transaction)
}

/** Of everybody by model, from the totals of its hours: in the name of no user. */
const rollUpModels = async (transaction: OpenTransaction, day: number): Promise<void> => {
  await sql`
    insert into usage_days (day, ${key}, count, logged, quota, prompt_tokens, completion_tokens, hours)
    select cast(${sql.lit(day)} as bigint), ${keyOfModel},
      sum(count), sum(logged), sum(quota), sum(prompt_tokens), sum(completion_tokens),
      bit_or(case when logged > 0 then cast(1 as bigint) << ${hourOfDay(day)} else 0 end)
    from usage_totals
    where kind = ${totalsByModel} and hour in (${sql.join(hoursOfDay(day))})
    group by value
    ${writtenAnew}
  `.execute(transaction)
}

const key = sql.raw(inSql(columns))

const ofModel: Partial<Record<Column, RawBuilder<unknown>>> = {
  user_id: sql`cast(${sql.lit(everyUser)} as bigint)`,
  type: sql.lit(consume),
  model_name: sql`value`,
}

const keyOfModel = sql.join(
  dimensions.map(({ column, of }) => ofModel[column] ?? (of === 'number' ? sql.lit(0) : sql.lit(''))),
)

const hourOfDay = (day: number) => sql`cast((hour - ${sql.lit(day)}) / ${sql.lit(secondsPerHour)} as integer)`

/** Nothing of a day that was once added up ever goes away, so every sum is written anew. */
const writtenAnew = sql`
  on conflict (day, ${key}) do update set
    count = excluded.count, logged = excluded.logged, quota = excluded.quota,
    prompt_tokens = excluded.prompt_tokens, completion_tokens = excluded.completion_tokens, hours = excluded.hours
`
