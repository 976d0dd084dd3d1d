import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OpenTransaction } from '../database.ts'
import { inSql } from '../dimension-columns.ts'
import { type Column, dimensions } from '../dimensions.ts'
import { consume, equalities, type LogFilter } from './log-filter.ts'

/**
 * The columns that hours are added up by, alone and together. Only calls have them; the text that callers choose comes
 * last, so that no value can be taken for another one.
 */
const totalColumns: readonly Column[] = [false, true].flatMap((isFree) =>
  dimensions.flatMap((dimension) => ('total' in dimension && 'free' in dimension === isFree ? [dimension.column] : [])),
)

/** Each way to take some of them, from none to all. */
export const kindsOfCalls = totalColumns.reduce<readonly (readonly Column[])[]>(
  (kinds, column) => kinds.concat(kinds.map((kind) => [...kind, column])),
  [[]],
)

/** Beside those every row has a type. */
const kinds: readonly (readonly Column[])[] = [...kindsOfCalls, ['type']]

type Total = { kind: string; value: string }

const separator = '\x1f'

/** Hours are added up for everybody, and for all tokens of a name that many users have. */
const kindOf = (columns: readonly Column[], tokenName?: string): string =>
  tokenName === undefined ? columns.join() : columns.join() + separator + tokenName

export const totalsByModel = kindOf(['model_name'])

/** The totals of each model, of all channels or of one: their kind, and what stands in their values before the model. */
export const modelTotals = (channel: number) =>
  channel === 0
    ? { kind: totalsByModel, before: '' }
    : { kind: kindOf(['channel', 'model_name']), before: `${channel}${separator}` }

/** The totals that answer for a filter, when there are such. A token name in it is taken for one that many have. */
export const totalOf = (filter: LogFilter): Total | undefined => {
  const known = new Map<string, string | number>(equalities(filter))
  // Other columns are those of calls alone.
  if (known.size > 1 && known.get('type') === consume) known.delete('type')
  const tokenName = known.delete('token_name') ? filter.token_name : undefined
  const possible = tokenName === undefined ? kinds : kindsOfCalls
  const kind = possible.find((columns) => columns.length === known.size && columns.every((column) => known.has(column)))
  return kind && { kind: kindOf(kind, tokenName), value: kind.map((column) => known.get(column)).join(separator) }
}

/** Adds up an hour for everybody. */
export const rollUpTotals = (transaction: OpenTransaction, hour: number): Promise<void> =>
  addUp(
    transaction,
    sql`select hour, type, ${listed}, ${figures} from usage_hours where hour = ${hour}
      group by hour, type, ${listed}`,
    kinds.map((columns) => {
      const which =
        columns.length === 0 || columns.includes('type') ? sql<SqlBool>`true` : sql<SqlBool>`type = ${sql.lit(consume)}`
      return totals(sql.lit(kindOf(columns)), columns, which)
    }),
  )

/** Adds up the calls with these token names, each for itself, whoever made them. */
export const rollUpTokenNames = (transaction: OpenTransaction, which: RawBuilder<SqlBool>): Promise<void> =>
  addUp(
    transaction,
    sql`select hour, token_name, ${listed}, ${figures} from usage_hours
      where type = ${sql.lit(consume)} and ${which}
      group by hour, token_name, ${listed}`,
    kindsOfCalls.map((columns) => totals(sql`${sql.lit(kindOf(columns, ''))} || token_name`, columns, sql`true`)),
  )

const listed = sql.raw(inSql(totalColumns))

const figures = sql`sum(count) as count, sum(logged) as logged, sum(quota) as quota,
  sum(prompt_tokens) as prompt_tokens, sum(completion_tokens) as completion_tokens, bit_or(parts) as parts`

const totals = (kind: RawBuilder<unknown>, columns: readonly Column[], which: RawBuilder<SqlBool>) =>
  sql`select ${kind} as kind, ${valuesOf(columns)} as value, base.* from base where ${which}`

const addUp = async (
  transaction: OpenTransaction,
  base: RawBuilder<unknown>,
  parts: readonly RawBuilder<unknown>[],
): Promise<void> => {
  await sql`
    insert into usage_totals (kind, value, hour, count, logged, quota, prompt_tokens, completion_tokens, parts)
    with base as materialized (${base})
    select kind, value, hour, ${figures}
    from (${sql.join(parts, sql` union all `)}) as sums
    group by kind, value, hour
    on conflict (kind, value, hour) do update set
      count = excluded.count, logged = excluded.logged, quota = excluded.quota,
      prompt_tokens = excluded.prompt_tokens, completion_tokens = excluded.completion_tokens, parts = excluded.parts
  `.execute(transaction)
}

const valuesOf = (columns: readonly Column[]): RawBuilder<unknown> =>
  columns.length === 0
    ? sql`''`
    : sql.join(
        columns.map((column) => sql`cast(${sql.ref(column)} as text)`),
        sql` || ${sql.lit(separator)} || `,
      )
