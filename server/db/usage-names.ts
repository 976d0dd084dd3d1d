import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Executor, OpenTransaction } from './database.ts'
import { consume, type LogFilter } from './log-filter.ts'
import { oneOf } from './one-of.ts'
import { inOpenHours, type OpenSums } from './open-sums.ts'

/** Whose rows a filter can match. */
export type Owners = {
  users: readonly number[]
  /** In whose name their days are added up: their own, or `everyUser` for a token name that many have. */
  inDays: readonly number[]
}

/** The user under whom days are added up for all that have a token of the same name. */
export const everyUser = 0

/** Undefined when it can be anybody's rows. */
export const ownersOf = async (executor: Executor, filter: LogFilter, open: OpenSums): Promise<Owners | undefined> => {
  if (filter.userId) return { users: [filter.userId], inDays: [filter.userId] }
  if (filter.username) {
    const users = await usersNamed(executor, 'username', filter.username, open)
    return { users, inDays: users }
  }
  if (!filter.token_name) return undefined
  const users = await usersNamed(executor, 'token_name', filter.token_name, open)
  return { users, inDays: users.includes(everyUser) ? [everyUser] : users }
}

type NameColumn = 'username' | 'token_name'

const usersNamed = async (
  executor: Executor,
  kind: NameColumn,
  name: string,
  open: OpenSums,
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

/**
 * Marks the names that many have come to use. Days that were added up before are then added up anew, for what they say
 * of all users together is missing.
 */
export const markSharedNames = async (transaction: OpenTransaction, version: number): Promise<void> => {
  const names = await transaction
    .selectFrom('usage_names')
    .select('name')
    .where('kind', '=', 'token_name')
    .groupBy('name')
    .having((eb) => eb.and([eb(eb.fn.countAll<number>(), '>', mostUsers), eb(eb.fn.min('user_id'), '>', everyUser)]))
    .execute()
  for (const { name } of names) {
    await transaction.insertInto('usage_names').values({ kind: 'token_name', name, user_id: everyUser }).execute()
    await sql`
      insert into open_days (day, version)
      select distinct day, cast(${version} as bigint) from usage_days
      where token_name = ${name} and user_id in (
        select user_id from usage_names where kind = 'token_name' and name = ${name}
      )
      on conflict (day) do update set version = excluded.version
    `.execute(transaction)
  }
}
