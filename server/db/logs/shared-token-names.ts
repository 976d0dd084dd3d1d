import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Executor, OpenTransaction } from '../database.ts'
import { oneOf } from '../engine-sql.ts'
import { lockOpenHours } from './open-hours.ts'
import { comingName, everyUser, mostUsers, sharedName } from './usage-names.ts'
import { rollUpTokenNames } from './usage-totals.ts'

/** Adds up the calls of an hour by the token names that many users have. */
export const rollUpSharedNames = async (transaction: OpenTransaction, hour: number): Promise<void> => {
  const shared = sql`select name from usage_names where kind in (${sql.lit(sharedName)}, ${sql.lit(comingName)})`
  await rollUpTokenNames(transaction, sql`hour = ${hour} and token_name in (${shared})`)
}

/**
 * Finds the names that many have come to use. From then on they are added up with every hour; once that is done for the
 * hours before, a few at a time, lists rely on it.
 */
export const rollUpNewSharedNames = async (database: Database): Promise<void> => {
  await database.transaction(async (transaction) => {
    await lockOpenHours(database, transaction)
    await noteComingNames(transaction)
  })
  const { query } = database
  const coming = await query.selectFrom('usage_names').select('name').where('kind', '=', comingName).execute()
  if (coming.length === 0) return
  const everyHour = query.selectFrom('usage_totals').select('hour').where('kind', '=', '').where('value', '=', '')
  const hours = (await everyHour.orderBy('hour').execute()).map(({ hour }) => hour)
  for (const { name } of coming) {
    for (let done = 0; done < hours.length; done += hoursAtOnce) {
      await database.transaction(async (transaction) => {
        await lockOpenHours(database, transaction)
        await rollUpTokenNames(transaction, ofNameIn(transaction, name, hours.slice(done, done + hoursAtOnce)))
      })
    }
    await query
      .updateTable('usage_names')
      .set({ kind: sharedName })
      .where('kind', '=', comingName)
      .where('name', '=', name)
      .execute()
  }
}

/** Settlements wait for them. */
const hoursAtOnce = 12

const noteComingNames = async (transaction: OpenTransaction): Promise<void> => {
  await sql`
    insert into usage_names (kind, name, user_id)
    select ${sql.lit(comingName)}, name, ${sql.lit(everyUser)} from usage_names
    where kind = 'token_name' and name not in (select name from usage_names where kind = ${sql.lit(sharedName)})
    group by name having count(*) > ${sql.lit(mostUsers)}
    on conflict do nothing
  `.execute(transaction)
}

/** Each user is looked up in each hour. Those that are open are added up later, with what comes to them. */
const ofNameIn = (executor: Executor, name: string, hours: readonly number[]): RawBuilder<SqlBool> =>
  sql`${oneOf(executor, 'hour', hours)} and hour not in (select hour from open_hours) and token_name = ${name}
    and user_id in (select user_id from usage_names where kind = 'token_name' and name = ${name})`
