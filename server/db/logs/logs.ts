import { type RawBuilder, sql } from 'kysely'
import type { Executor, OpenTransaction } from '../database.ts'
import { isPostgres } from '../one-of.ts'
import type { LogRow } from '../schema.ts'
import { hourOf, partOf } from './hours.ts'
import { consume, type LogFilter, matching } from './log-filter.ts'
import { idRange, idsPerSecond } from './log-ids.ts'
import { findHours, findPlaces } from './log-pages.ts'
import { readRows } from './log-rows.ts'
import { openHours } from './open-rollups.ts'
import { readUsage, type Span } from './usage-spans.ts'

/** A row that no call wrote: money came in, an administrator did something, a user checked in. */
export type PlainLog = Pick<LogRow, 'created_at' | 'user_id' | 'username' | 'content' | 'other'> & {
  type: 1 | 3 | 4 | 5
  /** How the balance changed, negative when quota was taken. */
  quota: number
}

export const insertLog = (executor: Executor, row: PlainLog): Promise<void> => {
  const insert = async (transaction: OpenTransaction) => {
    const id = nextLogId(transaction, row.created_at)
    await transaction
      .insertInto('logs')
      .values({ id, ...emptyLog, ...noTokens, request_id: null, use_time: 0, is_stream: 0, ...row })
      .execute()
    await addToHour(transaction, row)
    await openHours(transaction, [hourOf(row.created_at)])
  }
  // seam: Kysely tells an open transaction by this flag, and by its type only to whoever opened it
  return executor.isTransaction ? insert(executor as OpenTransaction) : executor.transaction().execute(insert)
}

/** A free id in the second given. On PostgreSQL, where others may be on their way, a sequence tells them apart. */
const nextLogId = (executor: Executor, second: number): RawBuilder<number> => {
  const [first, last] = idRange(second, second)
  return isPostgres(executor)
    ? sql`${first}::bigint + nextval('logs_id_seq') % ${sql.lit(idsPerSecond)}`
    : sql`(select coalesce(max(id) + 1, ${first}) from logs where id between ${first} and ${last})`
}

const addToHour = async (transaction: OpenTransaction, row: PlainLog): Promise<void> => {
  const { created_at: second, type, user_id, username, quota } = row
  const hour = { ...emptyLog, ...noTokens, hour: hourOf(second), type, user_id, username }
  await transaction
    .insertInto('usage_hours')
    .values({ ...hour, count: 1, logged: 1, quota, parts: partOf(second) })
    .onConflict((conflict) =>
      conflict
        .columns([
          ...([
            'hour',
            'user_id',
            'type',
            'token_id',
            'channel',
            'model_name',
            'group',
            'username',
            'token_name',
          ] as const),
        ])
        .doUpdateSet((eb) => ({
          count: eb('usage_hours.count', '+', 1),
          logged: eb('usage_hours.logged', '+', 1),
          quota: eb('usage_hours.quota', '+', quota),
          parts: sql`usage_hours.parts | excluded.parts`,
        })),
    )
    .execute()
}

/** Only what calls wrote has these. */
const emptyLog = { token_id: 0, token_name: '', channel: 0, model_name: '', group: '' }
const noTokens = { prompt_tokens: 0, completion_tokens: 0 }

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
  const { users, spans } = await readUsage(executor, filter)
  const total = spans.reduce((sum, { logged }) => sum + logged, 0)
  const ofPage = cut(spans, ({ logged }) => logged, (page - 1) * pageSize, pageSize)
  const hours = await findHours(executor, filter, { users, spans: ofPage.kept })
  const { kept, skip } = cut(hours, ({ count }) => count, ofPage.skip, pageSize)
  const places = await findPlaces(executor, filter, users, kept)
  return { items: await readRows(executor, filter, places, { skip, limit: pageSize }), total }
}

export const countLogs = async (executor: Executor, filter: LogFilter): Promise<number> => {
  const { spans } = await readUsage(executor, filter)
  return spans.reduce((sum, { logged }) => sum + logged, 0)
}

/** The spans that hold a page's rows, and how many rows of the first of them come before the page. */
const cut = <S>(spans: readonly S[], count: (span: S) => number, offset: number, pageSize: number) => {
  const kept: S[] = []
  let before = 0
  let skip = 0
  for (const span of spans) {
    if (before >= offset + pageSize) break
    if (before + count(span) > offset) {
      if (kept.length === 0) skip = offset - before
      kept.push(span)
    }
    before += count(span)
  }
  return { kept, skip }
}

export type LogSums = { quota: number; promptTokens: number; completionTokens: number; rpm: number; tpm: number }

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
  for (const span of (await readUsage(executor, calls)).spans) {
    sums.quota += span.quota
    sums.promptTokens += span.promptTokens
    sums.completionTokens += span.completionTokens
  }
  return sums
}

/** How many rows are read at once while all of them are. */
const rowsAtOnce = 500

/** Every row that matches, newest first, some at a time. Rows that come meanwhile may be left out. */
export async function* walkLogs(executor: Executor, filter: LogFilter): AsyncGenerator<LogRow[]> {
  const { users, spans } = await readUsage(executor, filter)
  for (const some of inPortions(spans)) {
    const hours = await findPlaces(executor, filter, users, await findHours(executor, filter, { users, spans: some }))
    let before = Number.MAX_SAFE_INTEGER
    for (;;) {
      const left = hours.filter(({ hour }) => hour * idsPerSecond < before)
      const rows = await readRows(executor, { ...filter, before }, left, { skip: 0, limit: rowsAtOnce })
      if (rows.length > 0) yield rows
      const last = rows.at(-1)
      if (last === undefined || rows.length < rowsAtOnce) break
      before = last.id
    }
  }
}

const inPortions = (spans: readonly Span[]): Span[][] => {
  const portions: Span[][] = []
  let room = 0
  for (const span of spans) {
    if (room <= 0) {
      portions.push([])
      room = rowsAtOnce
    }
    portions.at(-1)?.push(span)
    room -= span.logged
  }
  return portions
}
