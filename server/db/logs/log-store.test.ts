import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { addAccounts, settlement } from '#testing/rows.ts'
import type { Database } from '../database.ts'
import { findBrokenInvariants } from '../invariants.ts'
import { chargedQuota, hasCharge } from '../settling/charges.ts'
import { insertLog, type LogFilter, listLogs, rollUp, sumLogs } from './log-store.ts'
import { deleteOldRows } from './retention.ts'

const hour = 3600
const day = 24 * hour
/** The start of an hour. */
const start = 1_700_000_000 - (1_700_000_000 % hour)

const event = { created_at: start, user_id: 1, username: 'ann', content: 'said', other: '', quota: 0, type: 1 } as const

/** Rows over several hours that differ in everything a list can be narrowed by. */
const fill = async (database: Database) => {
  await addAccounts(database.query, 3, 100_000)
  const users = ['ann', 'bob', 'cat']
  const calls = Array.from({ length: 240 }, (_, index) =>
    settlement({
      requestId: `r${String(index).padStart(4, '0')}`,
      createdAt: start + index * 97,
      userId: 1 + (index % 3),
      username: users[index % 3] ?? '',
      tokenId: 1 + (index % 3),
      tokenName: index % 5 === 0 ? 'rare' : 'usual',
      channelId: 1 + (index % 2),
      modelName: `model-${index % 4}`,
      group: index % 7 === 0 ? 'vip' : 'default',
      quota: index,
      logged: index % 11 !== 0,
    }),
  )
  await database.settle(calls)
  await database.settle([settlement({ ...calls[25], requestId: 'r0025-rest', counted: false })])
  for (const index of [0, 1, 2, 3, 4, 5]) {
    const type = ([1, 3, 4, 5] as const)[index % 4] ?? 1
    const userId = 1 + (index % 3)
    const at = start + index * 4000
    await insertLog(database.query, {
      ...event,
      type,
      created_at: at,
      user_id: userId,
      username: users[userId - 1] ?? '',
      quota: -5,
    })
  }
}

/** The same, found without any help. */
const expected = async (database: Database, filter: LogFilter) => {
  const rows = await database.query.selectFrom('logs').selectAll().execute()
  return rows
    .filter((row) => !filter.user_id || row.user_id === filter.user_id)
    .filter((row) => !filter.token_id || row.token_id === filter.token_id)
    .filter((row) => !filter.type || row.type === filter.type)
    .filter((row) => !filter.username || row.username === filter.username)
    .filter((row) => !filter.token_name || row.token_name === filter.token_name)
    .filter((row) => !filter.model_name || row.model_name === filter.model_name)
    .filter((row) => !filter.channel || row.channel === filter.channel)
    .filter((row) => !filter.group || row.group === filter.group)
    .filter((row) => !filter.request_id || row.request_id?.slice(0, 5) === filter.request_id.slice(0, 5))
    .filter((row) => row.created_at >= (filter.start_timestamp ?? 0))
    .filter((row) => !filter.end_timestamp || row.created_at <= filter.end_timestamp)
    .sort((one, other) => other.created_at - one.created_at || other.id - one.id)
}

const filters: [string, LogFilter][] = [
  ['everything', {}],
  ['one user', { user_id: 2 }],
  ['a user by name', { username: 'cat' }],
  ['a name nobody has', { username: 'dan' }],
  ['a token by its id', { token_id: 2 }],
  ['a token by its id in a type that has none', { token_id: 2, type: 3 }],
  ['a token', { token_name: 'rare' }],
  ['a token of one user', { user_id: 1, token_name: 'rare' }],
  ['a name and a token', { username: 'bob', token_name: 'usual' }],
  ['a model', { model_name: 'model-2' }],
  ['a model of a channel and a group', { model_name: 'model-0', channel: 1, group: 'vip' }],
  ['a channel', { channel: 2 }],
  ['a group', { group: 'vip' }],
  ['the call with an id', { request_id: 'r0023' }],
  ['a call of one user by its id', { request_id: 'r0023', user_id: 3 }],
  ["another's call by its id", { request_id: 'r0023', user_id: 1 }],
  ['a call by its id at another time', { request_id: 'r0023', start_timestamp: start + 10 * hour }],
  ['a call that was charged in two parts', { request_id: 'r0025' }],
  ['such a call by the id of its second part', { request_id: 'r0025-rest' }],
  ['an id that no call has', { request_id: 'r9999' }],
  ['calls', { type: 2 }],
  ['check-ins', { type: 5 }],
  ['what administrators did with one user', { type: 3, user_id: 2 }],
  ['a type that does not exist', { type: 9 }],
  ['other types of a user by name', { type: 1, username: 'ann' }],
  ['whole hours', { start_timestamp: start + hour, end_timestamp: start + 3 * hour - 1 }],
  ['parts of hours', { start_timestamp: start + 1000, end_timestamp: start + 3 * hour + 500, channel: 1 }],
  ['part of one hour', { start_timestamp: start + 1000, end_timestamp: start + 2000 }],
  ['from some moment on', { start_timestamp: start + 2 * hour + 7, username: 'bob' }],
  ['up to some moment', { end_timestamp: start + 2 * hour + 7, type: 2 }],
  ['a range with nothing in it', { start_timestamp: start + 100 * hour }],
  ['a range that ends before it begins', { start_timestamp: start + hour, end_timestamp: start }],
]

eachDatabase((_engine, open) => {
  describe('the list', () => {
    it.each([
      ['while all hours are open', 0],
      ['when some are added up', start + 4 * hour],
      ['when all are added up', start + 100 * hour],
    ])('has exactly the rows that match, newest first, on every page, for every filter, %s', async (_when, now) => {
      const database = await open()
      await fill(database)
      await rollUp(database, now)
      for (const [name, filter] of filters) {
        const rows = await expected(database, filter)
        for (const pageSize of [7, 100]) {
          const pages = Math.max(1, Math.ceil(rows.length / pageSize))
          for (const page of new Set([1, 2, Math.ceil(pages / 2), pages, pages + 1])) {
            const found = await listLogs(database.query, filter, { page, pageSize })
            expect(found.total, name).toBe(rows.length)
            expect(found.items, `${name}, page ${page}`).toEqual(rows.slice((page - 1) * pageSize, page * pageSize))
          }
        }
      }
    })

    it('takes the signs of a pattern in a filter as they are', async () => {
      const database = await open()
      await addAccounts(database.query, 1)
      await database.settle([settlement({ modelName: 'gpt-4' })])
      expect((await listLogs(database.query, { model_name: 'gpt%' }, { page: 1, pageSize: 10 })).total).toBe(0)
      expect((await listLogs(database.query, { model_name: "' or 1=1" }, { page: 1, pageSize: 10 })).total).toBe(0)
    })

    it('keeps sums by name right when users and tokens are renamed within an hour', async () => {
      const database = await open()
      await addAccounts(database.query, 1)
      await database.settle([
        settlement({ createdAt: start, username: 'old', tokenName: 'old key' }),
        settlement({ createdAt: start + 1, username: 'new', tokenName: 'old key' }),
        settlement({ createdAt: start + 2, username: 'new', tokenName: 'new key' }),
      ])
      const total = async (filter: LogFilter) =>
        (await listLogs(database.query, filter, { page: 1, pageSize: 10 })).items.length
      expect(await total({ username: 'old' })).toBe(1)
      expect(await total({ username: 'new' })).toBe(2)
      expect(await total({ token_name: 'old key' })).toBe(2)
      expect((await sumLogs(database.query, { username: 'new' }, start)).quota).toBe(20)
    })

    it.each([0, start + 100 * hour])(
      'has the rows of all who share a token name in an hour that is full of them, with what is added up by %d',
      async (now) => {
        const database = await open()
        await addAccounts(database.query, 2)
        const calls = Array.from({ length: 600 }, (_, index) => {
          const userId = 1 + (index % 2)
          const second = start + (index < 10 ? index : 3 * hour + index)
          return settlement({ createdAt: second, userId, tokenId: userId, tokenName: 'shared' })
        })
        await database.settle(calls)
        await rollUp(database, now)
        const page = async (number: number) =>
          (await listLogs(database.query, { token_name: 'shared' }, { page: number, pageSize: 100 })).items
        const seconds = (await Promise.all([1, 2, 3, 4, 5, 6].map(page))).flat().map((row) => row.created_at)
        expect(seconds).toEqual(calls.map(({ createdAt }) => createdAt).reverse())
      },
    )
  })

  describe('the sums', () => {
    it.each([0, start + 4 * hour, start + 100 * hour])(
      'cover exactly the range and the filters, whatever the type says, with what is added up by %d',
      async (now) => {
        const database = await open()
        await fill(database)
        await rollUp(database, now)
        for (const [name, filter] of filters.filter(([, { end_timestamp }]) => end_timestamp !== start)) {
          const rows = await expected(database, { ...filter, type: 2 })
          const { quota } = await sumLogs(database.query, filter, start)
          const unlogged = await unloggedQuota(database, filter)
          expect(quota, name).toBe(rows.reduce((sum, row) => sum + row.quota, 0) + unlogged)
        }
      },
    )

    it('tell requests and tokens of the last minute, by the same filters but not by the range', async () => {
      const database = await open()
      await addAccounts(database.query, 2)
      await database.settle([
        settlement({ createdAt: start, userId: 1 }),
        settlement({ createdAt: start + 59, userId: 1 }),
        settlement({ createdAt: start + 59, userId: 2 }),
      ])
      await insertLog(database.query, { ...event, created_at: start + 59 })
      const now = start + 60
      const all = { quota: 30, promptTokens: 21, completionTokens: 9 }
      const nothing = { quota: 0, promptTokens: 0, completionTokens: 0 }
      expect(await sumLogs(database.query, {}, now)).toEqual({ ...all, rpm: 2, tpm: 20 })
      const past = await sumLogs(database.query, { user_id: 1, end_timestamp: 5 }, now)
      expect(past).toEqual({ ...nothing, rpm: 1, tpm: 10 })
      expect(await sumLogs(database.query, {}, now + 1000)).toEqual({ ...all, rpm: 0, tpm: 0 })
      expect(await sumLogs(database.query, { model_name: 'none' }, now)).toEqual({ ...nothing, rpm: 0, tpm: 0 })
    })
  })

  describe('deleting old rows', () => {
    it('goes in small batches, keeps the books right and the totals exact', async () => {
      const database = await open()
      await fill(database)
      const before = start + 3 * hour + 1234
      const old = await expected(database, { end_timestamp: before - 1 })
      const kept = await expected(database, { start_timestamp: before })
      let deleted = 0
      for (;;) {
        const count = await database.transaction((transaction) =>
          deleteOldRows(transaction, { before, limit: 20, now: start + 100 * day }),
        )
        expect(count).toBeLessThanOrEqual(20)
        deleted += count
        // Hours that were added up count anew when rows of theirs go.
        await rollUp(database, start + 100 * hour)
        expect(await findBrokenInvariants(database)).toEqual([])
        if (count === 0) break
      }
      expect(deleted).toBe(old.length)
      for (const [name, filter] of filters) {
        const rows = await expected(database, filter)
        const found = await listLogs(database.query, filter, { page: 1, pageSize: 100 })
        expect(found.total, name).toBe(rows.length)
        expect(found.items, name).toEqual(rows.slice(0, 100))
      }
      expect(await expected(database, {})).toEqual(kept)
    })

    it('F17 I4: what a killed process left behind charges no call again whose row is gone, on any way', async () => {
      const database = await open()
      const { query } = database
      await addAccounts(query, 1, 1000)
      const now = start + 30 * day
      const [old, young, unlogged, rest] = [
        settlement({ requestId: 'old', createdAt: now - 8 * day, quota: 10 }),
        settlement({ requestId: 'young', createdAt: now - 6 * day, quota: 20 }),
        settlement({ requestId: 'unlogged', createdAt: now - 5, quota: 30, logged: false }),
        settlement({ requestId: 'rest-of-one', createdAt: now - 1, quota: 40 }),
      ]
      const balance = async () =>
        (await query.selectFrom('users').select('quota').where('id', '=', 1).executeTakeFirstOrThrow()).quota
      await database.settle([old, young, unlogged, rest])
      expect(
        await database.transaction((transaction) => deleteOldRows(transaction, { before: now, limit: 9, now })),
      ).toBe(3)
      expect(await balance()).toBe(900)
      // From the spool together, from the reserve and the running calls one by one.
      await database.settle([young, unlogged, rest])
      for (const one of [young, unlogged, rest]) await database.settle([one])
      expect(await balance()).toBe(900)
      const known = await chargedQuota(query, ['old', 'young', 'unlogged', 'rest-of-one'])
      expect([...known].sort()).toEqual([
        ['rest-of-one', 40],
        ['unlogged', 30],
        ['young', 20],
      ])
      expect(await hasCharge(query, 'young')).toBe(true)
      expect(await findBrokenInvariants(database)).toEqual([])
    })

    it('loses nothing when two nodes do it at once', async () => {
      const database = await open()
      await fill(database)
      const before = start + 100 * hour
      const rows = await expected(database, {})
      const counts = await Promise.all(
        Array.from({ length: 6 }, () =>
          database.transaction((transaction) =>
            deleteOldRows(transaction, { before, limit: 60, now: start + 100 * day }),
          ),
        ),
      )
      const left = await expected(database, {})
      expect(counts.reduce((sum, count) => sum + count, 0) + left.length).toBe(rows.length)
      expect(await findBrokenInvariants(database)).toEqual([])
    })
  })

  it('reads along an index, whatever the list is narrowed by', async () => {
    const { engine, query } = await open()
    // What PostgreSQL does with few rows says nothing about many.
    if (engine === 'postgres') return
    const plan = async (table: string, where: string) => {
      const { rows } = await sql<{ detail: string }>`explain query plan
        select * from ${sql.table(table)} where ${sql.raw(where)}`.execute(query)
      return rows.map(({ detail }) => detail).join()
    }
    const page = (where: string) => plan('logs', `${where} and id between 1 and 2 order by id desc limit 10`)
    expect(await page("model_name = ''")).toBe('SEARCH logs USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)')
    expect(await page('user_id = 1')).toBe(
      'SEARCH logs USING INDEX logs_user_id_id_index (user_id=? AND rowid>? AND rowid<?)',
    )
    expect(await plan('logs', "request_id = '' and user_id = 1 and model_name = '' and id between 1 and 2")).toBe(
      'SEARCH logs USING INDEX sqlite_autoindex_logs_1 (request_id=?)',
    )
    expect(await plan('usage_hours', 'hour in (1, 2) and user_id in (3, 4)')).toBe(
      'SEARCH usage_hours USING PRIMARY KEY (hour=? AND user_id=?)',
    )
    expect(await plan('usage_days', 'user_id in (3, 4) and day between 1 and 2')).toBe(
      'SEARCH usage_days USING PRIMARY KEY (user_id=? AND day>? AND day<?)',
    )
  })
})

/** What calls without a log row have cost in the whole hours of the filter's range. */
const unloggedQuota = async (database: Database, filter: LogFilter): Promise<number> => {
  const from = filter.start_timestamp ?? 0
  const to = filter.end_timestamp ? filter.end_timestamp : Number.MAX_SAFE_INTEGER
  const rows = await database.query.selectFrom('charges').selectAll().execute()
  return rows
    .map((row) => ({ ...row, index: Number(row.request_id.slice(1)) }))
    .filter(({ created_at }) => {
      const begin = created_at - (created_at % hour)
      return begin >= from && begin + hour - 1 <= to
    })
    .filter(({ request_id }) => !filter.request_id || request_id === filter.request_id)
    .filter(({ user_id }) => !filter.user_id || user_id === filter.user_id)
    .filter(({ token_id }) => !filter.token_id || token_id === filter.token_id)
    .filter(({ index }) => !filter.username || ['ann', 'bob', 'cat'][index % 3] === filter.username)
    .filter(({ index }) => !filter.token_name || (index % 5 === 0 ? 'rare' : 'usual') === filter.token_name)
    .filter(({ index }) => !filter.model_name || `model-${index % 4}` === filter.model_name)
    .filter(({ channel_id }) => !filter.channel || channel_id === filter.channel)
    .filter(({ index }) => !filter.group || (index % 7 === 0 ? 'vip' : 'default') === filter.group)
    .reduce((sum, { quota }) => sum + quota, 0)
}
