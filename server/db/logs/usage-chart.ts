import { type RawBuilder, sql } from 'kysely'
import { weekShift, type ZoneChange } from '#contract/usage-calendar.ts'
import type { Executor } from '../database.ts'
import { jsonObject, oneOf } from '../engine-sql.ts'
import { secondsPerDay, secondsPerHour } from '../log-time.ts'
import { consume, hoursIn, type LogFilter, matches, timeRange } from './log-filter.ts'
import { inOpenHours, type OpenPeriods, outsideOpenHours, readOpenPeriods } from './open-hours.ts'
import { movingHours, type TimeZone, timeZoneOf, utc } from './time-zone.ts'
import { everyUser, modelNames, ownersOf } from './usage-names.ts'
import { singleHours, wholeDays } from './usage-periods.ts'
import { modelTotals } from './usage-totals.ts'

/** Whose chart it is: nobody's is everybody's. */
export type ChartOwner = { id: number; username: string }

/** How long a step of the chart is, and what the clock does that its days go by. */
export type ChartStep = { seconds: number; changes: readonly ZoneChange[] }

/**
 * What calls were and cost, by model and step of time, in the hours that begin in the range: a list of points as JSON.
 * The engine writes it, which takes it a fraction of the time that as many objects take on their way through here.
 */
export const readChart = async (
  executor: Executor,
  filter: Pick<LogFilter, 'user_id' | 'username' | 'token_id' | 'channel' | 'start_timestamp' | 'end_timestamp'>,
  step: ChartStep,
  owner: ChartOwner,
): Promise<string> => {
  const calls = { ...filter, ...hoursIn(filter), type: consume }
  const open = await readOpenPeriods(executor)
  const users = await ownersOf(executor, calls, open)
  const sums =
    users === undefined
      ? sumsOfEverybody(executor, calls, open, await modelNames(executor))
      : sumsOfUsers(executor, calls, users, open, step)
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
    // Whatever whole days have may lie in hours of theirs that belong to another day.
    .having((eb) => eb.fn.sum('count'), '>', 0)
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

/** As `stepStart` of the contract, written for the engine. */
const startOfStep = ({ seconds, changes }: ChartStep) => {
  const hour = sql<number>`hour`
  if (seconds < secondsPerDay) return hour
  const shift = sql.lit(seconds > secondsPerDay ? weekShift : 0)
  const local = sql<number>`(hour + ${aheadAt(hour, changes, ({ from }) => from)})`
  const begin = sql<number>`(${local} - (${local} + ${shift}) % ${sql.lit(seconds)})`
  const ahead = aheadAt(begin, changes, (change, before) => change.from + Math.max(before.ahead, change.ahead))
  return sql<number>`${begin} - ${ahead}`
}

/** How far ahead the clock is at a moment, by when each of its changes begins to hold. */
const aheadAt = (
  moment: RawBuilder<number>,
  changes: readonly ZoneChange[],
  since: (change: ZoneChange, before: ZoneChange) => number,
): RawBuilder<number> =>
  changes.reduce((ahead, change, index) => {
    const before = changes[index - 1]
    const own = sql<number>`${sql.lit(change.ahead)}`
    if (before === undefined) return own
    return sql<number>`case when ${moment} >= ${sql.lit(since(change, before))} then ${own} else ${ahead} end`
  }, sql<number>`0`)

/** Over a long time days are those of UTC. */
const isLong = (filter: LogFilter): boolean => {
  const [start, end] = timeRange(filter)
  return end - start > longestByHour
}

const longestByHour = 31 * secondsPerDay

/** Over a short time and of a channel by the hour, over a long time by the day where whole days are over. */
const sumsOfEverybody = (executor: Executor, filter: LogFilter, open: OpenPeriods, models: readonly string[]) => {
  const [start, end] = timeRange(filter)
  const { channel = 0 } = filter
  const { kind, before } = modelTotals(channel)
  const byDay = channel === 0 && isLong(filter)
  const hours = byDay ? singleHours(filter, open) : []
  const closed = executor
    .selectFrom('usage_totals')
    .select(['hour', sql<string>`substr(value, ${sql.lit(before.length + 1)})`.as('model_name'), ...figures])
    .where('kind', '=', kind)
    // Hours lie together by model: each model is looked up, and what is beside the range is not read.
    .where(
      oneOf(
        executor,
        'value',
        models.map((model) => before + model),
      ),
    )
    .where(outsideOpenHours(executor, open))
    .where((eb) => (byDay ? oneOf(executor, 'hour', hours) : eb.between('hour', start, end)))
  const current = hourly(executor, filter)
    .select(hourlyFigures)
    .where(inOpenHours(executor, open))
    .where('hour', '>=', start)
    .where('hour', '<=', end)
  const single = closed.unionAll(current)
  return byDay ? daysOf(executor, filter, [everyUser], open).unionAll(single) : single
}

/**
 * By the day where whole days are over. Where the chart's days begin at another hour, a whole day is put where most of
 * its hours belong, and the others are taken out of it and put where they belong: of each day no more hours are read
 * than the chart's days lie apart from it.
 */
const sumsOfUsers = (
  executor: Executor,
  filter: LogFilter,
  users: readonly number[],
  open: OpenPeriods,
  step: ChartStep,
) => {
  const ofUsers = hourly(executor, filter).where(oneOf(executor, 'user_id', users))
  const range = timeRange(filter)
  const [first] = step.changes
  if (!isLong(filter) && (step.seconds < secondsPerDay || step.changes.length > 1)) {
    return ofUsers.select(hourlyFigures).where(oneOf(executor, 'hour', hoursBetween(...range)))
  }
  const zone = isLong(filter) ? utc : timeZoneOf(first?.ahead ?? 0)
  const moving = ofUsers
    .where(oneOf(executor, 'hour', movingHours(range, zone, open.days)))
    .select([
      'hour',
      'model_name',
      ...figures.map((figure) => sql<number>`cast(sum(${sql.ref(figure)}) as bigint)`.as(figure)),
    ])
    .groupBy(['hour', 'model_name'])
  return executor
    .with(
      (name) => name('moving').materialized(),
      () => moving,
    )
    .selectFrom('moving')
    .select(hourlyFigures)
    .unionAll(({ selectFrom }) =>
      selectFrom('moving').select([
        placeOf(sql`hour - hour % ${sql.lit(secondsPerDay)}`, zone),
        'model_name',
        ...figures.map((figure) => sql<number>`-${sql.ref(figure)}`.as(figure)),
      ]),
    )
    .unionAll(daysOf(executor, filter, users, open, zone))
    .unionAll(ofUsers.select(hourlyFigures).where(oneOf(executor, 'hour', singleHours(filter, open))))
}

const hoursBetween = (start: number, end: number): number[] => {
  const hours: number[] = []
  for (let hour = start; hour <= end; hour += secondsPerHour) hours.push(hour)
  return hours
}

const daysOf = (
  executor: Executor,
  filter: LogFilter,
  users: readonly number[],
  open: OpenPeriods,
  zone: TimeZone = utc,
) =>
  executor
    .selectFrom('usage_days')
    .select([placeOf(sql`day`, zone), 'model_name', ...figures])
    .where(oneOf(executor, 'user_id', users))
    .where(wholeDays(executor, filter, open))
    .where((eb) => eb.and(matches(eb, filter)))

const placeOf = (day: RawBuilder<number>, { place }: TimeZone) => sql<number>`${day} + ${sql.lit(place)}`.as('hour')

const hourly = (executor: Executor, filter: LogFilter) =>
  executor.selectFrom('usage_hours').where((eb) => eb.and(matches(eb, filter)))

const figures = ['count', 'quota', 'prompt_tokens', 'completion_tokens'] as const
const hourlyFigures = ['hour', 'model_name', ...figures] as const
