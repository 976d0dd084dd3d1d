import type { Executor } from './database.ts'
import { isNoCall, isOfCalls, type LogFilter, matchingLogs, timeRange } from './log-filter.ts'
import type { LogRow } from './schema.ts'
import { countLoggedByHour, hourOf, secondsPerHour, sumQuotaOfHours } from './usage-hours.ts'

/** A row that no call wrote: money came in, an administrator did something, a user checked in. */
export type PlainLog = Pick<LogRow, 'created_at' | 'user_id' | 'username' | 'content' | 'other'> & {
  type: 1 | 3 | 4 | 5
  /** How the balance changed, negative when quota was taken. */
  quota: number
}

export const insertLog = async (executor: Executor, row: PlainLog): Promise<void> => {
  await executor
    .insertInto('logs')
    .values({ ...emptyLog, ...row })
    .execute()
}

const emptyLog = {
  request_id: null,
  token_id: 0,
  token_name: '',
  channel: 0,
  model_name: '',
  group: '',
  prompt_tokens: 0,
  completion_tokens: 0,
  use_time: 0,
  is_stream: 0,
}

type Page = { page: number; pageSize: number }

/**
 * A page of rows, newest first, with the exact total. Hourly sums tell how many rows each hour has, and with that the
 * hour a page begins in, so that a page far back costs no more than the first.
 */
export const listLogs = async (
  executor: Executor,
  filter: LogFilter,
  { page, pageSize }: Page,
): Promise<{ items: LogRow[]; total: number }> => {
  const hours = await countByHour(executor, filter)
  const total = hours.reduce((sum, { count }) => sum + count, 0)
  const span = hoursOfPage(hours, (page - 1) * pageSize, pageSize)
  if (span === undefined) return { items: [], total }
  const [start, end] = timeRange(filter)
  const inSpan = [Math.max(start, span.firstHour), Math.min(end, span.lastHour + secondsPerHour - 1)] as const
  const items = await matching(executor, filter, inSpan)
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset(span.skip)
    .execute()
  return { items, total }
}

/** Consumed quota over the range, and requests and tokens of the last minute. */
export const sumLogs = async (
  executor: Executor,
  filter: LogFilter,
  now: number,
): Promise<{ quota: number; rpm: number; tpm: number }> => {
  const calls = { ...filter, type: consume }
  const { rpm, tpm } = await matching(executor, calls, [now - 59, now])
    .select((eb) => [
      eb.fn.countAll<number>().as('rpm'),
      eb(eb.fn.sum<number>('prompt_tokens'), '+', eb.fn.sum<number>('completion_tokens')).as('tpm'),
    ])
    .executeTakeFirstOrThrow()
  return { quota: await sumQuota(executor, calls), rpm, tpm: tpm ?? 0 }
}

const consume = 2

type HourCount = { hour: number; count: number }

/** How many rows match in each hour, latest first. */
const countByHour = async (executor: Executor, filter: LogFilter): Promise<HourCount[]> => {
  const type = filter.type ?? 0
  const counts = new Map<number, number>()
  if (type === 0 || type === consume) {
    for (const { hour, count } of await countCallsByHour(executor, filter)) counts.set(hour, count)
  }
  if (type !== consume && !isOfCalls(filter)) {
    for (const { hour, count } of await countOthersByHour(executor, filter)) {
      counts.set(hour, (counts.get(hour) ?? 0) + count)
    }
  }
  return [...counts].map(([hour, count]) => ({ hour, count })).sort((one, other) => other.hour - one.hour)
}

/** Hours that the range cuts are counted row by row: two at most, and one when the range reaches up to now. */
const countCallsByHour = async (executor: Executor, filter: LogFilter): Promise<HourCount[]> => {
  const [start, end] = timeRange(filter)
  const hours = await countLoggedByHour(executor, filter)
  const exact: HourCount[] = []
  for (const { hour, count } of hours) {
    const whole = hour >= start && hour + secondsPerHour - 1 <= end
    exact.push({ hour, count: whole ? count : await countCalls(executor, filter, hour) })
  }
  return exact
}

const countCalls = async (executor: Executor, filter: LogFilter, hour: number): Promise<number> => {
  const [start, end] = timeRange(filter)
  const part = [Math.max(start, hour), Math.min(end, hour + secondsPerHour - 1)] as const
  const { count } = await matching(executor, { ...filter, type: consume }, part)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Rows that no call wrote are few, and have an index of their own. */
const countOthersByHour = (executor: Executor, filter: LogFilter): Promise<HourCount[]> =>
  matching(executor, filter, timeRange(filter))
    .where(isNoCall)
    .select((eb) => [
      eb('created_at', '-', eb('created_at', '%', secondsPerHour)).as('hour'),
      eb.fn.countAll<number>().as('count'),
    ])
    .groupBy('hour')
    .execute()

/** The hours that hold the page's rows, and how many rows of the latest of them come before the page. */
const hoursOfPage = (hours: readonly HourCount[], offset: number, pageSize: number) => {
  let before = 0
  let found: { firstHour: number; lastHour: number; skip: number } | undefined
  for (const { hour, count } of hours) {
    if (before >= offset + pageSize) break
    if (found !== undefined) found.firstHour = hour
    else if (before + count > offset) found = { firstHour: hour, lastHour: hour, skip: offset - before }
    before += count
  }
  return found
}

const sumQuota = async (executor: Executor, filter: LogFilter): Promise<number> => {
  const [start, end] = timeRange(filter)
  const firstWhole = hourOf(start + secondsPerHour - 1)
  const afterWhole = hourOf(end + 1)
  if (firstWhole >= afterWhole) return sumQuotaOfRows(executor, filter, [start, end])
  return (
    (await sumQuotaOfRows(executor, filter, [start, firstWhole - 1])) +
    (await sumQuotaOfHours(executor, filter, [firstWhole, afterWhole - 1])) +
    (await sumQuotaOfRows(executor, filter, [afterWhole, end]))
  )
}

const sumQuotaOfRows = async (
  executor: Executor,
  filter: LogFilter,
  range: readonly [number, number],
): Promise<number> => {
  if (range[0] > range[1]) return 0
  const { quota } = await matching(executor, filter, range)
    .select((eb) => eb.fn.sum<number | null>('quota').as('quota'))
    .executeTakeFirstOrThrow()
  return quota ?? 0
}

const matching = (executor: Executor, filter: LogFilter, range: readonly [number, number]) => {
  const rows = executor.selectFrom('logs').where((eb) => matchingLogs(eb, filter, range))
  if (filter.type === undefined || filter.type === 0) return rows
  if (filter.type === consume) return rows.where('type', '=', consume)
  return rows.where('type', '=', filter.type).where(isNoCall)
}
