import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { addAccounts, settlement } from '#testing/rows.ts'
import { systemClock } from '../../lib/clock.ts'
import { createLog } from '../../lib/log.ts'
import type { Database } from '../database.ts'
import type { Settlement } from '../settling/settlement.ts'
import type { LogFilter } from './log-store.ts'

type Parts = Awaited<ReturnType<typeof readAnew>>

/** Everything that is made from the table is read anew with it. */
const readAnew = async () => ({
  ...(await import('../dimension-columns.ts')),
  ...(await import('../invariants.ts')),
  ...(await import('../open.ts')),
  ...(await import('../settling/stored-settlement.ts')),
  ...(await import('../sqlite/settlement-values.ts')),
  ...(await import('../sqlite/sqlite-settle.ts')),
  ...(await import('./log-store.ts')),
  ...(await import('./retention.ts')),
})

let parts: Parts
beforeAll(async () => {
  vi.resetModules()
  // The one row.
  vi.doMock('../dimensions.ts', async (original) => {
    const { dimensions } = await original<typeof import('../dimensions.ts')>()
    const region = { column: 'region', of: 'text', settled: 'region', ofCalls: true, total: true } as const
    return { dimensions: [...dimensions, region] }
  })
  parts = await readAnew()
})
afterAll(() => {
  vi.doUnmock('../dimensions.ts')
  vi.resetModules()
})

const hour = 3600
const day = 24 * hour

/** What its migration would do. */
const migrate = async ({ engine, query }: Database): Promise<void> => {
  const run = (statement: string) => sql.raw(statement).execute(query)
  await run(`alter table logs add column region text not null default ''`)
  for (const [table, time] of [
    ['usage_hours', 'hour'],
    ['usage_days', 'day'],
  ] as const) {
    if (engine === 'postgres') {
      const key = [time, ...parts.columns].map((column) => `"${column}"`).join()
      await run(`alter table ${table} add column region text not null default '',
        drop constraint ${table}_pkey, add primary key (${key})`)
      continue
    }
    const { rows } = await sql<{ sql: string }>`select sql from sqlite_master where name = ${table}`.execute(query)
    const made = rows[0]?.sql ?? ''
    await run(`drop table ${table}`)
    const last = '"token_name" text not null,'
    await run(made.replace(last, `${last} "region" text not null,`).replace('"token_name")', '"token_name", "region")'))
  }
}

type Call = Settlement & { region: string }

/** SQLite's writer is a thread that the made-up table does not reach: its work is done here. */
const settle = async (database: Database, file: string, calls: readonly Call[]): Promise<void> => {
  if (database.engine === 'postgres') {
    await database.settle(calls)
    return
  }
  const connection = new DatabaseSync(file, { timeout: 5000 })
  parts.createSqliteSettle(connection)(parts.settlementValues(calls))
  connection.close()
}

const users = 24
/** Two each that differ in it alone. */
const callsOf = (from: number): Call[] =>
  Array.from({ length: 240 }, (_, number) => ({ index: Math.floor(number / 2), twin: number % 2 })).map(
    ({ index, twin }) => ({
      ...settlement({
        createdAt: from + index * 1994 + twin,
        userId: 1 + (index % users),
        username: `user ${1 + (index % users)}`,
        tokenId: 1 + (index % users),
        tokenName: index % 5 === 0 ? 'own' : 'shared',
        channelId: 1 + (index % 2),
        modelName: `model-${index % 4}`,
        group: index % 7 === 0 ? 'vip' : 'default',
        quota: index,
      }),
      region: ['north', 'south', 'sou\x1fth'][(index + twin) % 3] ?? '',
    }),
  )

const filters: LogFilter[] = [
  {},
  { type: 2 },
  { model_name: 'model-1' },
  { channel: 2, model_name: 'model-1' },
  { channel: 1, group: 'vip', model_name: 'model-0' },
  { user_id: 3 },
  { username: 'user 4', channel: 2 },
  { token_name: 'shared' },
  { token_name: 'shared', model_name: 'model-2' },
  { token_id: 5 },
  { start_timestamp: 5 * hour, end_timestamp: 2 * day + 700 },
]

eachDatabase((_engine, _open, openPlace) => {
  it('lists, sums, charts and retention know a dimension that stands in the table alone', async () => {
    const { listLogs, sumLogs, streamLogs, readChart, rollUp, insertLog, deleteOldRows, findBrokenInvariants } = parts
    const { place } = await openPlace()
    const database = await parts.openDatabase({ ...place, clock: systemClock, log: createLog({ level: 'silent' }) })
    await migrate(database)
    await addAccounts(database.query, users)
    const event = { created_at: 50, user_id: 1, username: 'user 1', content: '', other: '', quota: 0, type: 1 } as const
    await insertLog(database.query, event)
    await settle(database, place.file, callsOf(0))

    const check = async ({ deleted = false } = {}): Promise<void> => {
      const { rows } = await sql<Record<string, unknown> & { created_at: number; quota: number }>`
        select * from logs order by id desc`.execute(database.query)
      for (const region of ['north', 'south', 'sou\x1fth', 'west']) {
        for (const filter of filters) {
          const asked = { ...filter, region }
          const { start_timestamp: start = 0, end_timestamp: end = 9 * day, ...equal } = asked
          const wanted = rows
            .filter((row) => row.created_at >= start && row.created_at <= end)
            .filter((row) => Object.entries(equal).every(([column, value]) => row[column] === value))
          const { items, total } = await listLogs(database.query, asked, { page: 2, pageSize: 7 })
          expect([items, total], JSON.stringify(asked)).toEqual([wanted.slice(7, 14), wanted.length])
          for await (const found of streamLogs(database.query, asked)) expect(found).toEqual(wanted)
          const quota = wanted.reduce((sum, row) => sum + row.quota, 0)
          if (!deleted) expect((await sumLogs(database.query, asked, 0)).quota).toBe(quota)
        }
        const ofUser = { user_id: 3, region }
        const points: { quota: number }[] = JSON.parse(
          await readChart(database.query, ofUser, { seconds: day, changes: [] }, { id: 3, username: '' }),
        )
        const own = rows.filter((row) => row.user_id === 3 && row.region === region)
        if (!deleted) {
          expect(points.reduce((sum, point) => sum + point.quota, 0)).toBe(own.reduce((sum, row) => sum + row.quota, 0))
        }
      }
      expect(await findBrokenInvariants(database)).toEqual([])
    }
    await check()
    await rollUp(database, day + 6 * hour)
    await check()
    await rollUp(database, 9 * day)
    await check()
    const kinds = sql<{ kind: string }>`select distinct kind from usage_totals where kind like '%region%'`
    const alone = (await kinds.execute(database.query)).rows.filter(({ kind }) => !kind.includes('\x1f'))
    expect(alone.length).toBe(2 ** 3)
    await settle(database, place.file, callsOf(30 * hour))
    await check()
    await rollUp(database, 9 * day)
    await database.transaction((transaction) => deleteOldRows(transaction, { before: day, limit: 50, now: 2 * day }))
    await check({ deleted: true })
    await rollUp(database, 9 * day)
    await check({ deleted: true })
    await database.close()
  })
})

it('charges that are kept in a file keep it too', () => {
  const [call] = callsOf(0)
  expect(parts.readStoredSettlement(JSON.parse(JSON.stringify(call)))).toEqual(call)
  const { region: _, ...without } = callsOf(0)[0] ?? {}
  expect(() => parts.readStoredSettlement(without)).toThrow()
})
