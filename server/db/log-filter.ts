import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { LogFilters } from '#contract/logs.ts'
import type { Tables } from './schema.ts'

/** What a list of log rows is narrowed by; `userId` makes it the list of one user. */
export type LogFilter = LogFilters & { userId?: number }

/** The columns that log rows and hourly sums are both narrowed by. */
type Column = 'user_id' | 'username' | 'token_name' | 'model_name' | 'channel' | 'group'

/** What must be equal. Zero and empty text narrow nothing. */
export const equalities = (filter: LogFilter): [Column, string | number][] => {
  const all: [Column, string | number | undefined][] = [
    ['user_id', filter.userId],
    ['username', filter.username],
    ['token_name', filter.token_name],
    ['model_name', filter.model_name],
    ['channel', filter.channel],
    ['group', filter.group],
  ]
  return all.flatMap(([column, value]): [Column, string | number][] => (value ? [[column, value]] : []))
}

/** The first and last second of the range; open ends reach as far as times go. */
export const timeRange = ({ start_timestamp: start = 0, end_timestamp: end = 0 }: LogFilter): [number, number] => [
  start,
  end === 0 ? latest : end,
]

const latest = 99_999_999_999

/** Log rows that match, in the time given. */
export const matchingLogs = (
  eb: ExpressionBuilder<Tables, 'logs'>,
  filter: LogFilter,
  [start, end]: readonly [number, number],
): Expression<SqlBool> =>
  eb.and([
    eb('created_at', '>=', start),
    eb('created_at', '<=', end),
    ...equalities(filter).map(([column, value]) => eb(column, '=', value)),
    ...(isByName(filter) ? [eb('user_id', 'in', usersOfName(eb, filter))] : []),
  ])

/** Only what calls wrote has a token, a model, a channel and a group. */
export const isOfCalls = (filter: LogFilter): boolean =>
  equalities(filter).some(([column]) => column !== 'user_id' && column !== 'username')

/** Written out, for engines use the index of these few rows only when they see the same words as in its definition. */
export const isNoCall = sql<SqlBool>`type <> 2`

/** Names have no index of their own among the rows of calls, users have. */
const isByName = (filter: LogFilter): boolean =>
  filter.userId === undefined && (Boolean(filter.username) || Boolean(filter.token_name))

const usersOfName = (eb: ExpressionBuilder<Tables, 'logs'>, filter: LogFilter) => {
  const names = equalities(filter).filter(([column]) => column === 'username' || column === 'token_name')
  const ofCalls = eb
    .selectFrom('usage_hours')
    .select('usage_hours.user_id')
    .where((hours) => hours.and(names.map(([column, value]) => hours(`usage_hours.${column}`, '=', value))))
  return ofCalls.union(
    eb
      .selectFrom('logs as others')
      .select('others.user_id')
      .where('others.username', '=', filter.username ?? '')
      .where(sql<SqlBool>`others.type <> 2`),
  )
}
