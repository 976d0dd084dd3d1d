import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { type LogFilters, logTypes } from '#contract/logs.ts'
import type { Executor } from '../database.ts'
import type { Tables } from '../schema.ts'
import { secondsPerDay } from './hours.ts'
import { idRange } from './log-ids.ts'

/** What a list of log rows is narrowed by; `userId` makes it the list of one user, `before` is the id to stop at. */
export type LogFilter = LogFilters & { userId?: number; tokenId?: number; before?: number }

/** From the first to the last second. */
export type TimeRange = readonly [number, number]

/** The columns that log rows and their sums are both narrowed by. */
export type FilterColumn =
  | 'user_id'
  | 'type'
  | 'token_id'
  | 'channel'
  | 'group'
  | 'model_name'
  | 'username'
  | 'token_name'

/** What must be equal. Zero and empty text narrow nothing. */
export const equalities = (filter: LogFilter): [FilterColumn, string | number][] => {
  const all: [FilterColumn, string | number | undefined][] = [
    ['user_id', filter.userId],
    ['type', filter.type],
    ['token_id', filter.tokenId],
    ['channel', filter.channel],
    ['group', filter.group],
    ['model_name', filter.model_name],
    ['username', filter.username],
    ['token_name', filter.token_name],
  ]
  return all.flatMap(([column, value]): [FilterColumn, string | number][] => (value ? [[column, value]] : []))
}

export const matches = <Table extends 'logs' | 'usage_hours' | 'usage_days'>(
  eb: ExpressionBuilder<Tables, Table>,
  filter: LogFilter,
): Expression<SqlBool>[] => equalities(filter).map(([column, value]) => eb.eb(sql.ref(column), '=', value))

/** The first and last second of the range; open ends reach as far as times go. */
export const timeRange = ({ start_timestamp: start = 0, end_timestamp: end = 0 }: LogFilter): TimeRange => [
  start,
  end === 0 ? latest : end,
]

/** The last second of a day, so that no day is cut by it. */
const latest = 1_157_407 * secondsPerDay - 1

/** Log rows that match, in the time given. */
const matchingLogs = (
  eb: ExpressionBuilder<Tables, 'logs'>,
  filter: LogFilter,
  range: TimeRange,
): Expression<SqlBool> => {
  const [firstId, lastId] = idsBetween(filter, range)
  return eb.and([eb('id', '>=', firstId), eb('id', '<=', lastId), ...matches(eb, filter)])
}

/** The first and last id that rows of this time can have. */
export const idsBetween = ({ before = Number.MAX_SAFE_INTEGER }: LogFilter, [start, end]: TimeRange): TimeRange => {
  const [firstId, lastId] = idRange(start, end)
  return [firstId, Math.min(lastId, before - 1)]
}

export const consume = logTypes.consume

export const matching = (executor: Executor, filter: LogFilter, range: TimeRange) =>
  executor.selectFrom('logs').where((eb) => matchingLogs(eb, filter, range))
