import { type Expression, type ExpressionBuilder, type FunctionModule, type SqlBool, sql } from 'kysely'
import type { Executor } from './database.ts'
import { dayOf, hourOf, hoursOfDay, secondsPerDay, secondsPerHour } from './hours.ts'
import { type LogFilter, matches, type TimeRange, timeRange } from './log-filter.ts'
import { matching } from './log-rows.ts'
import { inOpenHours, type OpenSums, outsideOpenHours, readOpenSums } from './open-sums.ts'
import type { Tables } from './schema.ts'
import { ownersOf } from './usage-names.ts'
import { totalOf } from './usage-totals.ts'

/** What was added up of an hour or of a whole day. */
export type Span = {
  start: number
  seconds: number
  /** How many log rows it has. */
  logged: number
  quota: number
  promptTokens: number
  completionTokens: number
  /** The parts of the hour, or the hours of the day, that have log rows, a bit each. */
  bits: number
}

export type Usage = {
  /** Whose rows can match; undefined when it can be anybody's. */
  users: readonly number[] | undefined
  /** Latest first. Of hours that the range cuts, what lies in it. */
  spans: readonly Span[]
}

/** Everything that rows which match add up to, in few spans: old days of a user, old hours of everybody, recent hours. */
export const readUsage = async (executor: Executor, filter: LogFilter): Promise<Usage> => {
  const open = await readOpenSums(executor)
  const owners = await ownersOf(executor, filter, open)
  const users = owners?.users
  const whole =
    owners === undefined
      ? await hoursOfEverybody(executor, filter, open)
      : [
          ...(await daysOfUsers(executor, filter, owners.inDays, open)),
          ...(await hoursOfUsers(executor, filter, owners.users, singleHours(filter, open))),
        ]
  const spans: Span[] = []
  for (const span of whole.sort((one, other) => other.start - one.start)) {
    spans.push(isCut(span, filter) ? await countRows(executor, filter, users, span) : span)
  }
  return { users, spans }
}

/** Days never are, two hours at most. */
const isCut = ({ start, seconds }: Span, filter: LogFilter): boolean => {
  const [first, last] = timeRange(filter)
  return start < first || start + seconds - 1 > last
}

const countRows = async (
  executor: Executor,
  filter: LogFilter,
  users: readonly number[] | undefined,
  span: Span,
): Promise<Span> => {
  const [first, last] = timeRange(filter)
  const range: TimeRange = [Math.max(first, span.start), Math.min(last, span.start + span.seconds - 1)]
  const [userId = 0, another] = users ?? []
  const counted = await matching(executor, another === undefined ? { ...filter, userId } : filter, range)
    .select((eb) => [
      eb.fn.countAll<number>().as('logged'),
      eb.fn.sum<number | null>('quota').as('quota'),
      eb.fn.sum<number | null>('prompt_tokens').as('promptTokens'),
      eb.fn.sum<number | null>('completion_tokens').as('completionTokens'),
    ])
    .executeTakeFirstOrThrow()
  return {
    ...span,
    logged: counted.logged,
    quota: counted.quota ?? 0,
    promptTokens: counted.promptTokens ?? 0,
    completionTokens: counted.completionTokens ?? 0,
  }
}

const hoursOfEverybody = async (executor: Executor, filter: LogFilter, open: OpenSums): Promise<Span[]> => {
  const total = totalOf(filter)
  if (total === undefined) return []
  const [start, end] = timeRange(filter)
  const closed = executor
    .selectFrom('usage_totals')
    .select(['hour as start', sql.lit(secondsPerHour).as('seconds'), ...addedUp, 'parts as bits'])
    .where('kind', '=', total.kind)
    .where('value', '=', total.value)
    .where('hour', '>=', hourOf(start))
    .where('hour', '<=', end)
    .where((eb) => outsideOpenHours(eb, open))
  const single = hourlySums(executor, filter)
    .where('hour', '>=', hourOf(start))
    .where('hour', '<=', end)
    .where((eb) => inOpenHours(eb, open))
  return closed.unionAll(single).execute()
}

const daysOfUsers = async (
  executor: Executor,
  filter: LogFilter,
  users: readonly number[],
  open: OpenSums,
): Promise<Span[]> => {
  return executor
    .selectFrom('usage_days')
    .select((eb) => [
      'day as start',
      sql.lit(secondsPerDay).as('seconds'),
      ...sums(eb.fn),
      sql<number>`bit_or(hours)`.as('bits'),
    ])
    .where((eb) => eb.and([oneOf(eb, 'user_id', users), wholeDays(eb, filter, open), ...matches(eb, filter)]))
    .groupBy('day')
    .execute()
}

type SumsTable = 'usage_hours' | 'usage_days' | 'usage_totals'

/** An empty list is no list to PostgreSQL. */
export const oneOf = <Table extends SumsTable>(
  eb: ExpressionBuilder<Tables, Table>,
  column: 'user_id' | 'hour' | 'day' | 'value',
  values: readonly (number | string)[],
): Expression<SqlBool> => (values.length === 0 ? eb.lit(false) : eb.eb(sql.ref(column), 'in', values))

/** Days that are over, all of them in the range. */
export const wholeDays = (
  eb: ExpressionBuilder<Tables, 'usage_days'>,
  filter: LogFilter,
  { days }: OpenSums,
): Expression<SqlBool> => {
  const [start, end] = timeRange(filter)
  return eb.and([eb('day', '>=', start), eb('day', '<=', end - secondsPerDay + 1), eb.not(oneOf(eb, 'day', [...days]))])
}

/** The hours of the other days, as far as they are in the range. */
export const singleHours = (filter: LogFilter, { days }: OpenSums): number[] => {
  const [start, end] = timeRange(filter)
  const cut = [start, end + 1].filter((second) => second !== dayOf(second)).map(dayOf)
  return [...new Set([...days, ...cut])]
    .flatMap(hoursOfDay)
    .filter((hour) => hour + secondsPerHour > start && hour <= end)
}

const hoursOfUsers = async (
  executor: Executor,
  filter: LogFilter,
  users: readonly number[],
  hours: readonly number[],
): Promise<Span[]> => {
  const spans: Span[] = []
  for (let done = 0; done < hours.length; done += mostNamed) {
    const sums = hourlySums(executor, filter)
      .where((eb) => oneOf(eb, 'user_id', users))
      .where('hour', 'in', hours.slice(done, done + mostNamed))
    spans.push(...(await sums.execute()))
  }
  return spans
}

/** Each of them is looked up by itself. */
const mostNamed = 1000

const addedUp = ['logged', 'quota', 'prompt_tokens as promptTokens', 'completion_tokens as completionTokens'] as const

const sums = <Table extends 'usage_hours' | 'usage_days'>({ sum }: FunctionModule<Tables, Table>) => [
  sum<number>('logged').as('logged'),
  sum<number>('quota').as('quota'),
  sum<number>('prompt_tokens').as('promptTokens'),
  sum<number>('completion_tokens').as('completionTokens'),
]

const hourlySums = (executor: Executor, filter: LogFilter) =>
  executor
    .selectFrom('usage_hours')
    .select((eb) => [
      'hour as start',
      sql.lit(secondsPerHour).as('seconds'),
      ...sums(eb.fn),
      sql<number>`bit_or(parts)`.as('bits'),
    ])
    .where((eb) => eb.and(matches(eb, filter)))
    .groupBy('hour')
