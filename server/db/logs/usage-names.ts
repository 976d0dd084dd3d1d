import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Executor } from '../database.ts'
import { type Column, dimensions } from '../dimensions.ts'
import { oneOf } from '../engine-sql.ts'
import { consume, type LogFilter } from './log-filter.ts'
import { inOpenHours, type OpenPeriods } from './open-hours.ts'

/** Whose rows a filter can match; undefined when it can be anybody's, and added up by what else it has. */
export const ownersOf = async (
  executor: Executor,
  filter: LogFilter,
  open: OpenPeriods,
): Promise<readonly number[] | undefined> => {
  if (filter.user_id) return [filter.user_id]
  if (filter.username) return usersNamed(executor, 'username', filter.username, open)
  if (!filter.token_name || (await isShared(executor, filter.token_name))) return undefined
  return usersNamed(executor, 'token_name', filter.token_name, open)
}

/** Token names that many users have are written down once more as a kind of their own, first as one that comes to it. */
export const sharedName = 'shared_token_name'
export const comingName = 'coming_token_name'
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

const nameColumns: readonly Column[] = dimensions.flatMap((dimension) =>
  'named' in dimension ? [dimension.column] : [],
)

const usersNamed = async (
  executor: Executor,
  kind: 'username' | 'token_name',
  name: string,
  open: OpenPeriods,
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
export const rollUpNames = async (executor: Executor, hour: number): Promise<void> => {
  for (const kind of nameColumns) {
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
export const mostUsers = 20
