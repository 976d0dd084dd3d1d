import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { addAccounts, settlement, userRow } from '#testing/rows.ts'
import type { Database, Executor } from './database.ts'
import { findUser, insertUser } from './users.ts'

const quotaOf = async (database: Database) => (await findUser(database.query, 1))?.quota

const addOne = (executor: Executor, id: number) =>
  executor
    .updateTable('users')
    .set((eb) => ({ quota: eb('quota', '+', 1) }))
    .where('id', '=', id)
    .execute()

eachDatabase((engine, open) => {
  it('keeps all of a transaction or, when its work throws, nothing', async () => {
    const database = await open()
    const id = await database.transaction(async (transaction) => {
      const inserted = await insertUser(transaction, userRow())
      expect(await findUser(transaction, inserted)).toBeDefined()
      return inserted
    })
    expect(await findUser(database.query, id)).toBeDefined()

    const failing = database.transaction(async (transaction) => {
      await insertUser(transaction, userRow({ id: 77 }))
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await findUser(database.query, 77)).toBeUndefined()
  })

  it('rolls back after a statement that failed, and the next transaction is a fresh one', async () => {
    const database = await open()
    const failing = database.transaction(async (transaction) => {
      await insertUser(transaction, userRow({ id: 5 }))
      await insertUser(transaction, userRow({ id: 5 }))
    })
    await expect(failing).rejects.toThrow()
    await database.transaction((transaction) => insertUser(transaction, userRow({ id: 6 })))
    expect(await findUser(database.query, 5)).toBeUndefined()
    expect(await findUser(database.query, 6)).toBeDefined()
  })

  it('shows nobody else what is not committed', async () => {
    const database = await open()
    await database.transaction(async (transaction) => {
      const id = await insertUser(transaction, userRow())
      expect(await findUser(database.query, id)).toBeUndefined()
    })
  })

  it('loses no change of transactions, statements and settlements that run at the same time', async () => {
    const database = await open()
    await addAccounts(database.query, 1)
    const rounds = Array.from({ length: 30 }, (_, round) => round)
    await Promise.all([
      ...rounds.map(() =>
        database.transaction(async (transaction) => {
          const row = await transaction
            .updateTable('users')
            .set((eb) => ({ quota: eb('quota', '+', 1) }))
            .where('id', '=', 1)
            .returning('quota')
            .executeTakeFirstOrThrow()
          await transaction
            .updateTable('users')
            .set({ quota: row.quota + 1 })
            .where('id', '=', 1)
            .execute()
        }),
      ),
      ...rounds.map(() =>
        database.query
          .updateTable('users')
          .set((eb) => ({ quota: eb('quota', '+', 10) }))
          .where('id', '=', 1)
          .execute(),
      ),
      ...rounds.map(() => database.settle([settlement({ quota: 100 })])),
    ])
    expect(await quotaOf(database)).toBe(30 * 2 + 30 * 10 - 30 * 100)
  })

  it('tries a transaction again that lost against another one', async () => {
    const database = await open()
    await addAccounts(database.query, 2)
    let tries = 0
    // The first time both hold one row before they ask for the other's, which only one of them can get.
    let holding = 0
    let bothHold = () => {}
    const met = new Promise<void>((resolve) => {
      bothHold = resolve
    })
    const crossing = (first: number, second: number) =>
      database.transaction(async (transaction) => {
        tries += 1
        await addOne(transaction, first)
        holding += 1
        if (holding === 2) bothHold()
        if (engine === 'postgres') await met
        await addOne(transaction, second)
      })
    await Promise.all([crossing(1, 2), crossing(2, 1)])
    expect(await quotaOf(database)).toBe(2)
    // PostgreSQL may give up both of them.
    expect(tries).toBeGreaterThanOrEqual(engine === 'postgres' ? 3 : 2)
  })

  it('settles while a slow report still reads', async () => {
    const database = await open()
    await addAccounts(database.query, 1)
    let reported = false
    const numbers =
      engine === 'sqlite'
        ? sql`select count(*) from (with recursive n(i) as (select 1 union all select i + 1 from n limit 5000000) select i from n)`
        : sql`select pg_sleep(2)`
    const report = numbers.execute(database.query).then(() => {
      reported = true
    })
    await database.settle([settlement()])
    expect(reported).toBe(false)
    await report
  })

  it('rolls a transaction back that does nothing for fifteen seconds, for others wait for it', async () => {
    const database = await open()
    if (engine === 'postgres') {
      const { rows } = await sql`show idle_in_transaction_session_timeout`.execute(database.query)
      expect(rows).toEqual([{ idle_in_transaction_session_timeout: '15s' }])
      return
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const hanging = database.transaction(async (transaction) => {
      await insertUser(transaction, userRow({ id: 5 }))
      vi.advanceTimersByTime(15_000)
      await insertUser(transaction, userRow({ id: 6 }))
    })
    await expect(hanging).rejects.toMatchObject({ code: 'storage_unavailable' })
    await insertUser(database.query, userRow({ id: 7 }))
    expect(await database.query.selectFrom('users').select('id').execute()).toEqual([{ id: 7 }])
  })

  it('answers a ping', async () => {
    const database = await open()
    await database.ping()
  })
})
