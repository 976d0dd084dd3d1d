import { type RawBuilder, sql } from 'kysely'
import type { Database } from './database.ts'
import type { LogRow } from './schema.ts'

/** A place where the books do not add up. */
export type Breach = {
  /** By the names of the invariants; I6 is that a row's quota can be worked out again from the row. */
  invariant: 'I1' | 'I2' | 'I3' | 'I6' | 'I12' | 'hours'
  /** What differs, like `users.quota`. */
  what: string
  /** Whose it is: an id, several with dots between them, or a request's id. */
  subject: string
  expected: number
  actual: number
}

/** Works the books out anew from credits, log rows and charges, and answers where they say something else. */
export const findBrokenInvariants = async (database: Database): Promise<Breach[]> => {
  const breaches: Breach[] = []
  // One statement a check: each sees one moment, whatever settles meanwhile.
  for (const { invariant, what, rows } of checks) {
    const { rows: differences } = await rows.execute(database.query)
    breaches.push(...differences.map((difference) => ({ invariant, what, ...difference })))
  }
  return breaches
}

/** Reads every row a call wrote and answers those whose quota `recompute` does not come to. */
export const findWrongCharges = async (database: Database, recompute: (row: LogRow) => number): Promise<Breach[]> => {
  const breaches: Breach[] = []
  for (let lastId = 0; ; ) {
    const rows = await database.query
      .selectFrom('logs')
      .selectAll()
      .where('type', '=', 2)
      .where('id', '>', lastId)
      .orderBy('id')
      .limit(1000)
      .execute()
    for (const row of rows) {
      const expected = recompute(row)
      if (expected === row.quota) continue
      const subject = row.request_id ?? String(row.id)
      breaches.push({ invariant: 'I6', what: 'logs.quota', subject, expected, actual: row.quota })
    }
    const last = rows.at(-1)
    if (last === undefined) return breaches
    lastId = last.id
  }
}

type Difference = Pick<Breach, 'subject' | 'expected' | 'actual'>
type Amounts = RawBuilder<unknown>

/** Two sums of amounts by subject, and the subjects for which they are not the same. */
const difference = (expected: Amounts, actual: Amounts): RawBuilder<Difference> => sql<Difference>`
  select subject, sum(expected) as expected, sum(actual) as actual
  from (
    select subject, amount as expected, 0 as actual from (${expected}) as expected_amounts
    union all
    select subject, 0 as expected, amount as actual from (${actual}) as actual_amounts
  ) as amounts
  group by subject
  having sum(expected) <> sum(actual)
  order by subject
  limit 1000`

/** Everything calls have cost, with a log row or without. */
const spending = sql`(
  select user_id, token_id, channel as channel_id, quota, counted from logs where type = 2
  union all
  select user_id, token_id, channel_id, quota, counted from charges
) as spending`

type Check = { invariant: Breach['invariant']; what: string; rows: RawBuilder<Difference> }

/** What codes, orders and days brought a user, and the credits for it: neither is there without the other. */
const creditsCheck = (kind: 'redeem' | 'pay' | 'check-in', what: string, reasons: Amounts): Check => ({
  invariant: 'I12',
  what: `${what} by user`,
  rows: difference(
    sql`select cast(user_id as text) as subject, quota as amount from ${reasons}`,
    sql`select cast(user_id as text) as subject, amount from credits where kind = ${sql.lit(kind)}`,
  ),
})

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

const kindsOfNames = [
  '',
  'channel',
  'group',
  'model_name',
  'channel,group',
  'channel,model_name',
  'group,model_name',
  'channel,group,model_name',
].map((columns) => sql`select ${sql.lit(columns)} as columns`)

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

const checks: Check[] = [
  {
    invariant: 'I1',
    what: 'users.quota',
    rows: difference(
      sql`select cast(user_id as text) as subject, amount from credits
        union all select cast(user_id as text), -quota from ${spending}`,
      sql`select cast(id as text) as subject, quota as amount from users`,
    ),
  },
  creditsCheck('redeem', 'redemption_uses.quota', sql`redemption_uses`),
  creditsCheck('pay', 'top_ups.quota', sql`(select user_id, quota from top_ups where status = 'success') as paid`),
  creditsCheck('check-in', 'check_ins.quota', sql`check_ins`),
  {
    invariant: 'I12',
    what: 'users.aff_quota',
    rows: difference(
      sql`select cast(inviter_id as text) as subject, quota as amount from invites
        union all select cast(user_id as text), -amount from credits where kind = 'transfer'`,
      sql`select cast(id as text) as subject, aff_quota as amount from users`,
    ),
  },
  {
    invariant: 'I2',
    what: 'users.used_quota',
    rows: difference(
      sql`select cast(user_id as text) as subject, quota as amount from ${spending}`,
      sql`select cast(id as text) as subject, used_quota as amount from users`,
    ),
  },
  {
    invariant: 'I2',
    what: 'users.request_count',
    rows: difference(
      sql`select cast(user_id as text) as subject, counted as amount from ${spending}`,
      sql`select cast(id as text) as subject, request_count as amount from users`,
    ),
  },
  {
    invariant: 'I2',
    what: 'tokens.used_quota',
    rows: difference(
      sql`select cast(token_id as text) as subject, quota as amount from ${spending} where token_id > 0`,
      sql`select cast(id as text) as subject, used_quota as amount from tokens`,
    ),
  },
  {
    invariant: 'I2',
    what: 'channels.used_quota',
    // A deleted channel leaves its spending behind, and nothing to compare it with.
    rows: difference(
      sql`select cast(channel_id as text) as subject, quota as amount from ${spending}
        where channel_id in (select id from channels)`,
      sql`select cast(id as text) as subject, used_quota as amount from channels`,
    ),
  },
  {
    invariant: 'I3',
    what: 'charges.request_id',
    rows: difference(
      sql`select request_id as subject, 0 as amount from charges where false`,
      sql`select logs.request_id as subject, 1 as amount from logs join charges on charges.request_id = logs.request_id`,
    ),
  },
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
