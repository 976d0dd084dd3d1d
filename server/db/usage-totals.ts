import { type RawBuilder, sql } from 'kysely'
import { logTypes } from '#contract/logs.ts'
import type { OpenTransaction } from './database.ts'
import { equalities, type FilterColumn, type LogFilter } from './log-filter.ts'

type TotalColumn = Extract<FilterColumn, 'type' | 'channel' | 'group' | 'model_name'>

/**
 * By which columns hours are added up. Only calls have the last three; the text that callers choose comes last, so that
 * no value can be taken for another one.
 */
const kinds: readonly (readonly TotalColumn[])[] = [
  [],
  ['type'],
  ['channel'],
  ['group'],
  ['model_name'],
  ['channel', 'group'],
  ['channel', 'model_name'],
  ['group', 'model_name'],
  ['channel', 'group', 'model_name'],
]

type Total = { kind: string; value: string }

const separator = '\x1f'
const kindOf = (columns: readonly TotalColumn[]): string => columns.join()

export const totalsByModel = kindOf(['model_name'])

/** The totals that answer for a filter, when there are such. */
export const totalOf = (filter: LogFilter): Total | undefined => {
  const known = new Map<string, string | number>(equalities(filter))
  // Other columns are those of calls alone.
  if (known.size > 1 && known.get('type') === logTypes.consume) known.delete('type')
  const kind = kinds.find((columns) => columns.length === known.size && columns.every((column) => known.has(column)))
  return kind && { kind: kindOf(kind), value: kind.map((column) => known.get(column)).join(separator) }
}

/** Adds up an hour for everybody. */
export const sumUpTotals = async (transaction: OpenTransaction, hour: number): Promise<void> => {
  const parts = kinds.map(
    (columns) => sql`select ${sql.lit(kindOf(columns))} as kind, ${valuesOf(columns)} as value, base.* from base
      where ${columns.length === 0 || columns.includes('type') ? sql`true` : sql`type = ${sql.lit(logTypes.consume)}`}`,
  )
  await sql`
    insert into usage_totals (kind, value, hour, count, logged, quota, prompt_tokens, completion_tokens, parts)
    with base as materialized (
      select type, channel, "group", model_name, sum(count) as count, sum(logged) as logged, sum(quota) as quota,
        sum(prompt_tokens) as prompt_tokens, sum(completion_tokens) as completion_tokens, bit_or(parts) as parts
      from usage_hours where hour = ${hour}
      group by type, channel, "group", model_name
    )
    select kind, value, cast(${hour} as bigint), sum(count), sum(logged), sum(quota),
      sum(prompt_tokens), sum(completion_tokens), bit_or(parts)
    from (${sql.join(parts, sql` union all `)}) as sums
    group by kind, value
    on conflict (kind, value, hour) do update set
      count = excluded.count, logged = excluded.logged, quota = excluded.quota,
      prompt_tokens = excluded.prompt_tokens, completion_tokens = excluded.completion_tokens, parts = excluded.parts
  `.execute(transaction)
}

const valuesOf = (columns: readonly TotalColumn[]): RawBuilder<unknown> =>
  columns.length === 0
    ? sql`''`
    : sql.join(
        columns.map((column) => sql`cast(${sql.ref(column)} as text)`),
        sql` || ${sql.lit(separator)} || `,
      )
