import { type ExpressionBuilder, sql } from 'kysely'
import type { OpenTransaction } from '../database.ts'
import type { LogRow, Tables } from '../schema.ts'
import { hourOf } from './hours.ts'
import { consume } from './log-filter.ts'
import { idRange } from './log-ids.ts'
import { openHours } from './open-rollups.ts'

const deletedColumns = [
  ...(['type', 'created_at', 'user_id', 'username', 'token_id', 'token_name', 'channel', 'model_name'] as const),
  ...(['group', 'quota', 'counted'] as const),
] as const
type DeletedRow = Pick<LogRow, (typeof deletedColumns)[number]>

/**
 * Deletes up to `limit` rows from before the given second, oldest first, and answers how many. What calls in them have
 * cost stays in the books as a sum of charges.
 */
export const deleteLogsBefore = async (
  transaction: OpenTransaction,
  before: number,
  limit: number,
): Promise<number> => {
  const [, lastId] = idRange(0, before - 1)
  const deleted = await transaction
    .deleteFrom('logs')
    .where('id', 'in', (eb) => eb.selectFrom('logs').select('id').where('id', '<=', lastId).orderBy('id').limit(limit))
    .returning([...deletedColumns])
    .execute()
  if (deleted.length === 0) return 0
  await keepCharges(
    transaction,
    deleted.filter(({ type }) => type === consume),
  )
  await openHours(transaction, [...new Set(deleted.map((row) => hourOf(row.created_at)))])
  await uncount(transaction, deleted)
  return deleted.length
}

const keepCharges = async (transaction: OpenTransaction, rows: readonly DeletedRow[]): Promise<void> => {
  if (rows.length === 0) return
  const sums = inOrder(rows, (row) => `purged:${row.user_id}:${row.token_id}:${row.channel}`)
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
const uncount = async (transaction: OpenTransaction, rows: readonly DeletedRow[]): Promise<void> => {
  const gone = inOrder(rows, hourKeyOf).map(({ first, all }) => {
    const numbers = [hourOf(first.created_at), first.user_id, first.type, first.token_id, first.channel, all.length]
    const texts = [first.model_name, first.group, first.username, first.token_name]
    return sql`(${sql.join([...numbers.map((number) => sql`cast(${number} as bigint)`), ...texts])})`
  })
  // Both engines call the columns of such a list by their places.
  await sql`
    update usage_hours set logged = logged - gone.column6
    from (values ${sql.join(gone)}) as gone
    where hour = gone.column1 and user_id = gone.column2 and type = gone.column3 and token_id = gone.column4
      and channel = gone.column5 and model_name = gone.column7 and "group" = gone.column8
      and username = gone.column9 and token_name = gone.column10
  `.execute(transaction)
}

const hourKeyOf = (row: DeletedRow): string => {
  const { user_id, type, token_id, channel, model_name, group, username, token_name } = row
  const hour = hourOf(row.created_at)
  return JSON.stringify([hour, user_id, type, token_id, channel, model_name, group, username, token_name])
}

type Group = { key: string; first: DeletedRow; all: readonly DeletedRow[] }

/** In one order on every node, so that two of them wait for each other instead of deadlocking. */
const inOrder = (rows: readonly DeletedRow[], keyOf: (row: DeletedRow) => string): Group[] =>
  [...Map.groupBy(rows, keyOf)]
    .flatMap(([key, all]): Group[] => (all[0] === undefined ? [] : [{ key, first: all[0], all }]))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
