import type { Generated } from 'kysely'
import type { ColumnValues } from './dimensions.ts'

/* The tables of the log and of what is added up of it; `logs/README.md` has the picture. */

export type LogsTable = ColumnValues & {
  /** Begins with the second of `created_at`, see log-time.ts. */
  id: number
  /** Our own id of the call; null for rows that no call wrote. */
  request_id: string | null
  created_at: number
  quota: number
  prompt_tokens: number
  completion_tokens: number
  use_time: number
  is_stream: number
  /** 1 when the call counts as a request of the user; rows that no call wrote keep 0. */
  counted: Generated<number>
  content: string
  /** JSON text, see contract/logs.ts. */
  other: string
}

/** Hourly sums of the log by everything that lists are narrowed by, written with each row. */
export type UsageHoursTable = ColumnValues & {
  hour: number
  count: number
  /** How many of them have a log row now. */
  logged: number
  quota: number
  prompt_tokens: number
  completion_tokens: number
  /** The parts of the hour that have log rows, a bit each, see log-time.ts. More than have some after old rows were deleted. */
  parts: number
}

/**
 * Hours added up once more, for everybody or for a token name that many users have: `kind` names the columns that
 * `value` has the values of, and the token name. See usage-totals.ts.
 */
export type UsageTotalsTable = {
  kind: string
  value: string
  hour: number
  count: number
  logged: number
  quota: number
  prompt_tokens: number
  completion_tokens: number
  parts: number
}

/** Days added up once more for each user, see usage-days.ts. */
export type UsageDaysTable = ColumnValues & {
  day: number
  count: number
  logged: number
  quota: number
  prompt_tokens: number
  completion_tokens: number
  /** The hours of the day that have log rows, a bit each. */
  hours: number
}

/** How many calls of an hour took how long, written with each row: `bucket` is one of latency-buckets.ts. */
export type LatencyHoursTable = LatencyCount & { hour: number }

/** The same of days, see logs/latencies.ts. */
export type LatencyDaysTable = LatencyCount & { day: number }

type LatencyCount = Pick<ColumnValues, 'channel' | 'model_name'> & { bucket: number; count: number }

/** Which users ever had a name, or a token of a name: `kind` is the column. See usage-names.ts. */
export type UsageNamesTable = { kind: string; name: string; user_id: number }

/** Hours that were written to since they were added up: what `usage_totals` says of them does not count. */
export type OpenHoursTable = { hour: number }

/** Days with hours that were added up since the day was. The version tells whether that happened meanwhile once more. */
export type OpenDaysTable = { day: number; version: number }

/** A call that was refused or failed: it cost nothing, and is in no sum of the log. */
export type FailedCallsTable = {
  id: Generated<number>
  request_id: string
  created_at: number
  /** 0: of a key that is nobody's. */
  user_id: number
  username: string
  token_id: number
  token_name: string
  group: string
  model_name: string
  /** Where it was tried last; 0: nowhere. */
  channel: number
  use_time: number
  is_stream: number
  /** How many more like it came in the same minute, and have no row. */
  again: number
  /** JSON text, see contract/logs.ts. */
  other: string
}

/** How many calls of a user failed in an hour; of user 0: of everybody. */
export type FailedHoursTable = { user_id: number; hour: number; count: number }

/** The last time that old log rows were deleted: a single row, which only one node at a time writes to. */
export type LogDeletionsTable = {
  id: number
  target_timestamp: number
  deleted: number
  total: number
  started_at: number
  updated_at: number
  finished: number
}
