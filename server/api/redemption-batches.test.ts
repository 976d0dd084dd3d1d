import { beforeAll, describe, expect, it } from 'vitest'
import type { RedemptionBatch } from '#contract/redemption-batches.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { listAudit } from '../db/audit.ts'
import { findBrokenInvariants } from '../db/invariants.ts'

type Code = { id: number; key: string; status: number; batch_id: number; batch_name: string }

describe('a batch of redemption codes', () => {
  eachGateway((gateway) => {
    let root: TestClient
    beforeAll(async () => {
      root = await gateway().asRoot()
    })

    const make = async (name: string, fields: object = {}): Promise<{ id: number; codes: Code[] }> => {
      await root.post('/api/redemption/', { name, quota: 1000, count: 4, ...fields })
      const [batch] = (await root.get(`/api/redemption/batch?keyword=${name}`)).data.items
      return { id: batch.id, codes: await codesOf(batch.id) }
    }
    const codesOf = async (id: number): Promise<Code[]> =>
      (await root.get(`/api/redemption/?batch=${id}&sort=id&page_size=100`)).data.items
    const batchOf = async (id: number): Promise<RedemptionBatch | undefined> =>
      (await root.get(`/api/redemption/batch?keyword=${id}`)).data.items.find(
        (batch: RedemptionBatch) => batch.id === id,
      )
    const statuses = async (id: number) => (await codesOf(id)).map(({ status }) => status)
    const setStatus = (id: number, status: number) => root.put('/api/redemption/?status_only=true', { id, status })
    const lastAct = async () => {
      const [act] = (await listAudit(gateway().plane.database.query, { page: 1, pageSize: 1 })).items
      return { action: act?.action, target: act?.target, after: JSON.parse(act?.after || '{}') }
    }

    it('is what was made in one call, with its maker, and tells what became of its codes', async () => {
      const { id, codes } = await make('counted')
      expect(codes.map((code) => code.batch_id)).toEqual([id, id, id, id])
      expect(codes.map((code) => code.batch_name)).toEqual(Array(4).fill('counted'))
      expect(codes[0]?.id).toBe(id)
      const buyer = await gateway().asUser('buyer')
      await buyer.post('/api/user/topup', { key: codes[0]?.key })
      await setStatus(codes[1]?.id ?? 0, 2)
      await root.put('/api/redemption/', { id: codes[2]?.id, valid_until: 1_000_000_000, name: 'renamed' })
      expect(await batchOf(id)).toEqual({
        ...{ id, name: 'counted', created_time: expect.any(Number), creator_id: root.userId, creator_name: 'root' },
        ...{ count: 4, used: 1, disabled: 1, expired: 1, remaining: 1, quota: 4000 },
      })
      await root.remove(`/api/redemption/${codes[3]?.id}`)
      expect(await batchOf(id)).toMatchObject({ count: 3, remaining: 0, quota: 3000 })
      expect(await findBrokenInvariants(gateway().plane.database)).toEqual([])
    })

    it('has its codes listed by what became of them, as they are counted', async () => {
      const { id, codes } = await make('told apart')
      await setStatus(codes[1]?.id ?? 0, 2)
      for (const place of [1, 2]) {
        await root.put('/api/redemption/', { id: codes[place]?.id, valid_until: 1_000_000_000 })
      }
      await root.put('/api/redemption/', { id: codes[3]?.id, valid_until: 99_000_000_000 })
      const placesOf = async (status: string | number) => {
        const { items, total } = (await root.get(`/api/redemption/?batch=${id}&status=${status}&sort=id`)).data
        expect(total).toBe(items.length)
        return items.map((code: Code) => codes.findIndex((each) => each.id === code.id))
      }
      expect(await placesOf('remaining')).toEqual([0, 3])
      expect(await placesOf('expired')).toEqual([2])
      expect(await placesOf(1)).toEqual([0, 2, 3])
      expect(await placesOf(2)).toEqual([1])
      expect(await batchOf(id)).toMatchObject({ remaining: 2, expired: 1, disabled: 1 })
    })

    it('has its place in a list of its own, found by name and in the order asked for', async () => {
      const first = await make('list-b', { count: 2 })
      const second = await make('list-a', { key: 'one-of-its-kind' })
      const list = async (query: string) => (await root.get(`/api/redemption/batch?keyword=LIST-&${query}`)).data
      expect((await list('')).items.map(({ id }: RedemptionBatch) => id)).toEqual([second.id, first.id])
      expect((await list('sort=name')).items.map(({ name }: RedemptionBatch) => name)).toEqual(['list-a', 'list-b'])
      expect(await list('page_size=1&p=2')).toMatchObject({ total: 2, items: [{ id: first.id }] })
      expect((await list('')).items[0].count).toBe(1)
      expect((await root.get('/api/redemption/batch?keyword=no-such')).data).toMatchObject({ total: 0, items: [] })
    })

    it('is disabled and enabled as one: what was used stays, and each answer tells which codes it concerned', async () => {
      const { id, codes } = await make('switched')
      const ids = codes.map((code) => code.id)
      const buyer = await gateway().asUser('switcher')
      await buyer.post('/api/user/topup', { key: codes[0]?.key })
      await setStatus(ids[1] ?? 0, 2)
      const disabled = await root.put(`/api/redemption/batch/${id}/disable`)
      expect(disabled.data).toEqual(ids.slice(2))
      expect(await lastAct()).toEqual({
        action: 'redemption.disable',
        target: `redemption:${ids[2]} redemption:${ids[3]}`,
        after: { count: 2 },
      })
      expect(await statuses(id)).toEqual([3, 2, 2, 2])
      expect((await buyer.post('/api/user/topup', { key: codes[2]?.key })).success).toBe(false)
      // What this took away comes back, and not what had been disabled before.
      expect((await root.put('/api/redemption/batch-enable', { ids: disabled.data })).data).toBe(2)
      expect(await statuses(id)).toEqual([3, 2, 1, 1])
      expect((await root.put(`/api/redemption/batch/${id}/enable`)).data).toEqual([ids[1]])
      expect((await root.put(`/api/redemption/batch/${id}/enable`)).data).toEqual([])
      expect((await root.put('/api/redemption/batch-enable', { ids: [ids[0]] })).data).toBe(0)
      expect(await statuses(id)).toEqual([3, 1, 1, 1])
      expect(await findBrokenInvariants(gateway().plane.database)).toEqual([])
    })

    it('is deleted as one, and is no batch then', async () => {
      const { id, codes } = await make('deleted')
      const other = await make('kept')
      expect((await root.remove(`/api/redemption/batch/${id}`)).data).toBe(4)
      expect(await lastAct()).toEqual({
        action: 'redemption.delete',
        target: `redemptions of batch ${id}`,
        after: { count: 4 },
      })
      expect(await batchOf(id)).toBeUndefined()
      expect((await root.get(`/api/redemption/${codes[0]?.id}`)).code).toBe('redemption_missing')
      expect(await statuses(other.id)).toEqual([1, 1, 1, 1])
      for (const gone of [id, 999_999, 'x']) {
        expect((await root.remove(`/api/redemption/batch/${gone}`)).code).toBe('redemption_batch_missing')
        expect((await root.put(`/api/redemption/batch/${gone}/disable`)).code).toBe('redemption_batch_missing')
      }
    })

    it('is nobody’s but administrators’', async () => {
      const user = await gateway().asUser('stranger')
      expect((await user.get('/api/redemption/batch')).code).toBe('role_insufficient')
      expect((await user.put('/api/redemption/batch/1/disable')).code).toBe('role_insufficient')
    })
  })
})
