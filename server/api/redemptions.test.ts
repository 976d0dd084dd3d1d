import { beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { listAudit } from '../db/audit.ts'

describe('redemption codes', () => {
  eachGateway((gateway) => {
    let root: TestClient
    beforeAll(async () => {
      root = await gateway().asRoot()
    })

    const create = async (fields: object = {}): Promise<string[]> => {
      const answer = await root.post('/api/redemption/', { name: 'spring', quota: 100_000, ...fields })
      if (!answer.success) throw new Error(answer.text)
      return answer.data
    }
    const codeOf = async (fields: object) =>
      (await root.post('/api/redemption/', { name: 'spring', quota: 100_000, ...fields })).code
    const newest = async (count = 1) => (await root.get(`/api/redemption/?p=1&page_size=${count}`)).data.items
    const read = async (id: number) => (await root.get(`/api/redemption/${id}`)).data
    const redeem = (client: TestClient, key: string) => client.post('/api/user/topup', { key })

    it('are made in numbers, each of 32 random digits', async () => {
      const keys = await create({ name: ' many ', count: 3 })
      expect(keys).toEqual([0, 1, 2].map(() => expect.stringMatching(/^[0-9a-f]{32}$/)))
      expect(new Set(keys).size).toBe(3)
      const rows = await newest(3)
      expect(rows.map(({ key }: { key: string }) => key).sort()).toEqual([...keys].sort())
      expect(rows[0]).toMatchObject({
        name: 'many',
        status: 1,
        quota: 100_000,
        is_gift: false,
        max_uses: -1,
        used_count: 0,
        used_user_id: 0,
        valid_from: 0,
        valid_until: 0,
        redeemed_time: 0,
      })
    })

    it('can be chosen, once: exactly as written, and not again after they were deleted', async () => {
      expect(await create({ key: ' Summer-24 ', count: 7 })).toEqual(['Summer-24'])
      expect(await codeOf({ key: 'Summer-24' })).toBe('redemption_key_taken')
      expect(await create({ key: 'summer-24' })).toEqual(['summer-24'])
      const [{ id }] = await newest()
      expect((await root.remove(`/api/redemption/${id}/`)).success).toBe(true)
      expect((await root.get(`/api/redemption/${id}`)).code).toBe('redemption_missing')
      expect(await codeOf({ key: 'summer-24' })).toBe('redemption_key_taken')
    })

    it('refuses what would make no usable code', async () => {
      for (const fields of [
        { name: 'x'.repeat(21) },
        { name: 'a\nb' },
        { quota: 0 },
        { quota: -1 },
        { quota: 1.5 },
        { quota: 1e308 },
        { quota: 1_000_000_000_001 },
        { quota: '5' },
        { count: 0 },
        { count: 101 },
        { count: 1.5 },
        { key: 'k'.repeat(33) },
        { is_gift: true, max_uses: 0 },
        { is_gift: true, max_uses: -2 },
        { valid_from: 20, valid_until: 10 },
        { valid_until: -1 },
      ]) {
        expect([fields, await codeOf(fields)]).toEqual([fields, 'input_invalid'])
      }
      for (const name of ['', '  ']) expect([name, await codeOf({ name })]).toEqual([name, 'name_missing'])
      expect(await codeOf({ name: '名'.repeat(20) })).toBeUndefined()
      expect(await codeOf({ name: 'x', max_uses: 0 })).toBeUndefined()
    })

    it('lists by pages, newest first, with p=0 as the first, and finds by id and by part of the name', async () => {
      await create({ name: 'Page_%', count: 12 })
      const first = (await root.get('/api/redemption/?p=0&page_size=10')).data
      expect([first.items.length, first.page, first.page_size]).toEqual([10, 1, 10])
      expect(first.items[0].id).toBe(first.items[9].id + 9)
      const search = async (query: string) => (await root.get(`/api/redemption/search?${query}`)).data
      const found = await search('keyword=e_%25&p=2&page_size=10')
      expect([found.total, found.items.length]).toEqual([12, 2])
      const { id } = first.items[3]
      expect((await search(`keyword=${id}`)).items).toContainEqual(first.items[3])
      expect((await search('keyword=no-such')).total).toBe(0)
      expect((await root.get(`/api/redemption/search?keyword=${'%25'.repeat(100)}`)).code).toBe('input_invalid')
    })

    it('lists those of one status, alone and beside a name', async () => {
      const [used = ''] = await create({ name: 'state', count: 3 })
      await redeem(root, used)
      const open = (await newest(3)).filter(({ status }: { status: number }) => status === 1)
      await root.put('/api/redemption/batch-disable', { ids: [open[0].id] })
      const totals = await Promise.all(
        [0, 1, 2, 3].map(async (status) => {
          const { data } = await root.get(`/api/redemption/?keyword=state&status=${status}`)
          expect(data.items.every((row: { status: number }) => status === 0 || row.status === status)).toBe(true)
          return data.total
        }),
      )
      expect(totals).toEqual([3, 1, 1, 1])
      const alone = (await root.get('/api/redemption/?status=2&page_size=100')).data
      expect(alone.items.map(({ id }: { id: number }) => id)).toContain(open[0].id)
      expect((await root.get('/api/redemption/?status=some')).code).toBe('input_invalid')
      await root.put('/api/redemption/?status_only=true', { id: open[0].id, status: 1 })
    })

    it('are listed with the name of whoever redeemed them, also once he is deleted, and of nobody without', async () => {
      const [first = '', second = ''] = await create({ name: 'named', count: 3 })
      const [ada, eve] = [await gateway().asUser('ada'), await gateway().asUser('eve')]
      await redeem(ada, first)
      await redeem(eve, second)
      await root.post('/api/user/manage', { id: eve.userId, action: 'delete' })
      await gateway()
        .plane.database.query.updateTable('users')
        .set({ username: 'adele' })
        .where('id', '=', ada.userId)
        .execute()
      const { items } = (await root.get('/api/redemption/search?keyword=named&sort=id')).data
      expect(
        items.map((code: { used_user_id: number; used_user_name: string }) => [code.used_user_id, code.used_user_name]),
      ).toEqual([
        [ada.userId, 'adele'],
        [eve.userId, 'eve'],
        [0, ''],
      ])
    })

    it('changes exactly what was sent, and never the code, its kind or its uses', async () => {
      await create({ is_gift: true, max_uses: 5 })
      const [before] = await newest()
      for (const [field, value] of Object.entries({ key: 'mine', is_gift: false, max_uses: 9, used_count: 3 })) {
        const answer = await root.put('/api/redemption/', { id: before.id, quota: 7, [field]: value })
        expect(answer.message).toBe(`${field} cannot be changed here`)
      }
      const { data } = await root.put('/api/redemption/', { id: before.id, quota: 7 })
      expect(data).toEqual({ ...before, batch_name: undefined, used_user_name: undefined, quota: 7 })
      const { data: timed } = await root.put('/api/redemption/', { id: before.id, name: 'other', valid_until: 99 })
      expect(timed).toEqual({ ...data, name: 'other', valid_until: 99 })
      expect((await root.put('/api/redemption/', { id: before.id, valid_from: 100 })).code).toBe('input_invalid')
      expect((await root.put('/api/redemption/', { id: 999_999, quota: 1 })).code).toBe('redemption_missing')
    })

    it('switches unused codes off and on, and only unused ones are edited', async () => {
      const [key = ''] = await create()
      const [{ id }] = await newest()
      const setStatus = (status: number) => root.put('/api/redemption/?status_only=true', { id, status, quota: 1 })
      expect((await setStatus(2)).data).toMatchObject({ id, status: 2, quota: 100_000 })
      expect((await root.put('/api/redemption/', { id, quota: 5 })).code).toBe('redemption_not_editable')
      expect((await setStatus(3)).code).toBe('input_invalid')
      expect((await setStatus(1)).data.status).toBe(1)
      expect((await redeem(root, key)).success).toBe(true)
      expect((await setStatus(1)).code).toBe('redemption_used')
      expect((await setStatus(2)).code).toBe('redemption_used')
      expect((await root.put('/api/redemption/', { id, quota: 5 })).code).toBe('redemption_not_editable')
      expect(await read(id)).toMatchObject({ status: 3, used_count: 1, used_user_id: root.userId, quota: 100_000 })
      expect((await root.put('/api/redemption/?status_only=true', { id })).code).toBe('input_invalid')
    })

    it('disables and deletes many at once, and says how many', async () => {
      const [used = ''] = await create({ name: 'bulk', count: 4 })
      await redeem(root, used)
      const rows: { id: number; key: string }[] = await newest(4)
      const ids = rows.map(({ id }) => id)
      expect((await root.put('/api/redemption/batch-disable', { ids: [...ids, 999_999] })).data).toBe(3)
      expect((await root.put('/api/redemption/batch-disable', { ids })).data).toBe(0)
      expect((await root.put('/api/redemption/batch-disable', { ids: [] })).code).toBe('input_invalid')
      expect((await root.remove('/api/redemption/delete-disabled')).data).toBe(3)
      expect((await root.remove('/api/redemption/delete-disabled')).data).toBe(0)
      const count = async () => (await root.get('/api/redemption/count-by-name?name=bulk')).data
      expect(await count()).toBe(1)
      await create({ name: 'bulk more' })
      expect(await count()).toBe(1)
      expect((await root.remove('/api/redemption/delete-by-name?name=bulk')).data).toBe(1)
      expect(await count()).toBe(0)
      expect((await root.get('/api/redemption/count-by-name?name=bulk%20more')).data).toBe(1)
      expect((await root.remove('/api/redemption/delete-by-name?name=')).code).toBe('input_invalid')
    })

    it('writes down who did it, without the codes', async () => {
      const [key = ''] = await create({ name: 'audited' })
      const [{ id }] = await newest()
      await root.put('/api/redemption/', { id, quota: 3 })
      await root.put('/api/redemption/?status_only=true', { id, status: 2 })
      await root.remove(`/api/redemption/${id}`)
      const { items } = await listAudit(gateway().plane.database.query, { page: 1, pageSize: 4 })
      expect(items.map(({ action, target, actor_name }) => [action, target, actor_name])).toEqual(
        ['delete', 'disable', 'change', 'create'].map((action) => [`redemption.${action}`, `redemption:${id}`, 'root']),
      )
      expect(items[2]).toMatchObject({ before: '{"quota":100000}', after: '{"quota":3}' })
      expect(JSON.stringify(items)).not.toContain(key)
    })
  })
})
