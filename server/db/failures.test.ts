import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rename } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ApplicationError } from '#contract/errors.ts'
import { eachDatabase, openTestDatabase } from '#testing/database.ts'
import { startPostgres } from '#testing/postgres.ts'
import { addAccounts, settlement, userRow } from '#testing/rows.ts'
import { systemClock } from '../lib/clock.ts'
import { createLog } from '../lib/log.ts'
import type { Database } from './database.ts'
import { isUniqueViolation } from './failures.ts'
import { findBrokenInvariants } from './invariants.ts'
import { openDatabase } from './open.ts'
import { insertUser } from './users.ts'

const log = createLog({ level: 'silent' })

const openTestSqlite = async () => {
  const opened = await openTestDatabase('sqlite')
  onTestFinished(opened.remove)
  return { database: opened.database, file: opened.place.file }
}

const countLogs = async (database: Database) =>
  (await database.query.selectFrom('logs').select('request_id').execute()).length

/** Everything a visitor could be shown of it. */
const told = (error: unknown) =>
  error instanceof ApplicationError ? `${error.code} ${error.message} ${JSON.stringify(error.values)}` : String(error)

const unavailable = 'storage_unavailable The service is briefly unavailable, try again soon {}'

eachDatabase((engine, open) => {
  it('tells a row that is there already from every other error', async () => {
    const database = await open()
    await insertUser(database.query, userRow({ username: 'taken' }))
    const twice = await insertUser(database.query, userRow({ username: 'taken' })).catch((error: unknown) => error)
    expect(isUniqueViolation(twice)).toBe(true)
    const wrong = await sql`select * from nowhere`.execute(database.query).catch((error: unknown) => error)
    expect(isUniqueViolation(wrong)).toBe(false)
    expect(wrong).not.toBeInstanceOf(ApplicationError)
  })

  it('refuses to write or read integers that numbers cannot hold', async () => {
    const database = await open()
    const write = insertUser(database.query, userRow({ quota: 2 ** 60 }))
    const id = await write.catch((error: unknown) => error)
    if (engine === 'sqlite') expect(id).toBeInstanceOf(Error)
    else await expect(database.query.selectFrom('users').select('quota').execute()).rejects.toThrow(/exactly/)
    await expect(sql`select cast(9007199254740993 as bigint) as big`.execute(database.query)).rejects.toThrow()
    const { rows } = await sql<{ big: number }>`select cast(9007199254740991 as bigint) as big`.execute(database.query)
    expect(rows).toEqual([{ big: 9007199254740991 }])
  })

  it('says so and gives no detail away when it is closed', async () => {
    const database = await open()
    await database.close()
    const failures = await Promise.all(
      [
        database.query.selectFrom('users').selectAll().execute(),
        database.transaction((transaction) => insertUser(transaction, userRow())),
        database.settle([settlement()]),
        database.ping(),
      ].map((work) => work.then(() => 'done', told)),
    )
    expect(failures).toEqual([unavailable, unavailable, unavailable, unavailable])
  })
})

describe('on sqlite', () => {
  it('F11: waits while another process has the file locked, and still reads', async () => {
    const { database, file } = await openTestSqlite()
    await addAccounts(database.query, 1)
    const other = new DatabaseSync(file)
    other.exec('begin exclusive')
    const settled = database.settle([settlement({ quota: 5 })])
    expect(await countLogs(database)).toBe(0)
    other.exec('rollback')
    other.close()
    await settled
    expect(await countLogs(database)).toBe(1)
  })

  it('F11: gives up after five seconds, is not ready meanwhile, and goes on when the lock is gone', async () => {
    const { database, file } = await openTestSqlite()
    await addAccounts(database.query, 1)
    const other = new DatabaseSync(file)
    other.exec('begin exclusive')
    const [settled, pinged] = await Promise.all([
      database.settle([settlement()]).then(() => 'done', told),
      database.ping().then(() => 'done', told),
    ])
    expect([settled, pinged]).toEqual([unavailable, unavailable])
    other.exec('rollback')
    other.close()
    await database.settle([settlement()])
    await database.ping()
  })

  it('tells of a commit that took long', async () => {
    const { place, remove } = await openTestDatabase('sqlite')
    onTestFinished(remove)
    const lines: string[] = []
    let now = 0
    const tick = () => {
      now += 999.7
      return now
    }
    const clock = { now: () => 0, monotonic: tick }
    const telling = createLog({ level: 'warn', write: (line) => lines.push(line) })
    const database = await openDatabase({ ...place, clock, log: telling })
    await database.settle([settlement()])
    await database.close()
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', message: 'A commit took long', milliseconds: 1000, settlements: 1 },
    ])
  })

  it('F12: refuses to write into a file that was moved away, and goes on when it is back', async () => {
    const { database, file } = await openTestSqlite()
    await addAccounts(database.query, 1)
    await rename(file, `${file}.away`)
    expect(await database.settle([settlement()]).then(() => 'done', told)).toBe(unavailable)
    expect(await database.ping().then(() => 'done', told)).toBe(unavailable)
    await rename(`${file}.away`, file)
    await database.settle([settlement()])
    expect(await countLogs(database)).toBe(1)
  })

  it('F15: fails clearly when the disk is full, loses nothing, and recovers without a restart', async () => {
    const { database } = await openTestSqlite()
    await addAccounts(database.query, 1, 1_000_000)
    await sql`pragma max_page_count = 1`.execute(database.query)
    let stored = 0
    let failure = ''
    while (failure === '') {
      const other = JSON.stringify({ text: 'x'.repeat(4000) })
      failure = await database.settle([settlement({ other })]).then(() => '', told)
      if (failure === '') stored += 1
    }
    expect(failure).toBe(unavailable)
    expect(await countLogs(database)).toBe(stored)
    await sql`pragma max_page_count = 1073741823`.execute(database.query)
    await database.settle([settlement()])
    expect(await countLogs(database)).toBe(stored + 1)
    expect(await findBrokenInvariants(database)).toEqual([])
  })

  it('F20: loses a thread whose result does not fit into memory, and nothing else', async () => {
    const { database } = await openTestSqlite()
    await addAccounts(database.query, 1)
    const huge = sql`select * from (
      with recursive counted(number) as (select 1 union all select number + 1 from counted limit 100000000)
      select number, hex(zeroblob(1000)) as text from counted)`
    expect(await huge.execute(database.query).then(() => 'done', told)).toBe(unavailable)
    await database.settle([settlement()])
    expect(await countLogs(database)).toBe(1)
  })

  it('F16: has everything it said was settled after the process is killed at any moment', async () => {
    const { database, file } = await openTestSqlite()
    await addAccounts(database.query, 1, 1_000_000)
    const script = `
      import { openDatabase } from '${new URL('./open.ts', import.meta.url)}'
      import { settlement } from '${new URL('../../testing/rows.ts', import.meta.url)}'
      const clock = { now: Date.now, monotonic: () => performance.now() }
      const quiet = () => {}
      const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
      const database = await openDatabase({ url: undefined, file: process.argv[1], clock, log })
      for (let batch = 0; ; batch += 1) {
        await Promise.all([0, 1, 2, 3].map(async (index) => {
          const requestId = [process.pid, batch, index].join('-')
          await database.settle([settlement({ requestId, logged: index > 0 })])
          process.stdout.write(requestId + '\\n')
        }))
      }`
    const acknowledged: string[] = []
    for (const enough of [1, 40, 200]) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script, file], { cwd: process.cwd() })
      const exited = once(child, 'exit')
      let lines = 0
      for await (const line of createInterface(child.stdout)) {
        acknowledged.push(line)
        lines += 1
        if (lines === enough) child.kill('SIGKILL')
      }
      await exited
    }
    const { rows } = await sql<{ request_id: string }>`
      select request_id from logs union all select request_id from charges`.execute(database.query)
    const stored = new Set(rows.map(({ request_id }) => request_id))
    expect(acknowledged.filter((requestId) => !stored.has(requestId))).toEqual([])
    expect(await findBrokenInvariants(database)).toEqual([])
    const { rows: integrity } = await sql`select * from pragma_integrity_check`.execute(database.query)
    expect(integrity).toEqual([{ integrity_check: 'ok' }])
  })

  it('rejects when there is no place for the file', async () => {
    const opened = openDatabase({ url: undefined, file: '/dev/null/sluice.sqlite', clock: systemClock, log })
    expect(await opened.then(() => 'done', told)).toBe(unavailable)
  })
})

describe('on postgres', () => {
  it('F12: fails clearly while the server is gone, and goes on when it is back', async () => {
    const postgres = await startPostgres({ durable: true })
    onTestFinished(postgres.stop)
    const database = await openDatabase({ url: await postgres.createDatabase(), file: '', clock: systemClock, log })
    onTestFinished(database.close)
    await addAccounts(database.query, 1, 1000)
    await database.settle([settlement({ requestId: 'before', quota: 1 })])

    await postgres.crash()
    const failures = await Promise.all(
      [
        database.query.selectFrom('users').selectAll().execute(),
        database.transaction((transaction) => insertUser(transaction, userRow())),
        database.settle([settlement({ requestId: 'during', quota: 2 })]),
        database.ping(),
      ].map((work) => work.then(() => 'done', told)),
    )
    expect(failures).toEqual([unavailable, unavailable, unavailable, unavailable])

    await postgres.restart()
    await database.ping()
    await database.settle([
      settlement({ requestId: 'during', quota: 2 }),
      settlement({ requestId: 'before', quota: 1 }),
    ])
    expect(await countLogs(database)).toBe(2)
    expect(await findBrokenInvariants(database)).toEqual([])
  })

  it('F12: survives the loss of a connection between two statements of a transaction', async () => {
    const { database, remove } = await openTestDatabase('postgres')
    onTestFinished(remove)
    const failing = database.transaction(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction)
      await sql`select pg_terminate_backend(${rows[0]?.pid}), pg_sleep(0.1)`.execute(database.query)
      await insertUser(transaction, userRow())
    })
    expect(await failing.then(() => 'done', told)).toBe(unavailable)
    await database.transaction((transaction) => insertUser(transaction, userRow()))
  })

  it('rejects when nobody listens at the address', async () => {
    const opened = openDatabase({ url: 'postgres://nobody@127.0.0.1:9/none', file: '', clock: systemClock, log })
    expect(await opened.then(() => 'done', told)).toBe(unavailable)
  })
})
