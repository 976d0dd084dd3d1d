import { type ExpressionBuilder, sql } from 'kysely'
import type { OpenTransaction } from '../database.ts'
import { columns } from '../dimension-columns.ts'
import { type Column, dimensions } from '../dimensions.ts'
import { hourOf, idRange } from '../log-time.ts'
import type { LogRow, Tables } from '../schema.ts'
import { consume } from './log-filter.ts'
import { reopenHours } from './open-hours.ts'

type DeletedRow = Pick<LogRow, Column | 'request_id' | 'created_at' | 'quota' | 'counted'>

/** A process that was killed may come to charge a call once more: for so long each call is known to be charged. */
const knownForSeconds = 7 * 86_400

/**
 * Deletes up to `limit` rows from before the given second, oldest first, and answers how many. What calls in them have
 * cost stays in the books as a sum of charges; that of calls of the last week each for itself.
 */
export const deleteOldRows = async (
  transaction: OpenTransaction,
  { before, limit, now }: { before: number; limit: number; now: number },
): Promise<number> => {
  const [, lastId] = idRange(0, before - 1)
  const deleted = await transaction
    .deleteFrom('logs')
    .where('id', 'in', (eb) => eb.selectFrom('logs').select('id').where('id', '<=', lastId).orderBy('id').limit(limit))
    .returning([...columns, 'request_id', 'created_at', 'quota', 'counted'])
    .execute()
  if (deleted.length === 0) return 0
  await keepCharges(
    transaction,
    deleted.filter(({ type }) => type === consume),
    now - knownForSeconds,
  )
  await reopenHours(transaction, [...new Set(deleted.map((row) => hourOf(row.created_at)))])
  await countFewer(transaction, deleted)
  return deleted.length
}

const keepCharges = async (
  transaction: OpenTransaction,
  rows: readonly DeletedRow[],
  knownSince: number,
): Promise<void> => {
  if (rows.length === 0) return
  const keyOf = ({ request_id, created_at, user_id, token_id, channel }: DeletedRow) =>
    request_id !== null && created_at >= knownSince ? request_id : `purged:${user_id}:${token_id}:${channel}`
  const sums = inOrder(rows, keyOf)
  await transaction
    .insertInto('charges')
    .values(
      sums.map(({ key, first, all }) => ({
        request_id: key,
        user_id: first.user_id,
        token_id: first.token_id,
        channel_id: first.channel,
        quota: all.reduce((sum, { quota }) => sum + quota, 0),
        counted: all.reduce((sum, { counted }) => sum + counted, 0),
        created_at: first.created_at,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('request_id').doUpdateSet((eb) => ({ quota: grown(eb, 'quota'), counted: grown(eb, 'counted') })),
    )
    .execute()
}

const grown = (eb: ExpressionBuilder<Tables, 'charges'>, column: 'quota' | 'counted') =>
  sql<number>`${eb.ref(`charges.${column}`)} + ${sql.ref(`excluded.${column}`)}`

/** The hours' sums stay; only how many of their rows can be listed goes down. */
const countFewer = async (transaction: OpenTransaction, rows: readonly DeletedRow[]): Promise<void> => {
  const gone = inOrder(rows, hourKeyOf).map(({ first, all }) => {
    const key = dimensions.map(({ column, of }) => (of === 'number' ? asNumber(first[column]) : sql`${first[column]}`))
    return sql`(${sql.join([asNumber(hourOf(first.created_at)), asNumber(all.length), ...key])})`
  })
  // Both engines call the columns of such a list by their places.
  const sameKey = columns.map((column, index) => sql`${sql.ref(column)} = ${sql.ref(`gone.column${index + 3}`)}`)
  await sql`
    update usage_hours set logged = logged - gone.column2
    from (values ${sql.join(gone)}) as gone
    where hour = gone.column1 and ${sql.join(sameKey, sql` and `)}
  `.execute(transaction)
}

const asNumber = (value: unknown) => sql`cast(${value} as bigint)`

const hourKeyOf = (row: DeletedRow): string =>
  JSON.stringify([hourOf(row.created_at), ...columns.map((column) => row[column])])

type Group = { key: string; first: DeletedRow; all: readonly DeletedRow[] }

/** In one order on every node, so that two of them wait for each other instead of deadlocking. */
const inOrder = (rows: readonly DeletedRow[], keyOf: (row: DeletedRow) => string): Group[] =>
  [...Map.groupBy(rows, keyOf)]
    .flatMap(([key, all]): Group[] => (all[0] === undefined ? [] : [{ key, first: all[0], all }]))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
