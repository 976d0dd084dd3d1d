import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { createPostgresDatabase, dropPostgresDatabase } from '#testing/postgres.ts'
import { addAccounts, settlement, taskRow, userRow } from '#testing/rows.ts'
import { systemClock } from '../lib/clock.ts'
import { createLog } from '../lib/log.ts'
import { listAudit } from './audit.ts'
import { carryOwedAnswers } from './carry-owed-answers.ts'
import type { Database } from './database.ts'
import { findBrokenInvariants } from './invariants.ts'
import { type LogFilter, sumLogs } from './logs/log-store.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { openDatabase } from './open.ts'
import { postgresTypes } from './postgres/postgres-database.ts'
import { postgresDialect } from './postgres/postgres-dialect.ts'
import type { Tables } from './schema.ts'
import { sqliteDialect } from './sqlite/sqlite-dialect.ts'
import { createSqliteStorage } from './sqlite/sqlite-storage.ts'
import { findStoredResponse, keepStoredResponses } from './stored-responses.ts'
import { claimDueTasks } from './task-looks.ts'
import { findUser, findUserByLogin, isUsernameTaken } from './users.ts'

const log = createLog({ level: 'silent' })
const names = Object.keys(migrations)
const adminUrl = process.env.SLUICE_TEST_POSTGRES_URL ?? ''

type Empty = {
  /** The database without any schema. */
  query: Kysely<Tables>
  /** The database as a node opens it. */
  openNode: () => Promise<Database>
  remove: () => Promise<void>
}

const emptySqlite = async (): Promise<Empty> => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-'))
  const storage = createSqliteStorage(join(folder, 'empty.sqlite'), log)
  await storage.check()
  const query = new Kysely<Tables>({ dialect: sqliteDialect(storage) })
  return {
    query,
    openNode: () => openDatabase({ url: undefined, file: join(folder, 'empty.sqlite'), clock: systemClock, log }),
    remove: async () => {
      await storage.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const emptyPostgres = async (): Promise<Empty> => {
  const url = await createPostgresDatabase(adminUrl)
  const pool = new pg.Pool({ connectionString: url, types: postgresTypes })
  // The database is dropped under connections that may still be saying goodbye.
  pool.on('error', () => {})
  return {
    query: new Kysely<Tables>({ dialect: postgresDialect(pool) }),
    openNode: () => openDatabase({ url, file: '', clock: systemClock, log }),
    remove: async () => {
      await pool.end()
      await dropPostgresDatabase(adminUrl, url)
    },
  }
}

describe.each([
  ['sqlite', emptySqlite],
  ['postgres', emptyPostgres],
] as const)('on %s', (engine, openEmpty) => {
  let empty: Empty | undefined
  const open = async () => {
    empty = await openEmpty()
    return empty
  }
  afterEach(() => empty?.remove())

  const executed = async (query: Kysely<Tables>) => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(query)
    return rows.map(({ name }) => name)
  }

  it('makes the whole schema in an empty database, and nothing more the next time', async () => {
    const { query, openNode } = await open()
    const first = await openNode()
    await addAccounts(first.query, 1, 100)
    await first.settle([settlement()])
    await first.close()
    const second = await openNode()
    expect(await findBrokenInvariants(second)).toEqual([])
    await second.close()
    expect(await executed(query)).toEqual(names)
  })

  it('comes from every earlier version with its rows in place', async () => {
    const { query, openNode } = await open()
    for (const [index, name] of names.slice(0, -1).entries()) {
      await migrate(query, engine, name)
      expect(await executed(query)).toEqual(names.slice(0, index + 1))
    }
    const before = userRow({ username: 'from-before', quota: 7 })
    const { id } = await query.insertInto('users').values(before).returning('id').executeTakeFirstOrThrow()

    const database = await openNode()
    expect(await findUser(database.query, id)).toMatchObject({ username: 'from-before', quota: 7 })
    await database.query
      .insertInto('credits')
      .values({ ...gift, user_id: id, amount: 7 })
      .execute()
    await database.settle([settlement({ userId: id, tokenId: 0 })])
    expect(await findBrokenInvariants(database)).toEqual([])
    await database.close()
  })

  it('takes codes from before for a batch where the audit log tells that they were made together', async () => {
    const { query, openNode } = await open()
    await migrate(query, engine, '0047-replaced-keys')
    const code = { ...plainCode, creator_id: 1, created_time: 100 }
    const codes = [
      // Made by one act, of which one is deleted since.
      ...['a', 'b', 'c'].map((key) => ({ ...code, key, name: 'spring', deleted_at: key === 'b' ? 200 : null })),
      // Of two acts in one second, of an act that made more, and of none that is known.
      ...['d', 'e'].map((key) => ({ ...code, key, name: 'rush', created_time: 101 })),
      ...['f', 'g'].map((key) => ({ ...code, key, name: 'renamed', created_time: 102 })),
      ...['h', 'i'].map((key) => ({ ...code, key, name: 'spring', creator_id: 2 })),
    ]
    for (const row of codes) await query.insertInto('redemptions').values(row).execute()
    const acts = [
      ['spring', 100, 3],
      ['rush', 101, 1],
      ['rush', 101, 1],
      ['summer', 102, 3],
    ] as const
    for (const [name, createdAt, count] of acts) {
      const after = JSON.stringify({ name, valid_until: 0, count })
      const act = { ...{ actor_id: 1, actor_name: 'root', action: 'redemption.create', target: '' }, before: '', after }
      await query
        .insertInto('audit')
        .values({ ...act, created_at: createdAt, address: '' })
        .execute()
    }

    const database = await openNode()
    const rows = await database.query.selectFrom('redemptions').select(['key', 'id', 'batch_id']).execute()
    const keyOf = new Map(rows.map(({ id, key }) => [id, key]))
    const batches = Object.fromEntries(rows.map(({ key, batch_id }) => [key, keyOf.get(batch_id)]))
    expect(batches).toEqual({ a: 'a', b: 'a', c: 'a', d: 'd', e: 'e', f: 'f', g: 'g', h: 'h', i: 'i' })
    const first = await database.query.selectFrom('redemption_batches').selectAll().orderBy('id').executeTakeFirst()
    expect(first).toMatchObject({ name: 'spring', creator_id: 1, created_time: 100 })
    await database.close()
  })

  it('finds acts from before by each of the channels that they name', async () => {
    const { query, openNode } = await open()
    await migrate(query, engine, '0051-narrowed-tasks')
    for (const target of ['channel:1', 'channel:1 channel:12', 'channel:12 channel:2 channel:1', 'user:1 channel:1']) {
      const act = { ...{ actor_id: 1, actor_name: 'root', action: 'channel.tag', target }, before: '', after: '' }
      await query
        .insertInto('audit')
        .values({ ...act, created_at: 1, address: '' })
        .execute()
    }
    const database = await openNode()
    const found = async (target: string) =>
      (await listAudit(database.query, { page: 1, pageSize: 10 }, { target })).items.map((act) => act.target)
    expect(await found('channel:12')).toEqual(['channel:12 channel:2 channel:1', 'channel:1 channel:12'])
    expect(await found('channel:1')).toEqual(['channel:12 channel:2 channel:1', 'channel:1 channel:12', 'channel:1'])
    await database.close()
  })

  it('finds tasks from before by the model they were asked of', async () => {
    const { query, openNode } = await open()
    await migrate(query, engine, '0050-latencies')
    const tasks = [
      taskRow({ task_id: 'film', asked: '{"model":"veo-3","seconds":8}' }),
      taskRow({ task_id: 'batch', terms: '{"card":{},"model":"gpt-5"}' }),
      taskRow({ task_id: 'drawing' }),
      // What a client may write, and PostgreSQL reads no JSON with.
      taskRow({ task_id: 'nul', asked: JSON.stringify({ prompt: 'a\0b', model: 'veo-3' }) }),
      taskRow({ task_id: 'half', asked: JSON.stringify({ prompt: '\ud83d', model: 'veo-3' }) }),
    ]
    for (const row of tasks) await query.insertInto('tasks').values(row).execute()
    const database = await openNode()
    const found = await database.query.selectFrom('tasks').select(['task_id', 'model']).orderBy('id').execute()
    expect(found.map(({ task_id, model }) => [task_id, model])).toEqual([
      ['film', 'veo-3'],
      ['batch', 'gpt-5'],
      ['drawing', ''],
      ['nul', 'veo-3'],
      ['half', 'veo-3'],
    ])
    await database.query
      .insertInto('tasks')
      .values(tasks.map((row) => ({ ...row, task_id: `${row.task_id} again` })))
      .execute()
    await database.close()
  })

  it('keeps names that look alike already working, and gives what they look like to the oldest', async () => {
    const { query, openNode } = await open()
    await migrate(query, engine, '0012-totals-of-shared-names')
    const rows = ['Alice', 'аlice', 'a1ice', 'bob'].map((username) => userRow({ username }))
    await query.insertInto('users').values(rows).execute()
    const database = await openNode()
    const claims = await database.query.selectFrom('usernames').selectAll().orderBy('skeleton').execute()
    expect(claims).toEqual([
      { skeleton: 'a1ice', user_id: 3 },
      { skeleton: 'alice', user_id: 1 },
      { skeleton: 'bob', user_id: 4 },
      { skeleton: 'аlice', user_id: 2 },
    ])
    expect(await isUsernameTaken(database.query, 'ALICE')).toBe(true)
    expect((await findUserByLogin(database.query, 'аlice'))?.id).toBe(2)
    await database.close()
  })

  it('adds up by the hour what many users had with a token of one name', async () => {
    const { query, openNode } = await open()
    await migrate(query, engine, '0011-days-along-their-key')
    const users = Array.from({ length: 25 }, (_, index) => index + 1)
    const hours = users.map((id) => ({ ...usageHour, hour: 3600 * (id % 3), user_id: id, quota: id, logged: 0 }))
    await query.insertInto('usage_hours').values(hours).execute()
    const names = [0, ...users].map((user_id) => ({ kind: 'token_name', name: 'shared', user_id }))
    await query.insertInto('usage_names').values(names).execute()
    await query
      .insertInto('usage_days')
      .values({ ...asDay(usageHour), user_id: 0, day: 0, hours: 7 })
      .execute()
    await query.insertInto('open_hours').values({ hour: 7200 }).execute()
    await query.insertInto('open_days').values({ day: 0, version: 1 }).execute()

    const database = await openNode()
    const quota = async (filter: LogFilter) => (await sumLogs(database.query, filter, 0)).quota
    expect(await quota({ token_name: 'shared' })).toBe(325)
    expect(await quota({ token_name: 'shared', model_name: usageHour.model_name, channel: 4 })).toBe(325)
    expect(await quota({ token_name: 'shared', end_timestamp: 7199 })).toBe(
      sum(hours.filter(({ hour }) => hour < 7200)),
    )
    expect(await quota({ token_name: 'shared', group: 'other' })).toBe(0)
    expect((await findBrokenInvariants(database)).filter(({ what }) => /shared/.test(what))).toEqual([])
    await database.close()
  })

  it('carries answers of the background that are open over to the tasks, with what is set aside for them', async () => {
    const { query, openNode } = await open()
    await migrate(query, engine, '0040-channel-cards')
    const owed = '{"username":"ann"}'
    await sql`insert into stored_responses
      (user_id, response_id, channel_id, key_place, created_at, owed, claimed_until, context_tokens) values
      (7, 'resp_held', 3, 1, 1000, ${owed}, 1200, null),
      (7, 'resp_open', 3, 0, 1001, ${owed}, 0, null),
      (7, 'resp_paid', 3, 0, 1002, null, 0, 12)`.execute(query)
    await sql`insert into response_holds (user_id, response_id, amount, holder, held_until) values
      (7, 'resp_held', 500, 'one', 1300),
      (7, 'resp_paid', 900, 'one', 1300)`.execute(query)

    const database = await openNode()
    await carryOwedAnswers(database.query)
    const tasks = await database.query.selectFrom('tasks').selectAll().orderBy('task_id').execute()
    const row = { platform: 'responses', user_id: 7, channel_id: 3, terms: owed, charge: null, is_open: 1, owes: 0 }
    expect(tasks).toMatchObject([
      {
        ...row,
        task_id: 'resp_held',
        key_place: 1,
        submit_time: 1_000_000,
        held: 500,
        holder: 'one',
        held_until: 1300,
      },
      { ...row, task_id: 'resp_open', key_place: 0, submit_time: 1_001_000, held: 0, holder: '', held_until: 0 },
    ])
    const wish = { now: 2000, until: 2060, limit: 10 }
    expect((await claimDueTasks(database.query, wish)).map((task) => task.task_id).toSorted()).toEqual([
      'resp_held',
      'resp_open',
    ])
    expect(await findStoredResponse(database.query, 7, 'resp_paid')).toMatchObject({
      channel_id: 3,
      context_tokens: 12,
    })
    expect(await findStoredResponse(database.query, 7, 'resp_open')).toMatchObject({ channel_id: 3 })
    await database.close()
  })

  it('brings along, as often as a node starts, what nodes of the version before note as owed beside newer ones', async () => {
    const { openNode } = await open()
    const database = await openNode()
    const note = (owed: string) =>
      sql`insert into stored_responses
        (user_id, response_id, channel_id, key_place, created_at, owed, claimed_until, context_tokens)
        values (7, 'resp_1', 3, 1, 1764160000, ${owed}, 0, null)
        on conflict (user_id, response_id) do update set owed = excluded.owed`.execute(database.query)
    const terms = () => database.query.selectFrom('tasks').select(['terms', 'submit_time']).execute()
    for (const owed of ['{"username":"ann"}', '{"username":"bob"}']) {
      await note(owed)
      await carryOwedAnswers(database.query)
      await carryOwedAnswers(database.query)
      expect(await terms()).toEqual([{ terms: owed, submit_time: 1_764_160_000_000 }])
      const { rows } = await sql`select owed from stored_responses`.execute(database.query)
      expect(rows).toEqual([{ owed: null }])
    }
    await database.query.deleteFrom('tasks').execute()
    await carryOwedAnswers(database.query)
    expect(await terms()).toEqual([])
    const answer = { response_id: 'resp_2', channel_id: 3, key_place: 0, created_at: 1, context_tokens: null }
    await keepStoredResponses(database.query, [{ user_id: 7, ...answer }])
    expect(await findStoredResponse(database.query, 7, 'resp_2')).toMatchObject(answer)
    await database.close()
  })

  it('lets nodes that start together take turns', async () => {
    const { query, openNode } = await open()
    const nodes = await Promise.all([openNode(), openNode(), openNode()])
    expect(await executed(query)).toEqual(names)
    await addAccounts(query, 3)
    await Promise.all(nodes.map((node, index) => node.settle([settlement({ userId: index + 1 })])))
    await Promise.all(nodes.map((node) => node.close()))
  })

  it('leaves nothing half done when a migration fails', async () => {
    const { query, openNode } = await open()
    await migrate(query, engine, '0001-accounts')
    await sql`create table tokens (id integer)`.execute(query)
    await expect(openNode()).rejects.toThrow(/tokens/)
    expect(await executed(query)).toEqual(['0001-accounts'])
    await sql`drop table tokens`.execute(query)
    await (await openNode()).close()
    expect(await executed(query)).toEqual(names)
  })

  it('does not open a database that a newer version has changed', async () => {
    const { query, openNode } = await open()
    await (await openNode()).close()
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2100-01-01')`.execute(query)
    await expect(openNode()).rejects.toThrow(/9999-later/)
  })
})

const usageHour = {
  ...{
    hour: 0,
    user_id: 1,
    type: 2,
    token_id: 3,
    channel: 4,
    model_name: 'a model',
    group: 'default',
    username: 'ann',
  },
  ...{ token_name: 'shared', count: 1, logged: 1, quota: 1, prompt_tokens: 1, completion_tokens: 1, parts: 1 },
}
const asDay = ({ hour, parts, ...rest }: typeof usageHour) => rest
const sum = (rows: readonly { quota: number }[]): number => rows.reduce((total, { quota }) => total + quota, 0)

const plainCode = {
  ...{ name: '', key: '', status: 1, quota: 1, is_gift: 0, max_uses: -1, used_count: 0, used_user_id: 0 },
  ...{ creator_id: 0, valid_from: 0, valid_until: 0, created_time: 0, redeemed_time: 0, deleted_at: null },
}

const gift = { ref: 'gift', kind: 'gift', operator_id: 0, created_at: 0 }
