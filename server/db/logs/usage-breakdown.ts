import { sql } from 'kysely'
import type { UsageSums } from '#contract/logs.ts'
import type { UsageMeasure, UsagePart } from '#contract/usage-parts.ts'
import type { Executor } from '../database.ts'
import type { Column } from '../dimensions.ts'
import { oneOf } from '../engine-sql.ts'
import { consume, hourAfter, hoursIn, type LogFilter, matches } from './log-filter.ts'
import { inOpenHours, type OpenPeriods, outsideOpenHours, readOpenPeriods } from './open-hours.ts'
import { everyUser, modelNames, ownersOf } from './usage-names.ts'
import { singleHours, wholeDays } from './usage-periods.ts'
import { totalsByModel } from './usage-totals.ts'

/** What the log itself can tell use apart by: whose vendor a channel is it does not know. */
export type LoggedPart = Exclude<UsagePart, 'vendor'>

/** `name` is the latest there was by the order of the alphabet: of what was renamed one is as good as the other. */
type Part = { key: Column; name?: Column; username?: Column }

const parts: Record<LoggedPart, Part> = {
  model: { key: 'model_name' },
  token: { key: 'token_id', name: 'token_name', username: 'username' },
  group: { key: 'group' },
  user: { key: 'user_id', name: 'username' },
  channel: { key: 'channel' },
}

type BreakdownRow = UsageSums & { key: string; name: string; username: string; before: UsageSums }

export type Breakdown = { items: BreakdownRow[]; parts: number; total: UsageSums; before: UsageSums }

type Asked = { by: LoggedPart; measure: UsageMeasure; limit: number }

/**
 * What calls were and cost in the hours that begin in the range, by one of their parts: those with most, what there is
 * in all, and what both were in as long a time before.
 */
export const readBreakdown = async (executor: Executor, filter: LogFilter, asked: Asked): Promise<Breakdown> => {
  const open = await readOpenPeriods(executor)
  const { start_timestamp: first, end_timestamp: end } = hoursIn(filter)
  const within = (from: number, until: number): LogFilter => ({
    ...filter,
    type: consume,
    start_timestamp: Math.max(0, from),
    end_timestamp: until,
  })
  const users = await ownersOf(executor, within(first, end), open)
  // Of everybody by model hours and days are added up already.
  const isAddedUp = asked.by === 'model' && users === undefined
  const models = isAddedUp ? await modelNames(executor) : undefined
  const sums = (range: LogFilter) => sumsOf(executor, range, { users, models }, open, asked.by)
  const now = sums(within(first, end))
  const before = first === 0 ? undefined : sums(within(2 * first - hourAfter(end), first - 1))
  const found = await withWhole(executor, now)
    .orderBy(asked.measure, 'desc')
    .orderBy('key')
    .limit(asked.limit)
    .execute()
  const keys = found.map(({ key }) => key)
  const ofKeys = before
    ? await withWhole(executor, before)
        .orderBy(sql`case when ${oneOf(executor, 'key', keys)} then 0 else 1 end`)
        .limit(Math.max(1, keys.length))
        .execute()
    : []
  const earlierOf = new Map(ofKeys.map((row) => [row.key, row]))
  return {
    items: found.map(({ key, name, username, ...row }) => ({
      ...{ key, name, username, ...sumsIn(row) },
      before: sumsIn(earlierOf.get(key)),
    })),
    parts: found[0]?.parts ?? 0,
    total: wholeIn(found[0]),
    before: wholeIn(ofKeys[0]),
  }
}

const nothing = { quota: 0, count: 0, token_used: 0 }

const sumsIn = ({ quota, count, token_used }: UsageSums = nothing): UsageSums => ({ quota, count, token_used })

type Whole = { all_quota: number; all_count: number; all_token_used: number }

const wholeIn = (row: Whole | undefined): UsageSums =>
  row === undefined ? nothing : { quota: row.all_quota, count: row.all_count, token_used: row.all_token_used }

/** Of whom it is: of these users, or of everybody; then with the models that are known, where it is told by them. */
type Owners = { users: readonly number[] | undefined; models: readonly string[] | undefined }

/** Whole days where there are such, and the hours of the others. */
const sumsOf = (
  executor: Executor,
  filter: LogFilter,
  { users, models }: Owners,
  open: OpenPeriods,
  by: LoggedPart,
) => {
  const { key, name, username } = parts[by]
  const told = [
    sql<string>`cast(${sql.ref(key)} as text)`.as('key'),
    (name ? sql.ref<string>(name) : sql<string>`''`).as('name'),
    (username ? sql.ref<string>(username) : sql<string>`''`).as('username'),
  ]
  const owners = models ? [everyUser] : users
  const days = executor
    .selectFrom('usage_days')
    .select([...told, ...figures])
    .where(owners ? oneOf(executor, 'user_id', owners) : sql<boolean>`user_id <> ${sql.lit(everyUser)}`)
    .where(wholeDays(executor, filter, open))
    .where((eb) => eb.and(matches(eb, filter)))
  const single = oneOf(executor, 'hour', singleHours(filter, open))
  const ofCalls = executor
    .selectFrom('usage_hours')
    .select([...told, ...figures])
    .where(users ? oneOf(executor, 'user_id', users) : sql<boolean>`true`)
    .where(single)
    .where((eb) => eb.and(matches(eb, filter)))
  const hours = models
    ? ofCalls.where(inOpenHours(executor, open)).unionAll(closedHours(executor, models, open).where(single))
    : ofCalls
  return executor
    .selectFrom(days.unionAll(hours).as('periods'))
    .select((eb) => [
      'key',
      eb.fn.max<string>('name').as('name'),
      eb.fn.max<string>('username').as('username'),
      eb.fn.sum<number>('quota').as('quota'),
      eb.fn.sum<number>('count').as('count'),
      sql<number>`sum(prompt_tokens + completion_tokens)`.as('token_used'),
    ])
    .groupBy('key')
}

/** Each model is looked up: what lies beside the hours is not read. */
const closedHours = (executor: Executor, models: readonly string[], open: OpenPeriods) =>
  executor
    .selectFrom('usage_totals')
    .select(['value as key', sql<string>`''`.as('name'), sql<string>`''`.as('username'), ...figures])
    .where('kind', '=', totalsByModel)
    .where(oneOf(executor, 'value', models))
    .where(outsideOpenHours(executor, open))

const figures = ['quota', 'count', 'prompt_tokens', 'completion_tokens'] as const

/** Each with what all of them are together: to add them up is what takes long. */
const withWhole = (executor: Executor, sums: ReturnType<typeof sumsOf>) =>
  executor
    .selectFrom(sums.as('sums'))
    .selectAll()
    .select([
      sql<number>`sum(quota) over ()`.as('all_quota'),
      sql<number>`sum(count) over ()`.as('all_count'),
      sql<number>`sum(token_used) over ()`.as('all_token_used'),
      sql<number>`count(*) over ()`.as('parts'),
    ])
