import { sql } from 'kysely'
import type { Executor } from './database.ts'
import type { LogFilter } from './log-filter.ts'
import { inOpenHours, type OpenSums } from './open-sums.ts'

/** The users whose rows a filter can match; undefined when it can be anybody's. */
export const usersOf = async (
  executor: Executor,
  filter: LogFilter,
  open: OpenSums,
): Promise<readonly number[] | undefined> => {
  if (filter.userId) return [filter.userId]
  if (filter.username) return usersNamed(executor, 'username', filter.username, open)
  return filter.token_name ? usersNamed(executor, 'token_name', filter.token_name, open) : undefined
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
    .where((eb) => inOpenHours(eb, open))
    .where(kind, '=', name)
  const users = await known.union(recent).execute()
  return users.map(({ user_id: id }) => id)
}

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
}
