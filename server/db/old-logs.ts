import { type ExpressionBuilder, sql } from 'kysely'
import type { OpenTransaction } from './database.ts'
import { hourOf } from './hours.ts'
import { idRange } from './log-ids.ts'
import { openHour } from './open-sums.ts'
import type { LogRow, Tables } from './schema.ts'

type DeletedRow = Pick<
  LogRow,
  'type' | 'created_at' | 'user_id' | 'username' | 'token_id' | 'token_name' | 'channel' | 'model_name' | 'group'
> &
  Pick<LogRow, 'quota' | 'counted'>

/**
 * Deletes up to `limit` rows from before the given second and answers how many. What calls in them have cost stays in
 * the books as a sum of charges.
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
    .returning([
      'type',
      'created_at',
      'user_id',
      'username',
      'token_id',
      'token_name',
      'channel',
      'model_name',
      'group',
    ])
    .returning(['quota', 'counted'])
    .execute()
  const calls = deleted.filter(({ type }) => type === 2)
  await keepCharges(transaction, calls)
  await uncount(transaction, deleted)
  return deleted.length
}

const keepCharges = async (transaction: OpenTransaction, rows: readonly DeletedRow[]): Promise<void> => {
  const groups = Map.groupBy(rows, (row) => `purged:${row.user_id}:${row.token_id}:${row.channel}`)
  for (const [requestId, [first, ...more]] of sorted(groups)) {
    if (first === undefined) continue
    const all = [first, ...more]
    await transaction
      .insertInto('charges')
      .values({
        request_id: requestId,
        user_id: first.user_id,
        token_id: first.token_id,
        channel_id: first.channel,
        quota: sum(all, 'quota'),
        counted: sum(all, 'counted'),
        created_at: first.created_at,
      })
      .onConflict((conflict) =>
        conflict
          .column('request_id')
          .doUpdateSet((eb) => ({ quota: grown(eb, 'quota'), counted: grown(eb, 'counted') })),
      )
      .execute()
  }
}

/** The hours' sums stay; only how many of their rows can be listed goes down. */
const uncount = async (transaction: OpenTransaction, rows: readonly DeletedRow[]): Promise<void> => {
  const hours = new Set(rows.map((row) => hourOf(row.created_at)))
  for (const hour of [...hours].sort((one, other) => one - other)) await openHour(transaction, hour)
  const groups = Map.groupBy(rows, hourKeyOf)
  for (const [, [row, ...more]] of sorted(groups)) {
    if (row === undefined) continue
    await transaction
      .updateTable('usage_hours')
      .set((eb) => ({ logged: eb('logged', '-', 1 + more.length) }))
      .where('hour', '=', hourOf(row.created_at))
      .where('user_id', '=', row.user_id)
      .where('type', '=', row.type)
      .where('token_id', '=', row.token_id)
      .where('channel', '=', row.channel)
      .where('model_name', '=', row.model_name)
      .where('group', '=', row.group)
      .where('username', '=', row.username)
      .where('token_name', '=', row.token_name)
      .execute()
  }
}

const hourKeyOf = (row: DeletedRow): string => {
  const { user_id, type, token_id, channel, model_name, group, username, token_name } = row
  const hour = hourOf(row.created_at)
  return JSON.stringify([hour, user_id, type, token_id, channel, model_name, group, username, token_name])
}

/** In one order on every node, so that two of them wait for each other instead of deadlocking. */
const sorted = (groups: Map<string, DeletedRow[]>) => [...groups].sort(([one], [other]) => (one < other ? -1 : 1))

const sum = (rows: readonly DeletedRow[], column: 'quota' | 'counted'): number =>
  rows.reduce((total, row) => total + row[column], 0)

const grown = (eb: ExpressionBuilder<Tables, 'charges'>, column: 'quota' | 'counted') =>
  sql<number>`${eb.ref(`charges.${column}`)} + ${sql.ref(`excluded.${column}`)}`
