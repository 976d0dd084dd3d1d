import { expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { addAccounts, settlement } from '#testing/rows.ts'
import { findBrokenInvariants } from '../invariants.ts'
import { latencyBucketOf } from '../latency-buckets.ts'
import { readLatencies, rollUp } from './log-store.ts'

const hour = 3600
const day = 24 * hour

eachDatabase((_engine, open) => {
  const openFilled = async () => {
    const database = await open()
    await addAccounts(database.query, 3)
    const call = (createdAt: number, fields: object = {}) => settlement({ createdAt, durationMs: 1000, ...fields })
    const counts = async (by: 'model' | 'channel', more: object = {}) => {
      const { ofKeys, whole } = await readLatencies(database.query, { end_timestamp: 9 * day, ...more }, by)
      const second = latencyBucketOf(1000)
      return { ...Object.fromEntries([...ofKeys].map(([key, all]) => [key, all[second]])), whole: whole[second] }
    }
    return { database, call, counts }
  }

  it('counts together what settles together and apart, once each, whoever called', async () => {
    const { database, call, counts } = await openFilled()
    const one = call(5)
    await database.settle([one, one, call(6, { userId: 2 }), call(7, { logged: false }), call(hour + 1)])
    await database.settle([one, call(8, { userId: 3 }), call(9, { channelId: 2 }), call(9, { modelName: 'other' })])
    await database.settle([call(9, { durationMs: 0 }), call(9, { durationMs: 5000 })])
    expect(await counts('model')).toEqual({ model: 6, other: 1, whole: 7 })
    expect(await counts('channel')).toEqual({ 1: 6, 2: 1, whole: 7 })
    expect(await counts('model', { channel: 2 })).toEqual({ model: 1, whole: 1 })
    const rows = await database.query.selectFrom('latency_hours').select('count').orderBy('count').execute()
    expect(rows.map(({ count }) => count)).toEqual([1, 1, 1, 1, 4])
    expect(await findBrokenInvariants(database)).toEqual([])
  })

  it('counts what comes late to a day that was added up', async () => {
    const { database, call, counts } = await openFilled()
    await database.settle([call(5), call(day + 5), call(3 * day)])
    await rollUp(database, 2 * day + 3 * hour)
    await database.settle([call(6), call(day - 1)])
    expect(await counts('model')).toEqual({ model: 5, whole: 5 })
    await rollUp(database, 4 * day)
    expect(await counts('model')).toEqual({ model: 5, whole: 5 })
    expect(await counts('model', { start_timestamp: 1, end_timestamp: day + hour })).toEqual({ model: 2, whole: 2 })
    expect(await findBrokenInvariants(database)).toEqual([])
  })

  it('loses none and counts none twice where many settle at the same time', async () => {
    const { database, call, counts } = await openFilled()
    const names = ['b', 'a', 'c']
    await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        database.settle(
          names.map((_name, place) => call(5, { modelName: names[(index + place) % 3], channelId: 1 + (index % 3) })),
        ),
      ),
    )
    expect(await counts('model')).toEqual({ a: 60, b: 60, c: 60, whole: 180 })
  })
})
