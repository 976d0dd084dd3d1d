import { sql } from 'kysely'
import type { Executor } from './database.ts'
import { secondsPerDay, secondsPerHour } from './hours.ts'
import { jsonObject } from './json-object.ts'
import { consume, type LogFilter, matches, timeRange } from './log-filter.ts'
import { oneOf } from './one-of.ts'
import { inOpenHours, type OpenSums, outsideOpenHours, readOpenSums } from './open-sums.ts'
import { everyUser, modelNames, ownersOf } from './usage-names.ts'
import { singleHours, wholeDays } from './usage-spans.ts'
import { totalsByModel } from './usage-totals.ts'

/** Whose chart it is: nobody's is everybody's. */
export type ChartOwner = { id: number; username: string }

/** How long a step of the chart is, and how far its days are ahead of those of UTC: whole hours, in seconds. */
export type ChartStep = { seconds: number; ahead: number }

/**
 * What calls were and cost, by model and step of time, in the hours that begin in the range: a list of points as JSON.
 * The engine writes it, which takes it a fraction of the time that as many objects take on their way through here.
 */
export const readChart = async (
  executor: Executor,
  filter: Pick<LogFilter, 'userId' | 'username' | 'start_timestamp' | 'end_timestamp'>,
  step: ChartStep,
  owner: ChartOwner,
): Promise<string> => {
  const [start, end] = timeRange(filter)
  const calls = {
    ...filter,
    type: consume,
    start_timestamp: Math.ceil(start / secondsPerHour) * secondsPerHour,
    end_timestamp: end,
  }
  const open = await readOpenSums(executor)
  const users = await ownersOf(executor, calls, open)
  const time = timeOf(calls, open)
  const sums =
    users === undefined
      ? sumsOfEverybody(executor, calls, { open, time, models: await modelNames(executor) })
      : sumsOfUsers(executor, calls, users, { open, time })
  const points = executor
    .selectFrom(sums.as('sums'))
    .select((eb) => [
      'model_name',
      startOfStep(step).as('created_at'),
      eb.fn.sum<number>('count').as('count'),
      eb.fn.sum<number>('quota').as('quota'),
      eb.fn.sum<number>('prompt_tokens').as('prompt_tokens'),
      eb.fn.sum<number>('completion_tokens').as('completion_tokens'),
    ])
    .groupBy(['model_name', 'created_at'])
  const point = jsonObject(executor, {
    user_id: sql`${sql.lit(owner.id)}`,
    username: sql`cast(${owner.username} as text)`,
    model_name: sql.ref('model_name'),
    created_at: sql.ref('created_at'),
    count: sql.ref('count'),
    quota: sql.ref('quota'),
    token_used: sql`prompt_tokens + completion_tokens`,
    prompt_tokens: sql.ref('prompt_tokens'),
    completion_tokens: sql.ref('completion_tokens'),
  })
  const { list } = await executor
    .selectFrom(points.as('points'))
    .select(sql<string | null>`string_agg(${point}, ',' order by created_at, model_name)`.as('list'))
    .executeTakeFirstOrThrow()
  return `[${list ?? ''}]`
}

const startOfStep = ({ seconds, ahead }: ChartStep) => {
  // The first day of all was a Thursday, and weeks begin on Mondays.
  const shift = seconds > secondsPerDay ? ahead + 3 * secondsPerDay : ahead
  return sql<number>`hour - (hour + ${sql.lit(shift)}) % ${sql.lit(seconds)}`
}

/** Over a short time by the hour; over a long time by the day in UTC where whole days are over. */
type Time = { byDay: boolean; hours: readonly number[] }

const timeOf = (filter: LogFilter, open: OpenSums): Time => {
  const [start, end] = timeRange(filter)
  return end - start <= longestByHour
    ? { byDay: false, hours: hoursBetween(start, end) }
    : { byDay: true, hours: singleHours(filter, open) }
}

const longestByHour = 31 * secondsPerDay

const hoursBetween = (start: number, end: number): number[] => {
  const hours: number[] = []
  for (let hour = start; hour <= end; hour += secondsPerHour) hours.push(hour)
  return hours
}

type Sums = { open: OpenSums; time: Time }

const sumsOfEverybody = (
  executor: Executor,
  filter: LogFilter,
  { open, time: { byDay, hours }, models }: Sums & { models: readonly string[] },
) => {
  const [start, end] = timeRange(filter)
  const closed = executor
    .selectFrom('usage_totals')
    .select(['hour', 'value as model_name', ...figures])
    .where('kind', '=', totalsByModel)
    // Hours lie together by model: each model is looked up, and what is beside the range is not read.
    .where(oneOf(executor, 'value', models))
    .where(outsideOpenHours(executor, open))
    .where((eb) => (byDay ? oneOf(executor, 'hour', hours) : eb.between('hour', start, end)))
  const current = hourlyFigures(executor, filter)
    .where(inOpenHours(executor, open))
    .where('hour', '>=', start)
    .where('hour', '<=', end)
  const single = closed.unionAll(current)
  return byDay ? daysOf(executor, filter, [everyUser], open).unionAll(single) : single
}

const sumsOfUsers = (executor: Executor, filter: LogFilter, users: readonly number[], { open, time }: Sums) => {
  const single = hourlyFigures(executor, filter)
    .where(oneOf(executor, 'user_id', users))
    .where(oneOf(executor, 'hour', time.hours))
  return time.byDay ? daysOf(executor, filter, users, open).unionAll(single) : single
}

const daysOf = (executor: Executor, filter: LogFilter, users: readonly number[], open: OpenSums) =>
  executor
    .selectFrom('usage_days')
    .select(['day as hour', 'model_name', ...figures])
    .where(oneOf(executor, 'user_id', users))
    .where(wholeDays(executor, filter, open))
    .where((eb) => eb.and(matches(eb, filter)))

const hourlyFigures = (executor: Executor, filter: LogFilter) =>
  executor
    .selectFrom('usage_hours')
    .select(['hour', 'model_name', ...figures])
    .where((eb) => eb.and(matches(eb, filter)))

const figures = ['count', 'quota', 'prompt_tokens', 'completion_tokens'] as const
