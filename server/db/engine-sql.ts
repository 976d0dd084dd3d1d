import { PostgresAdapter, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Executor } from './database.ts'

export const isPostgres = (executor: Executor): boolean => executor.getExecutor().adapter instanceof PostgresAdapter

/**
 * Whether a column has one of these values. They go to the engine as one: hundreds of parameters would cost the
 * event loop more than the query.
 */
export const oneOf = (
  executor: Executor,
  column: string | RawBuilder<number>,
  values: readonly (number | string)[],
): RawBuilder<SqlBool> => {
  if (values.length === 0) return sql`false`
  const tested = typeof column === 'string' ? sql.ref(column) : column
  const type = sql.raw(typeof values[0] === 'number' ? 'bigint[]' : 'text[]')
  return isPostgres(executor)
    ? sql`${tested} = any(cast(${values} as ${type}))`
    : sql`${tested} in (select listed.value from json_each(${JSON.stringify(values)}) as listed)`
}

/** A JSON object as text, written by the engine. */
export const jsonObject = (
  executor: Executor,
  members: Readonly<Record<string, RawBuilder<unknown>>>,
): RawBuilder<string> => {
  const pairs = sql.join(Object.entries(members).map(([name, value]) => sql`${sql.lit(name)}, ${value}`))
  return isPostgres(executor) ? sql`json_build_object(${pairs})::text` : sql`json_object(${pairs})`
}
