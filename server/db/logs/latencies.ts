import { type SqlBool, sql } from 'kysely'
import type { Executor, OpenTransaction } from '../database.ts'
import { oneOf } from '../engine-sql.ts'
import { addedLatencies, type LatencyCounts, noLatencies } from '../latency-buckets.ts'
import { hoursOfDay } from '../log-time.ts'
import { hoursIn, type LogFilter } from './log-filter.ts'
import { readOpenPeriods } from './open-hours.ts'
import { singleHours, wholeDays } from './usage-periods.ts'

/** What how long calls took is known of. */
export type TimedPart = 'model' | 'channel'

const columnOf = { model: 'model_name', channel: 'channel' } as const

type TimedFilter = Pick<LogFilter, 'channel' | 'start_timestamp' | 'end_timestamp'>

export type Latencies = { ofKeys: ReadonlyMap<string, LatencyCounts>; whole: LatencyCounts }

/**
 * How long calls took in the hours that begin in the range: of each of these models or channels (without them: of each
 * there is), and of all together.
 */
export const readLatencies = async (
  executor: Executor,
  filter: TimedFilter,
  by: TimedPart,
  keys?: readonly string[],
): Promise<Latencies> => {
  const open = await readOpenPeriods(executor)
  const range = hoursIn(filter)
  const told = [sql<string>`cast(${sql.ref(columnOf[by])} as text)`.as('key'), 'bucket', 'count'] as const
  const ofChannel = filter.channel ? sql<SqlBool>`channel = ${filter.channel}` : sql<SqlBool>`true`
  const days = executor
    .selectFrom('latency_days')
    .select(told)
    .where(wholeDays(executor, range, open))
    .where(ofChannel)
  const hours = executor
    .selectFrom('latency_hours')
    .select(told)
    .where(oneOf(executor, 'hour', singleHours(range, open)))
    .where(ofChannel)
  const shown = keys === undefined ? sql<SqlBool>`true` : oneOf(executor, 'key', keys)
  const rows = await executor
    .selectFrom(days.unionAll(hours).as('periods'))
    .select((eb) => [
      sql<string | null>`case when ${shown} then ${sql.ref('key')} end`.as('part'),
      'bucket',
      eb.fn.sum<number>('count').as('count'),
    ])
    .groupBy(['part', 'bucket'])
    .execute()
  const parts = [...Map.groupBy(rows, ({ part }) => part)].map(([part, counted]) => ({
    part,
    counts: inBuckets(counted),
  }))
  return {
    ofKeys: new Map(parts.flatMap(({ part, counts }) => (part === null ? [] : [[part, counts] as const]))),
    whole: parts.reduce((sum, { counts }) => addedLatencies(sum, counts), noLatencies),
  }
}

const inBuckets = (counted: readonly { bucket: number; count: number }[]): LatencyCounts => {
  const counts = [...noLatencies]
  for (const { bucket, count } of counted) counts[bucket] = count
  return counts
}

/** Adds up a day anew from its hours. */
export const rollUpLatencies = async (transaction: OpenTransaction, day: number): Promise<void> => {
  await sql`
    insert into latency_days (day, channel, model_name, bucket, count)
    select cast(${sql.lit(day)} as bigint), channel, model_name, bucket, sum(count)
    from latency_hours
    where hour in (${sql.join(hoursOfDay(day))})
    group by channel, model_name, bucket
    order by channel, model_name, bucket
    on conflict (day, channel, model_name, bucket) do update set count = excluded.count
  `.execute(transaction)
}
