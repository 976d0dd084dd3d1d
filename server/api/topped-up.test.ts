import { beforeAll, describe, expect, it } from 'vitest'
import { logTypes } from '#contract/log-types.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { settlement } from '#testing/rows.ts'
import { deleteLogsBefore, insertLog, rollUp } from '../db/logs/log-store.ts'

const [hour, day] = [3600, 86_400]
const start = 1_700_006_400

describe('what was topped up', () => {
  eachGateway((gateway) => {
    let root: TestClient
    let user: TestClient

    beforeAll(async () => {
      root = await gateway().asRoot()
      user = await gateway().asUser('payer')
      const { database } = gateway().plane
      const add = (created_at: number, quota: number, username = 'payer', type: 1 | 3 = logTypes.recharge) => {
        const userId = username === 'payer' ? user.userId : root.userId
        return insertLog(database.query, { created_at, user_id: userId, username, content: '', other: '', quota, type })
      }
      // The day before, the day itself, and what is in no sum of it.
      await add(start - 1, 100)
      await add(start - day, 50, 'root')
      await add(start - day - 1, 9999)
      await add(start, 3)
      await add(start + hour + 7, 20)
      await add(start + day - 1, 400, 'root')
      await add(start + day, 9999)
      await add(start + hour, 9999, 'payer', logTypes.manage)
      await database.settle([settlement({ createdAt: start + 5, userId: user.userId, username: 'payer', quota: 9999 })])
    })

    const range = `start_timestamp=${start}&end_timestamp=${start + day - 1}`
    const read = async (more = '') => (await root.get(`/api/data/topped_up?${range}${more}`)).data
    const whole = { quota: 423, count: 3, over: [423], before: { quota: 150, count: 2 } }
    const ofPayer = { quota: 23, count: 2, over: [23], before: { quota: 100, count: 1 } }
    const over = async (from: number, until: number): Promise<number[]> =>
      (await root.get(`/api/data/topped_up?start_timestamp=${from}&end_timestamp=${until}`)).data.over

    it.each([
      ['nothing', 0],
      ['the first hours', start + 12 * hour],
      ['everything', start + 9 * day],
    ])('is told beside the time before, with %s added up before', async (_what, now) => {
      await rollUp(gateway().plane.database, now)
      expect(await read()).toEqual(whole)
      expect(await read('&username=payer')).toEqual(ofPayer)
      expect(await read('&username=nobody')).toEqual({ quota: 0, count: 0, over: [0], before: { quota: 0, count: 0 } })
      // By whole days where there are such, without what the range cuts, or else by whole hours.
      expect(await over(start - day - 7, start + 2 * day - 1)).toEqual([150, 423, 9999])
      expect(await over(start - day + 7, start + 2 * day - 2)).toEqual([423])
      expect(await over(start - 2 * hour, start + 3 * hour - 1)).toEqual([0, 100, 3, 20, 0])
      expect(await over(start + 7, start + 3 * hour - 2)).toEqual([20])
      expect(await over(start - 366 * day, start + day - 1)).toEqual([])
    })

    it('is told by whole hours, and of all time without one before it', async () => {
      const { data } = await root.get(`/api/data/topped_up?start_timestamp=${start}&end_timestamp=${start + 1}`)
      expect(data).toEqual({ quota: 3, count: 1, over: [], before: { quota: 100, count: 1 } })
      const always = (await root.get('/api/data/topped_up')).data
      expect(always).toEqual({ quota: 20_571, count: 7, over: [], before: { quota: 0, count: 0 } })
    })

    it('counts on what was deleted from the log', async () => {
      const { database } = gateway().plane
      expect(await deleteLogsBefore(database, start + 2 * hour, () => start + 9 * day)).toBe(7)
      expect(await read()).toEqual(whole)
      await rollUp(database, start + 9 * day)
      expect(await read()).toEqual(whole)
      expect(await read('&username=payer')).toEqual(ofPayer)
    })

    it('is for administrators alone', async () => {
      expect(await user.get(`/api/data/topped_up?${range}`)).toMatchObject({ success: false })
    })
  })
})
