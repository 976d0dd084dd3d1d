import { sql } from 'kysely'
import type { LogFilters } from '#contract/logs.ts'
import type { Database, Executor } from './database.ts'
import { oneOf } from './engine-sql.ts'
import type { FailedCallRow, FailedHourRow, NewFailedCall } from './schema.ts'

type FailedCallFilter = LogFilters & { user_id?: number; token_id?: number }

/** Rows and what is added to the sums, together or not at all. A row that is there learns how many more came like it. */
export const keepFailedCalls = (
  database: Database,
  rows: readonly NewFailedCall[],
  added: readonly FailedHourRow[],
): Promise<void> =>
  database.transaction(async (transaction) => {
    if (rows.length > 0) {
      await transaction
        .insertInto('failed_calls')
        .values([...rows])
        .onConflict((conflict) =>
          conflict.column('request_id').doUpdateSet((eb) => ({ again: eb.ref('excluded.again') })),
        )
        .execute()
    }
    if (added.length > 0) {
      await transaction
        .insertInto('failed_hours')
        .values([...added])
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'hour'])
            .doUpdateSet((eb) => ({ count: eb('failed_hours.count', '+', eb.ref('excluded.count')) })),
        )
        .execute()
    }
  })

/** The user of sums that stand for everybody. */
export const everybody = 0

/** Nobody turns more pages than this many rows have, so that a list never counts them all. */
const mostListed = 10_000

/** A page of rows, newest first. Rows beyond the latest `mostListed` are not counted and not shown. */
export const listFailedCalls = async (
  executor: Executor,
  filter: FailedCallFilter,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ items: FailedCallRow[]; total: number }> => {
  const offset = (page - 1) * pageSize
  const { total } = await executor
    .selectFrom(matching(executor, filter).select(sql.lit(1).as('one')).limit(mostListed).as('listed'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  if (offset >= total) return { items: [], total }
  const items = await newestFirst(executor, filter)
    .offset(offset)
    .limit(Math.min(pageSize, total - offset))
    .execute()
  return { items, total }
}

const streamedAtOnce = 500

/** As many of them as a list shows, some at a time. */
export async function* streamFailedCalls(
  executor: Executor,
  filter: FailedCallFilter,
): AsyncGenerator<FailedCallRow[]> {
  for (let offset = 0; offset < mostListed; offset += streamedAtOnce) {
    const rows = await newestFirst(executor, filter).offset(offset).limit(streamedAtOnce).execute()
    if (rows.length > 0) yield rows
    if (rows.length < streamedAtOnce) return
  }
}

type Counted = Pick<FailedCallFilter, 'username' | 'channel' | 'token_id'> & {
  userId: number
  start: number
  end: number
}

/** How many calls failed in the hours that begin in the range; of user 0: of everybody. */
export const countFailedCalls = async (
  executor: Executor,
  { userId, username = '', channel = 0, token_id = 0, start, end }: Counted,
): Promise<number> => {
  const range = { start_timestamp: start, end_timestamp: end }
  if (channel > 0) return countRows(executor, { username, channel, ...range })
  if (token_id > 0) return countRows(executor, { user_id: userId, token_id, ...range })
  const { count } = await executor
    .selectFrom('failed_hours')
    .select((eb) => eb.fn.sum<number | null>('count').as('count'))
    .where('user_id', '=', userId)
    .where((eb) => eb.between('hour', start, end))
    .executeTakeFirstOrThrow()
  return Number(count ?? 0)
}

/** How many calls of each of these users failed in the hours that begin in the range; none of whoever is not told. */
export const failuresOfUsers = async (
  executor: Executor,
  userIds: readonly number[],
  { start, end }: { start: number; end: number },
): Promise<ReadonlyMap<number, number>> => {
  const sums = await executor
    .selectFrom('failed_hours')
    .select((eb) => ['user_id', eb.fn.sum<number>('count').as('count')])
    .where(oneOf(executor, 'user_id', userIds))
    .where((eb) => eb.between('hour', start, end))
    .groupBy('user_id')
    .execute()
  return new Map(sums.map(({ user_id: id, count }) => [id, Number(count)]))
}

/** Of a channel or a token there are no sums: its rows are counted, with all that came like them and have none. */
const countRows = async (executor: Executor, filter: FailedCallFilter): Promise<number> => {
  const { count } = await matching(executor, filter)
    .select(sql<number | null>`sum(again + 1)`.as('count'))
    .executeTakeFirstOrThrow()
  return Number(count ?? 0)
}

/** How many calls failed since, of each model by the hour, for one of these kinds of reasons. */
export const failuresByModel = async (
  executor: Executor,
  since: number,
  kinds: readonly string[],
): Promise<{ model: string; hour: number; count: number }[]> => {
  const hour = sql<number>`created_at - created_at % 3600`
  const rows = await executor
    .selectFrom('failed_calls')
    .select((eb) => ['model_name', hour.as('hour'), sql<number>`sum(1 + ${eb.ref('again')})`.as('count')])
    .where('created_at', '>=', since)
    .where('model_name', '!=', '')
    // The kind is the first that is written of the reason.
    .where((eb) => eb.or(kinds.map((kind) => eb('other', 'like', `{"failure":{"kind":"${kind}"%`))))
    .groupBy(['model_name', hour])
    .execute()
  return rows.map(({ model_name: model, hour: begun, count }) => ({ model, hour: Number(begun), count: Number(count) }))
}

const matching = (executor: Executor, filter: FailedCallFilter) => {
  const { start_timestamp: start, end_timestamp: end } = filter
  return executor.selectFrom('failed_calls').where((eb) =>
    eb.and([
      ...equal.flatMap((column) => {
        const value = filter[column]
        return value ? [eb(column, '=', value)] : []
      }),
      ...(start ? [eb('created_at', '>=', start)] : []),
      ...(end ? [eb('created_at', '<=', end)] : []),
    ]),
  )
}

/** Zero and empty text narrow nothing. */
const equal = ['user_id', 'username', 'token_id', 'token_name', 'group', 'model_name', 'channel', 'request_id'] as const

const newestFirst = (executor: Executor, filter: FailedCallFilter) =>
  matching(executor, filter).selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc')
