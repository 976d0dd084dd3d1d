import { type RawBuilder, sql } from 'kysely'
import type { Executor } from './database.ts'
import { isPostgres } from './one-of.ts'

/** A JSON object as text, written by the engine. */
export const jsonObject = (
  executor: Executor,
  members: Readonly<Record<string, RawBuilder<unknown>>>,
): RawBuilder<string> => {
  const pairs = sql.join(Object.entries(members).map(([name, value]) => sql`${sql.lit(name)}, ${value}`))
  return isPostgres(executor) ? sql`json_build_object(${pairs})::text` : sql`json_object(${pairs})`
}
