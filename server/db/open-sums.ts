import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Executor, OpenTransaction } from './database.ts'
import { dayOf } from './hours.ts'
import type { Tables } from './schema.ts'

/**
 * What was written to since it was added up. What was added up of anything else may be read after this was, whatever
 * happens in between: until it is added up anew, it says what was so a moment ago.
 */
export type OpenSums = { hours: readonly number[]; days: ReadonlySet<number> }

export const readOpenSums = async (executor: Executor): Promise<OpenSums> => {
  const hours = await executor.selectFrom('open_hours').select('hour').orderBy('hour').execute()
  const days = await executor.selectFrom('open_days').select('day').execute()
  return {
    hours: hours.map(({ hour }) => hour),
    days: new Set([...days.map(({ day }) => day), ...hours.map(({ hour }) => dayOf(hour))]),
  }
}

/** What was added up of these hours does not count any more. */
export const openHours = async (transaction: OpenTransaction, hours: readonly number[]): Promise<void> => {
  await transaction
    .insertInto('open_hours')
    .values([...hours].sort((one, other) => one - other).map((hour) => ({ hour })))
    .onConflict((conflict) => conflict.column('hour').doNothing())
    .execute()
}

type HourTable = 'usage_hours' | 'usage_totals'

/** A few hours are named; with many it costs less to look at each. */
const mostNamed = 500

export const inOpenHours = (eb: ExpressionBuilder<Tables, HourTable>, { hours }: OpenSums): Expression<SqlBool> => {
  if (hours.length === 0) return eb.lit(false)
  return hours.length > mostNamed ? inTable : eb('hour', 'in', hours)
}

export const outsideOpenHours = (eb: ExpressionBuilder<Tables, HourTable>, open: OpenSums): Expression<SqlBool> =>
  eb.not(inOpenHours(eb, open))

const inTable = sql<SqlBool>`hour in (select hour from open_hours)`
