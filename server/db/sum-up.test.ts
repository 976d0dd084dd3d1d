import fc from 'fast-check'
import { expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { addAccounts, settlement } from '#testing/rows.ts'
import type { Database } from './database.ts'
import { findBrokenInvariants } from './invariants.ts'
import type { LogFilter } from './log-filter.ts'
import { listLogs, sumLogs } from './logs.ts'
import { sumUp } from './sum-up.ts'

const hour = 3600

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
    await sumUp(database, 4 * hour + 10)
    expect(await openHours(database)).toEqual([3, 4])
    expect(await totals(database, {})).toEqual({ total: 4, quota: 4 })

    await database.settle([settlement({ createdAt: 2 * hour + 7, quota: 10 })])
    expect(await openHours(database)).toEqual([2, 3, 4])
    expect(await totals(database, {})).toEqual({ total: 5, quota: 14 })
    await sumUp(database, 9 * hour)
    expect(await openHours(database)).toEqual([])
    expect(await totals(database, {})).toEqual({ total: 5, quota: 14 })
    expect(await findBrokenInvariants(database)).toEqual([])
  })

  it('a settlement that changed nothing opens nothing', async () => {
    const database = await open()
    await addAccounts(database.query, 1)
    const one = settlement({ createdAt: 5 })
    await database.settle([one])
    await sumUp(database, 9 * hour)
    await database.settle([one])
    expect(await openHours(database)).toEqual([])
  })

  it('keeps totals right whatever is settled while hours are added up', async () => {
    const database = await open()
    await addAccounts(database.query, 3)
    let logged = 0
    let quota = 0
    const anyCall = fc.record({
      userId: fc.integer({ min: 1, max: 3 }),
      createdAt: fc.integer({ min: 0, max: 4 * hour }),
      modelName: fc.constantFrom('one', 'two'),
      quota: fc.integer({ min: 0, max: 500 }),
      logged: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(fc.option(anyCall), { maxLength: 40 }), async (calls) => {
        await Promise.all(
          calls.map((call) =>
            call === null ? sumUp(database, 9 * hour) : database.settle([settlement({ ...call, channelId: 1 })]),
          ),
        )
        for (const call of calls) {
          logged += call?.logged ? 1 : 0
          quota += call?.quota ?? 0
        }
        expect(await findBrokenInvariants(database)).toEqual([])
        expect(await totals(database, {})).toEqual({ total: logged, quota })
        expect(await totals(database, { channel: 1 })).toEqual({ total: logged, quota })
        const models = await Promise.all(['one', 'two'].map((name) => totals(database, { model_name: name })))
        expect(models.reduce((sum, model) => sum + model.quota, 0)).toBe(quota)
      }),
      { numRuns: 15, endOnFailure: true },
    )
  })
})
