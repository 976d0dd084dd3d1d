import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { logTypes } from '#contract/log-types.ts'
import type { LogFilters } from '#contract/logs.ts'
import { rowsOfCall } from '#contract/request-ids.ts'
import type { Executor } from '../database.ts'
import { columns, columnsOfCalls } from '../dimension-columns.ts'
import type { Column, ColumnValues } from '../dimensions.ts'
import { idRange, secondsPerDay, secondsPerHour } from '../log-time.ts'
import type { Tables } from '../schema.ts'

/** What a list of log rows is narrowed by: any column of the sums and a time; `before` is the id to stop at. */
export type LogFilter = LogFilters & Partial<ColumnValues> & { before?: number }

/** From the first to the last second. */
export type TimeRange = readonly [number, number]

/** What must be equal. Zero and empty text narrow nothing. */
export const equalities = (filter: LogFilter): [Column, string | number][] =>
  columns.flatMap((column): [Column, string | number][] => {
    const value = filter[column]
    return value ? [[column, value]] : []
  })

/** Whether any row can have all of it: what only calls have is not asked of others. */
export const canMatch = (filter: LogFilter): boolean =>
  !filter.type || filter.type === consume || !columnsOfCalls.some((column) => filter[column])

export const matches = <Table extends 'logs' | 'usage_hours' | 'usage_days'>(
  eb: ExpressionBuilder<Tables, Table>,
  filter: LogFilter,
): Expression<SqlBool>[] => equalities(filter).map(([column, value]) => eb.eb(sql.ref(column), '=', value))

/** The first and last second of the range; open ends reach as far as times go. */
export const timeRange = ({ start_timestamp: start = 0, end_timestamp: end = 0 }: LogFilter): TimeRange => [
  start,
  end === 0 ? latest : end,
]

/** The same range for what is known by the hour: the hours that begin in it. */
export const hoursIn = (filter: LogFilter): { start_timestamp: number; end_timestamp: number } => {
  const [start, end] = timeRange(filter)
  return { start_timestamp: Math.ceil(start / secondsPerHour) * secondsPerHour, end_timestamp: end }
}

/** The first second of the hour after: an hour counts as a whole. */
export const hourAfter = (end: number): number => end - (end % secondsPerHour) + secondsPerHour

/** The last second of a day, so that no day is cut by it. */
const latest = 1_157_407 * secondsPerDay - 1

/** Log rows that match, in the time given. */
const matchingLogs = (
  eb: ExpressionBuilder<Tables, 'logs'>,
  filter: LogFilter,
  range: TimeRange,
): Expression<SqlBool> => {
  const [firstId, lastId] = idsBetween(filter, range)
  const ofCall = filter.request_id ? [eb('request_id', 'in', rowsOfCall(filter.request_id))] : []
  return eb.and([eb('id', '>=', firstId), eb('id', '<=', lastId), ...ofCall, ...matches(eb, filter)])
}

/** The first and last id that rows of this time can have. */
export const idsBetween = ({ before = Number.MAX_SAFE_INTEGER }: LogFilter, [start, end]: TimeRange): TimeRange => {
  const [firstId, lastId] = idRange(start, end)
  return [firstId, Math.min(lastId, before - 1)]
}

export const consume = logTypes.consume

export const matching = (executor: Executor, filter: LogFilter, range: TimeRange) =>
  executor.selectFrom('logs').where((eb) => matchingLogs(eb, filter, range))
