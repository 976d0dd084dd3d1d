import { sql } from 'kysely'
import { type Check, difference, excess, spending } from '../book-check.ts'
import { kindsOfCalls } from './usage-totals.ts'

/** What was added up of hours that nobody has written to since. Kinds without the type are of calls alone. */
const totalsCheck = (column: 'quota' | 'logged'): Check => ({
  invariant: 'hours',
  what: `usage_totals.${column} by kind and hour`,
  rows: difference(
    sql`select kind || '.' || hour as subject,
        case when kind in ('', 'type') then everything else of_calls end as amount
      from (
        select hour, sum(${sql.ref(column)}) as everything,
          sum(case when type = 2 then ${sql.ref(column)} else 0 end) as of_calls
        from usage_hours where ${isClosed} group by hour
      ) as sums cross join (select distinct kind from usage_totals where not ${isOfName}) as kinds`,
    sql`select kind || '.' || hour as subject, ${sql.ref(column)} as amount from usage_totals
      where not ${isOfName} and ${isClosed}`,
  ),
})

const isClosed = sql`hour not in (select hour from open_hours)`
const isOfName = sql`kind like ${sql.lit('%\x1f%')}`

/** And for token names that many users have, which have as many kinds each. */
const sharedNamesCheck = (column: 'quota' | 'logged'): Check => ({
  invariant: 'hours',
  what: `usage_totals.${column} by shared token name, kind and hour`,
  rows: difference(
    sql`select columns || ${sql.lit('\x1f')} || token_name || '.' || hour as subject, ${sql.ref(column)} as amount
      from usage_hours cross join (${sql.join(kindsOfNames, sql` union all `)}) as kinds
      where token_name in (select name from usage_names where kind = 'shared_token_name') and ${isClosed}`,
    sql`select kind || '.' || hour as subject, ${sql.ref(column)} as amount from usage_totals
      where ${isClosed} and kind in (
        select columns || ${sql.lit('\x1f')} || names.name
        from usage_names as names cross join (${sql.join(kindsOfNames, sql` union all `)}) as kinds
        where names.kind = 'shared_token_name'
      )`,
  ),
})

const kindsOfNames = kindsOfCalls.map((columns) => sql`select ${sql.lit(columns.join())} as columns`)

/** The same for days. */
const daysCheck = (column: 'quota' | 'logged'): Check => ({
  invariant: 'hours',
  what: `usage_days.${column} by user and day`,
  rows: difference(
    sql`select user_id || '.' || (hour - hour % 86400) as subject, ${sql.ref(column)} as amount from usage_hours
      where user_id > 0 and hour - hour % 86400 not in (${openDays})`,
    sql`select user_id || '.' || day as subject, ${sql.ref(column)} as amount from usage_days
      where user_id > 0 and day not in (${openDays})`,
  ),
})

const openDays = sql`select day from open_days union select hour - hour % 86400 from open_hours`

/** And for everybody by model. */
const modelsCheck = (): Check => ({
  invariant: 'hours',
  what: 'usage_days.quota of everybody by model and day',
  rows: difference(
    sql`select model_name || '.' || (hour - hour % 86400) as subject, quota as amount from usage_hours
      where type = 2 and hour - hour % 86400 not in (${openDays})`,
    sql`select model_name || '.' || day as subject, quota as amount from usage_days
      where user_id = 0 and day not in (${openDays})`,
  ),
})

/** No more calls took some time than there were. */
const latenciesCheck = (): Check => ({
  invariant: 'hours',
  what: 'latency_hours.count by hour, channel and model',
  rows: excess(
    sql`select hour || '.' || channel || '.' || model_name as subject, count as amount from usage_hours where type = 2`,
    sql`select hour || '.' || channel || '.' || model_name as subject, count as amount from latency_hours`,
  ),
})

const latencyDaysCheck = (): Check => ({
  invariant: 'hours',
  what: 'latency_days.count by day, channel, model and bucket',
  rows: difference(
    sql`select (hour - hour % 86400) || '.' || channel || '.' || model_name || '.' || bucket as subject, count as amount
      from latency_hours where hour - hour % 86400 not in (${openDays})`,
    sql`select day || '.' || channel || '.' || model_name || '.' || bucket as subject, count as amount
      from latency_days where day not in (${openDays})`,
  ),
})

/** The sums say what the rows and charges say, as far as nobody has written to them since. */
export const sumsChecks: readonly Check[] = [
  {
    invariant: 'hours',
    what: 'usage_hours.quota by user, token and channel',
    rows: difference(
      sql`select user_id || '.' || token_id || '.' || channel_id as subject, quota as amount from ${spending}`,
      sql`select user_id || '.' || token_id || '.' || channel as subject, quota as amount from usage_hours
        where type = 2`,
    ),
  },
  totalsCheck('quota'),
  totalsCheck('logged'),
  daysCheck('quota'),
  daysCheck('logged'),
  sharedNamesCheck('quota'),
  sharedNamesCheck('logged'),
  modelsCheck(),
  latenciesCheck(),
  latencyDaysCheck(),
  {
    invariant: 'hours',
    what: 'usage_hours.logged by hour, user and channel',
    rows: difference(
      sql`select (created_at - created_at % 3600) || '.' || user_id || '.' || channel as subject, 1 as amount
        from logs`,
      sql`select hour || '.' || user_id || '.' || channel as subject, logged as amount from usage_hours`,
    ),
  },
]
