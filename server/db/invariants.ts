import { sql } from 'kysely'
import { type Amounts, type Breach, type Check, difference, spending } from './book-check.ts'
import type { Database } from './database.ts'
import { sumsChecks } from './logs/log-store.ts'
import type { LogRow } from './schema.ts'

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

/** Reads every row a call wrote, from one on, and answers those whose quota `recompute` does not come to. */
export const findWrongCharges = async (
  database: Database,
  recompute: (row: LogRow) => number,
  afterId = 0,
): Promise<Breach[]> => {
  const breaches: Breach[] = []
  for (let lastId = afterId; ; ) {
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

/** What codes, orders and days brought a user, and the credits for it: neither is there without the other. */
const creditsCheck = (kind: 'redeem' | 'pay' | 'check-in', what: string, reasons: Amounts): Check => ({
  invariant: 'I12',
  what: `${what} by user`,
  rows: difference(
    sql`select cast(user_id as text) as subject, quota as amount from ${reasons}`,
    sql`select cast(user_id as text) as subject, amount from credits where kind = ${sql.lit(kind)}`,
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
  ...sumsChecks,
]
