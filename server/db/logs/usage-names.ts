import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database, Executor, OpenTransaction } from '../database.ts'
import { oneOf } from '../one-of.ts'
import { consume, type LogFilter } from './log-filter.ts'
import { holdHours, inOpenHours, type OpenRollups } from './open-rollups.ts'
import { rollUpTokenNames } from './usage-totals.ts'

/** Whose rows a filter can match; undefined when it can be anybody's, and added up by what else it has. */
export const ownersOf = async (
  executor: Executor,
  filter: LogFilter,
  open: OpenRollups,
): Promise<readonly number[] | undefined> => {
  if (filter.userId) return [filter.userId]
  if (filter.username) return usersNamed(executor, 'username', filter.username, open)
  if (!filter.token_name || (await isShared(executor, filter.token_name))) return undefined
  return usersNamed(executor, 'token_name', filter.token_name, open)
}

/** Token names that many users have are written down once more as a kind of their own, first as one that comes to it. */
const sharedName = 'shared_token_name'
const comingName = 'coming_token_name'
/** In whose name that is, and the models are. */
export const everyUser = 0

const isShared = async (executor: Executor, name: string): Promise<boolean> => {
  const found = await executor
    .selectFrom('usage_names')
    .select('name')
    .where('kind', '=', sharedName)
    .where('name', '=', name)
    .executeTakeFirst()
  return found !== undefined
}

type NameColumn = 'username' | 'token_name'

const usersNamed = async (
  executor: Executor,
  kind: NameColumn,
  name: string,
  open: OpenRollups,
): Promise<readonly number[]> => {
  const known = executor.selectFrom('usage_names').select('user_id').where('kind', '=', kind).where('name', '=', name)
  const recent = executor
    .selectFrom('usage_hours')
    .select('user_id')
    .where(inOpenHours(executor, open))
    .where(kind, '=', name)
  const users = await known.union(recent).execute()
  return users.map(({ user_id: id }) => id)
}

/**
 * Rows of these users. Of many, each hour is rather read as a whole: the name by which they were found narrows it just
 * as well.
 */
export const ofUsers = (executor: Executor, users: readonly number[]): RawBuilder<SqlBool> =>
  users.length > mostUsers ? sql`true` : oneOf(executor, 'user_id', users)

/** Writes down the names in an hour that is added up. */
export const keepNames = async (executor: Executor, hour: number): Promise<void> => {
  for (const kind of ['username', 'token_name'] as const) {
    const name = sql.ref(kind)
    await sql`
      insert into usage_names (kind, name, user_id)
      select distinct ${sql.lit(kind)}, ${name}, user_id from usage_hours where hour = ${hour} and ${name} <> ''
      on conflict do nothing
    `.execute(executor)
  }
  await sql`
    insert into usage_names (kind, name, user_id)
    select distinct 'model_name', model_name, ${sql.lit(everyUser)} from usage_hours
    where hour = ${hour} and type = ${sql.lit(consume)}
    on conflict do nothing
  `.execute(executor)
}

/** The models that calls were made to, as far as hours are added up. */
export const modelNames = async (executor: Executor): Promise<string[]> => {
  const names = await executor.selectFrom('usage_names').select('name').where('kind', '=', 'model_name').execute()
  return names.map(({ name }) => name)
}

/** With more users a token name is added up for all of them together. */
const mostUsers = 20

/** Adds up the calls of an hour by the token names that many users have. */
export const rollUpSharedNames = async (transaction: OpenTransaction, hour: number): Promise<void> => {
  const shared = sql`select name from usage_names where kind in (${sql.lit(sharedName)}, ${sql.lit(comingName)})`
  await rollUpTokenNames(transaction, sql`hour = ${hour} and token_name in (${shared})`)
}

/**
 * Finds the names that many have come to use. From then on they are added up with every hour; once that is done for the
 * hours before, a few at a time, lists rely on it.
 */
export const shareNames = async (database: Database): Promise<void> => {
  await database.transaction(async (transaction) => {
    await holdHours(database, transaction)
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
        await holdHours(database, transaction)
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
