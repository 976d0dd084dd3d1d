import type { Executor } from '../database.ts'
import type { LogRow } from '../schema.ts'
import { type LogFilter, matching, timeRange } from './log-filter.ts'

/** The one row that a request id can have, found along the key that keeps ids apart, if it matches the rest as well. */
export const readLogsOfCall = (executor: Executor, filter: LogFilter): Promise<LogRow[]> =>
  matching(executor, filter, timeRange(filter)).selectAll().execute()
