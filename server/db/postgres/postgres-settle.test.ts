import { type RawBuilder, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#testing/database.ts'
import { patience } from '#testing/patience.ts'
import { channelRow, settlement, tokenRow, userRow } from '#testing/rows.ts'
import type { Database, OpenTransaction } from '../database.ts'

const count = 40
const middle = 20
const ids = Array.from({ length: count }, (_, index) => index + 1)
/** In which order rows lie on the disk, and calls come. */
const shuffled = ids.map((id) => (id * 17) % 41)

/** Each call has an hour of its own. */
const secondOf = (id: number): number => id * 3600 + 50

let place: TestDatabase
let database: Database
beforeEach(async () => {
  place = await openTestDatabase('postgres')
  database = place.database
  for (const id of shuffled) {
    await database.query.insertInto('users').values(userRow({ id })).execute()
    await database.query
      .insertInto('tokens')
      .values(tokenRow({ id, user_id: id }))
      .execute()
    await database.query.insertInto('channels').values(channelRow({ id })).execute()
  }
})
afterEach(() => place.remove())

const callOf = (id: number) =>
  settlement({
    requestId: `request ${String(id).padStart(2, '0')}`,
    createdAt: secondOf(id),
    userId: id,
    tokenId: id,
    channelId: id,
  })

/** Settles all of them while another transaction has the middle one of some rows, and looks what it has by then. */
const settleBehind = async <Result>(
  hold: (transaction: OpenTransaction) => Promise<unknown>,
  look: () => Promise<Result>,
): Promise<Result> => {
  const over = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holding = database.transaction(async (transaction) => {
    await hold(transaction)
    held.resolve()
    await over.promise
  })
  await held.promise
  const settled = database.settle(shuffled.map(callOf))
  try {
    await vi.waitUntil(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(database.query)
      return rows.length > 0
    }, patience)
    return await look()
  } finally {
    over.resolve()
    await Promise.all([holding, settled])
  }
}

/** Those that nobody has locked. */
const free = async (rows: RawBuilder<{ id: number }>): Promise<number[]> => {
  const { rows: found } = await sql<{ id: number }>`${rows} for update skip locked`.execute(database.query)
  return found.map(({ id }) => id).sort((one, other) => one - other)
}

const behind = ids.filter((id) => id > middle)

describe('settling on PostgreSQL takes rows in one order, so that nodes wait for each other and never in a ring', () => {
  it.each(['users', 'tokens', 'channels'])('%s by their ids', async (table) => {
    const unlocked = await settleBehind(
      (transaction) =>
        sql`select id from ${sql.table(table)} where id = ${middle} for no key update`.execute(transaction),
      () => free(sql`select id from ${sql.table(table)}`),
    )
    expect(unlocked).toEqual(behind)
  })

  it('hours by their key', async () => {
    for (const id of shuffled) {
      await database.settle([{ ...callOf(id), requestId: `before ${id}` }])
    }
    const unlocked = await settleBehind(
      (transaction) => sql`select 1 from usage_hours where user_id = ${middle} for no key update`.execute(transaction),
      () => free(sql`select user_id as id from usage_hours`),
    )
    expect(unlocked).toEqual(behind)
  })

  it('request ids and open hours, which others may be about to add', async () => {
    const adding: [string, (id: number) => RawBuilder<unknown>][] = [
      [
        'logs',
        (
          id,
        ) => sql`insert into logs (id, request_id, created_at, type, user_id, username, token_id, token_name, channel,
          model_name, "group", quota, prompt_tokens, completion_tokens, use_time, is_stream, content, other)
          values (${id}, ${callOf(id).requestId}, ${secondOf(id)}, 2, ${id}, '', 0, '', 0, '', '', 0, 0, 0, 0, 0, '', '')`,
      ],
      ['open_hours', (id) => sql`insert into open_hours (hour) values (${id * 3600})`],
    ]
    for (const [table, add] of adding) {
      await settleBehind(
        (transaction) => add(middle).execute(transaction),
        async () => {
          const undone = new Error('undone')
          const others = database.transaction(async (transaction) => {
            await sql`set local lock_timeout = 500`.execute(transaction)
            for (const id of behind) await add(id).execute(transaction)
            throw undone
          })
          await expect(others, table).rejects.toBe(undone)
        },
      )
      for (const known of ['logs', 'open_hours'] as const) await database.query.deleteFrom(known).execute()
    }
  })
})
