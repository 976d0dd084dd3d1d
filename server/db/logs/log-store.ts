import type { Database, Executor } from '../database.ts'
import { idsPerSecond } from '../log-time.ts'
import type { LogRow } from '../schema.ts'
import { consume, type LogFilter, matching } from './log-filter.ts'
import { findHours, findRanges } from './log-ranges.ts'
import { readRows, readRowsOfCall } from './log-rows.ts'
import { deleteOldRows } from './retention.ts'
import { beginLogDeletion, countDeletedLogs, endLogDeletion } from './retention-progress.ts'
import { rollUpHours } from './rollup.ts'
import { type Period, readUsage } from './usage-periods.ts'

/**
 * The log and what is added up of it, for everybody outside this folder: which hours are added up, which are open and
 * where totals come from is known in here alone (README.md).
 */

export { insertLog } from './insert-log.ts'
export { type Latencies, readLatencies } from './latencies.ts'
export type { LogFilter } from './log-filter.ts'
export { readLogDeletion } from './retention-progress.ts'
export { rollUp } from './rollup.ts'
export { sumsChecks } from './sums-checks.ts'
export { readToppedUp } from './topped-up.ts'
export { type Breakdown, type LoggedPart, readBreakdown } from './usage-breakdown.ts'
export { type ChartOwner, type ChartStep, readChart } from './usage-chart.ts'

type Page = { page: number; pageSize: number }

/**
 * A page of rows, newest first, with the exact total. What was added up tells how many rows each day and hour has, and
 * with that the hour a page begins in, so that a page far back costs no more than the first.
 */
export const listLogs = async (
  executor: Executor,
  filter: LogFilter,
  { page, pageSize }: Page,
): Promise<{ items: LogRow[]; total: number }> => {
  if (filter.request_id) {
    const found = await readRowsOfCall(executor, filter)
    return { items: found.slice((page - 1) * pageSize, page * pageSize), total: found.length }
  }
  const { users, periods } = await readUsage(executor, filter)
  const total = rowsIn(periods)
  const ofPage = atPage(periods, ({ logged }) => logged, (page - 1) * pageSize, pageSize)
  const hours = await findHours(executor, filter, { users, periods: ofPage.kept })
  const { kept, skip } = atPage(hours, ({ count }) => count, ofPage.skip, pageSize)
  const ranges = await findRanges(executor, filter, users, kept)
  return { items: await readRows(executor, filter, ranges, { skip, limit: pageSize }), total }
}

const rowsIn = (periods: readonly Period[]): number => periods.reduce((sum, { logged }) => sum + logged, 0)

/** What of these periods or hours holds a page's rows, and how many rows of the first of them come before the page. */
const atPage = <P>(periods: readonly P[], count: (period: P) => number, offset: number, pageSize: number) => {
  const kept: P[] = []
  let before = 0
  let skip = 0
  for (const period of periods) {
    if (before >= offset + pageSize) break
    if (before + count(period) > offset) {
      if (kept.length === 0) skip = offset - before
      kept.push(period)
    }
    before += count(period)
  }
  return { kept, skip }
}

type LogSums = { quota: number; promptTokens: number; completionTokens: number; rpm: number; tpm: number }

/** What calls have cost and used over the range, and requests and tokens of the last minute. */
export const sumLogs = async (executor: Executor, filter: LogFilter, now: number): Promise<LogSums> => {
  const calls = { ...filter, type: consume }
  const { rpm, tpm } = await matching(executor, calls, [now - 59, now])
    .select((eb) => [
      eb.fn.countAll<number>().as('rpm'),
      eb(eb.fn.sum<number>('prompt_tokens'), '+', eb.fn.sum<number>('completion_tokens')).as('tpm'),
    ])
    .executeTakeFirstOrThrow()
  const sums = { quota: 0, promptTokens: 0, completionTokens: 0, rpm, tpm: tpm ?? 0 }
  const parts = filter.request_id ? await partsOfCall(executor, calls) : (await readUsage(executor, calls)).periods
  for (const part of parts) {
    sums.quota += part.quota
    sums.promptTokens += part.promptTokens
    sums.completionTokens += part.completionTokens
  }
  return sums
}

const partsOfCall = async (executor: Executor, filter: LogFilter) =>
  (await readRowsOfCall(executor, filter)).map(({ quota, prompt_tokens, completion_tokens }) => ({
    quota,
    promptTokens: prompt_tokens,
    completionTokens: completion_tokens,
  }))

/** How many rows are read at once while all of them are. */
const streamedAtOnce = 500

/** Every row that matches, newest first, some at a time. Rows that come meanwhile may be left out. */
export async function* streamLogs(executor: Executor, filter: LogFilter): AsyncGenerator<LogRow[]> {
  if (filter.request_id) return yield await readRowsOfCall(executor, filter)
  const { users, periods } = await readUsage(executor, filter)
  for (const some of inPortions(periods)) {
    const found = await findHours(executor, filter, { users, periods: some })
    const hours = await findRanges(executor, filter, users, found)
    let before = Number.MAX_SAFE_INTEGER
    for (;;) {
      const left = hours.filter(({ hour }) => hour * idsPerSecond < before)
      const rows = await readRows(executor, { ...filter, before }, left, { skip: 0, limit: streamedAtOnce })
      if (rows.length > 0) yield rows
      const last = rows.at(-1)
      if (last === undefined || rows.length < streamedAtOnce) break
      before = last.id
    }
  }
}

const inPortions = (periods: readonly Period[]): Period[][] => {
  const portions: Period[][] = []
  let room = 0
  for (const period of periods) {
    if (room <= 0) {
      portions.push([])
      room = streamedAtOnce
    }
    portions.at(-1)?.push(period)
    room -= period.logged
  }
  return portions
}

/** Few enough that calls which settle meanwhile wait no longer than they do for each other. */
const deletedAtOnce = 500
/** After as many batches the hours that lost rows are added up again, so that lists stay quick. */
const batchesBetweenSums = 20

/**
 * Deletes the rows from before a second, a few at a time, and answers how many there were; undefined: somebody else is
 * at it. What the calls in them have cost stays in the sums and in the books.
 */
export const deleteLogsBefore = async (
  database: Database,
  target: number,
  now: () => number,
): Promise<number | undefined> => {
  const total = rowsIn((await readUsage(database.query, { end_timestamp: target - 1 })).periods)
  if (!(await beginLogDeletion(database.query, { target, total, now: now() }))) return undefined
  let deleted = 0
  for (let batch = 1; ; batch += 1) {
    const count = await database.transaction(async (transaction) => {
      const rows = await deleteOldRows(transaction, { before: target, limit: deletedAtOnce, now: now() })
      await countDeletedLogs(transaction, rows, now())
      return rows
    })
    deleted += count
    if (count === 0 || batch % batchesBetweenSums === 0) await rollUpHours(database, now())
    if (count === 0) break
  }
  await endLogDeletion(database.query, now())
  return deleted
}
