import fc from 'fast-check'
import { expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { addAccounts, settlement } from '#testing/rows.ts'
import type { Database } from '../database.ts'
import { findBrokenInvariants } from '../invariants.ts'
import { type LogFilter, listLogs, rollUp, sumLogs } from './log-store.ts'
import { deleteOldRows } from './retention.ts'

const hour = 3600
const day = 24 * hour

const openHours = async (database: Database) => {
  const rows = await database.query.selectFrom('open_hours').select('hour').orderBy('hour').execute()
  return rows.map((row) => row.hour / hour)
}

const totals = async (database: Database, filter: LogFilter) => ({
  total: (await listLogs(database.query, filter, { page: 1, pageSize: 1 })).total,
  quota: (await sumLogs(database.query, filter, 0)).quota,
})

eachDatabase((_engine, open) => {
  it('adds up hours that are over for an hour, and opens them again when something is written to them', async () => {
    const database = await open()
    await addAccounts(database.query, 1)
    await database.settle([1, 2, 3, 4].map((number) => settlement({ createdAt: number * hour + 5, quota: 1 })))
    await rollUp(database, 4 * hour + 10)
    expect(await openHours(database)).toEqual([3, 4])
    expect(await totals(database, {})).toEqual({ total: 4, quota: 4 })

    await database.settle([settlement({ createdAt: 2 * hour + 7, quota: 10 })])
    expect(await openHours(database)).toEqual([2, 3, 4])
    expect(await totals(database, {})).toEqual({ total: 5, quota: 14 })
    await rollUp(database, 9 * hour)
    expect(await openHours(database)).toEqual([])
    expect(await totals(database, {})).toEqual({ total: 5, quota: 14 })
    expect(await findBrokenInvariants(database)).toEqual([])
  })

  it('a settlement that changed nothing opens nothing', async () => {
    const database = await open()
    await addAccounts(database.query, 1)
    const one = settlement({ createdAt: 5 })
    await database.settle([one])
    await rollUp(database, 9 * hour)
    await database.settle([one])
    expect(await openHours(database)).toEqual([])
  })

  it('closes days too, and opens them again with their hours', async () => {
    const database = await open()
    await addAccounts(database.query, 2)
    const days = async () => {
      const rows = await database.query.selectFrom('open_days').select('day').orderBy('day').execute()
      return rows.map((row) => row.day / day)
    }
    await database.settle([0, 1, 2].map((number) => settlement({ createdAt: number * day + 5, quota: 1 })))
    await rollUp(database, 2 * day + 3 * hour)
    expect(await days()).toEqual([2])
    expect(await totals(database, { user_id: 1 })).toEqual({ total: 3, quota: 3 })
    await database.settle([settlement({ createdAt: 7 * hour, quota: 10 })])
    expect(await totals(database, { user_id: 1 })).toEqual({ total: 4, quota: 13 })
    await rollUp(database, 9 * day)
    expect(await days()).toEqual([])
    expect(await totals(database, { user_id: 1 })).toEqual({ total: 4, quota: 13 })
    expect(await findBrokenInvariants(database)).toEqual([])
  })

  it('adds up together what many users have with a token of the same name, also what they had before', async () => {
    const database = await open()
    await addAccounts(database.query, 25)
    const call = (userId: number, createdAt: number) =>
      settlement({
        userId,
        tokenId: userId,
        tokenName: 'shared',
        createdAt,
        modelName: `model ${userId % 2}`,
        channelId: 1 + (userId % 3),
        group: userId % 4 === 0 ? 'vip' : 'default',
        quota: 1,
      })
    const ranges = [{}, { start_timestamp: 5 * hour, end_timestamp: 3 * day + 9 * 60 }]
    const filters: LogFilter[] = ranges.flatMap((range) =>
      [{}, { model_name: 'model 1' }].flatMap((model) =>
        [{}, { channel: 2 }].flatMap((channel) =>
          [{}, { group: 'vip' }, { type: 2 }].map((other) => ({
            token_name: 'shared',
            ...range,
            ...model,
            ...channel,
            ...other,
          })),
        ),
      ),
    )
    const check = async ({ deleted = false } = {}) => {
      const rows = await database.query.selectFrom('logs').selectAll().orderBy('id', 'desc').execute()
      for (const filter of filters) {
        const { model_name: model, channel, group, start_timestamp: start = 0, end_timestamp: end = 9 * day } = filter
        const wanted = rows
          .filter((row) => row.token_name === 'shared' && row.created_at >= start && row.created_at <= end)
          .filter((row) => (!model || row.model_name === model) && (!channel || row.channel === channel))
          .filter((row) => !group || row.group === group)
        const { items, total } = await listLogs(database.query, filter, { page: 2, pageSize: 7 })
        expect(items).toEqual(wanted.slice(7, 14))
        expect(total).toBe(wanted.length)
        // What deleted rows have cost stays in the sums.
        if (!deleted) expect((await sumLogs(database.query, filter, 0)).quota).toBe(wanted.length)
      }
      expect(await findBrokenInvariants(database)).toEqual([])
    }
    await database.settle(numbers(20).flatMap((id) => [call(id, id * 60), call(id, day + id * hour)]))
    await rollUp(database, 3 * day)
    await check()
    await database.settle(numbers(25).map((id) => call(id, 3 * day + id * 60)))
    await check()
    await rollUp(database, 5 * day)
    await check()
    await database.settle([call(7, 7 * hour), settlement({ createdAt: 7 * hour })])
    await check()
    await database.transaction((transaction) =>
      deleteOldRows(transaction, { before: 4 * hour, limit: 15, now: 5 * day }),
    )
    await check({ deleted: true })
    await rollUp(database, 5 * day)
    await check({ deleted: true })
  })

  it('keeps totals right whatever is settled while hours are added up', async () => {
    const database = await open()
    await addAccounts(database.query, users)
    let logged = 0
    let quota = 0
    const anyCall = fc.record({
      userId: fc.integer({ min: 1, max: users }),
      createdAt: fc.constantFrom(0, 1, 23, 24, 47, 48, 72).map((number) => number * hour + 7),
      modelName: fc.constantFrom('one', 'two'),
      tokenName: fc.constantFrom('shared', 'own'),
      quota: fc.integer({ min: 0, max: 500 }),
      logged: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(anyCall), { maxLength: 40 }), async (calls) => {
        await Promise.all(
          calls.map((call) =>
            call === null ? rollUp(database, 4 * day) : database.settle([settlement({ ...call, channelId: 1 })]),
          ),
        )
        for (const call of calls) {
          logged += call?.logged ? 1 : 0
          quota += call?.quota ?? 0
        }
        expect(await findBrokenInvariants(database)).toEqual([])
        expect(await totals(database, {})).toEqual({ total: logged, quota })
        expect(await totals(database, { channel: 1 })).toEqual({ total: logged, quota })
        const ways: LogFilter[][] = [
          [{ model_name: 'one' }, { model_name: 'two' }],
          [{ token_name: 'shared' }, { token_name: 'own' }],
          numbers(users).map((id) => ({ user_id: id })),
        ]
        for (const way of ways) {
          const parts = await Promise.all(way.map((filter) => totals(database, filter)))
          expect(parts.reduce((sum, part) => sum + part.quota, 0)).toBe(quota)
          expect(parts.reduce((sum, part) => sum + part.total, 0)).toBe(logged)
        }
      }),
      { numRuns: 15, endOnFailure: true },
    )
  })
})

const users = 24
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
