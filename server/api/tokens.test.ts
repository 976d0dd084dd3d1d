import { beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { tokenRow } from '#testing/rows.ts'
import { updateToken } from '../db/tokens.ts'

describe('tokens', () => {
  eachGateway((gateway) => {
    let user: TestClient
    beforeAll(async () => {
      await gateway().asRoot()
      user = await gateway().asUser('owner')
    })

    const create = async (fields: object = {}) => {
      const answer = await user.post('/api/token/', { name: 'key', remain_quota: 500_000, ...fields })
      if (!answer.success) throw new Error(answer.text)
      return answer.data
    }
    const codeOf = async (fields: object) => (await user.post('/api/token/', { name: 'key', ...fields })).code

    it('makes keys of 48 letters and digits, and shows them to their owner again', async () => {
      const token = await create({ name: '  my key ' })
      expect(token).toMatchObject({ name: 'my key', status: 1, remain_quota: 500_000, used_quota: 0, expired_time: -1 })
      expect(token.key).toMatch(/^[0-9A-Za-z]{48}$/)
      expect((await user.get(`/api/token/${token.id}`)).data).toEqual(token)
    })

    it('are shown to whoever may manage their user, without their keys', async () => {
      const own = await gateway().asUser('watched')
      const { data: token } = await own.post('/api/token/', { name: 'laptop', unlimited_quota: true })
      const path = `/api/user/${own.userId}/tokens`
      const root = await gateway().asRoot()
      const { data, text } = await root.get(path)
      expect(data).toMatchObject({ total: 1, items: [{ id: token.id, name: 'laptop', status: 1 }] })
      expect(text).not.toContain(token.key)
      expect((await own.get(path)).success).toBe(false)
      const watcher = await gateway().asUser('watcher', 10)
      expect((await watcher.get(path)).success).toBe(true)
      expect((await watcher.get('/api/user/1/tokens')).success).toBe(false)
    })

    it('keeps no key in the clear', async () => {
      const token = await create()
      const { database, domain } = gateway().plane
      const row = await domain.identities.token(token.key)
      expect(row?.id).toBe(token.id)
      const stored = await database.query.selectFrom('tokens').selectAll().where('id', '=', token.id).execute()
      expect(JSON.stringify(stored)).not.toContain(token.key)
    })

    it('lists by pages, newest first, with p=0 as the first', async () => {
      const lister = await gateway().asUser('lister')
      for (let index = 1; index <= 12; index += 1) await lister.post('/api/token/', { name: `key ${index}` })
      const first = (await lister.get('/api/token/?p=0&size=10')).data
      expect([first.items.length, first.items[0].name, first.page, first.page_size, first.total]).toEqual([
        10,
        'key 12',
        1,
        10,
        12,
      ])
      const second = (await lister.get('/api/token/?p=2&size=10')).data
      expect(second.items.map(({ name }: { name: string }) => name)).toEqual(['key 2', 'key 1'])
    })

    it('T38: finds by a part of the name and of the key, and takes wildcards literally', async () => {
      const token = await create({ name: '100% sure' })
      const found = async (query: string) =>
        (await user.get(`/api/token/search?${query}`)).data.items.map(({ id }: { id: number }) => id)
      expect(await found('keyword=0%25')).toEqual([token.id])
      expect(await found(`token=sk-${token.key.slice(5, 25)}`)).toEqual([token.id])
      expect(await found('keyword=_0%25')).toEqual([])
      expect((await user.get(`/api/token/search?keyword=${'%25'.repeat(100)}`)).code).toBe('input_invalid')
    })

    it('finds a whole key among more tokens than are opened for a part of one', async () => {
      const hoarder = await gateway().asUser('hoarder')
      const first = (await hoarder.post('/api/token/', { name: 'first' })).data
      const { query } = gateway().plane.database
      const copies = Array.from({ length: 1000 }, (_, index) => tokenRow({ user_id: hoarder.userId, name: `${index}` }))
      for (let from = 0; from < copies.length; from += 50) {
        await query
          .insertInto('tokens')
          .values(copies.slice(from, from + 50))
          .execute()
      }
      const found = (await hoarder.get(`/api/token/search?token=sk-${first.key}`)).data.items
      expect(found.map(({ id }: { id: number }) => id)).toEqual([first.id])
      expect((await user.get(`/api/token/search?token=sk-${first.key}`)).data.items).toEqual([])
    })

    it("T15: another user's token is as unknown as one that does not exist", async () => {
      const token = await create()
      const other = await gateway().asUser('stranger')
      const ids = [token.id, 0, -1, 2 ** 53, '1 or 1=1', 'abc', '1e1', '1%2f2']
      const texts = new Set<string>()
      for (const id of ids) {
        texts.add((await other.get(`/api/token/${id}`)).text)
        texts.add((await other.remove(`/api/token/${id}/`)).text)
      }
      texts.add((await other.put('/api/token/', { id: token.id, name: 'mine' })).text)
      texts.add((await other.put('/api/token/?status_only=true', { id: token.id, status: 2 })).text)
      expect([...texts]).toEqual([expect.stringContaining('token_missing')])
      expect((await user.get(`/api/token/${token.id}`)).data).toEqual(token)
    })

    it('T19: what a client may not say about a token is ignored or refused', async () => {
      const token = await create({ user_id: 1, key: 'mine', used_quota: -5, created_time: 1, status: 3, id: 7 })
      expect(token).toMatchObject({ user_id: user.userId, used_quota: 0, status: 1 })
      expect(token.key).not.toBe('mine')
      for (const [field, value] of Object.entries({ user_id: 1, key: 'x', used_quota: 9, created_time: 1 })) {
        const answer = await user.put('/api/token/', { id: token.id, name: 'other', [field]: value })
        expect([field, answer.code]).toEqual([field, 'field_not_changeable'])
      }
      expect((await user.get(`/api/token/${token.id}`)).data).toEqual(token)
      expect((await user.put('/api/token/', { id: token.id, status: 99 })).code).toBe('input_invalid')
      expect((await user.put('/api/token/', { id: token.id, status: 4 })).code).toBe('input_invalid')
      expect((await user.put('/api/token/?status_only=true', { id: token.id })).code).toBe('input_invalid')
      expect((await user.put('/api/token/', { id: token.id, group: 'svip' })).code).toBe('token_group_forbidden')
      expect(await codeOf({ group: 'svip' })).toBe('token_group_forbidden')
    })

    it('refuses amounts and times that make no sense', async () => {
      for (const remain_quota of [-1, 1.5, 1e308, '5', null, 9_000_000_000_000_001]) {
        expect([remain_quota, await codeOf({ remain_quota })]).toEqual([remain_quota, 'input_invalid'])
      }
      for (const expired_time of [0, 1, -2, 1.5]) {
        expect([expired_time, await codeOf({ expired_time })]).toEqual([expired_time, 'input_invalid'])
      }
      expect(await codeOf({ name: '' })).toBe('name_missing')
      expect(await codeOf({ name: 'x'.repeat(31) })).toBe('input_invalid')
      expect(await codeOf({ name: '名'.repeat(30) })).toBeUndefined()
    })

    it('T52: refuses a list of addresses with a line that is none', async () => {
      const answer = await user.post('/api/token/', { name: 'key', allow_ips: '10.0.0.1\nnonsense' })
      expect([answer.code, answer.message]).toEqual(['input_invalid', expect.stringContaining('nonsense')])
      const token = await create({ allow_ips: ' 10.0.0.0/8 \n\n2001:db8::1,10.0.0.0/8' })
      expect(token.allow_ips).toBe('10.0.0.0/8\n2001:db8::1')
    })

    it('trims the list of models', async () => {
      expect((await create({ model_limits: 'a, b,,a , c' })).model_limits).toBe('a,b,c')
    })

    it('changes exactly what was sent', async () => {
      const token = await create({ model_limits: 'a', allow_ips: '10.0.0.1' })
      const { data } = await user.put('/api/token/', { id: token.id, name: 'new name' })
      expect(data).toEqual({ ...token, name: 'new name' })
      const { data: toggled } = await user.put('/api/token/?status_only=true', { id: token.id, status: 2, name: 'x' })
      expect(toggled).toEqual({ ...data, status: 2 })
    })

    it('applies a new quota as the difference to what the form was loaded with', async () => {
      const token = await create({ remain_quota: 1000 })
      const { database } = gateway().plane
      await updateToken(database.query, token.id, {}, -300)
      const { data } = await user.put('/api/token/', { id: token.id, remain_quota: 1500, remain_quota_before: 1000 })
      expect(data.remain_quota).toBe(1200)
      const { data: set } = await user.put('/api/token/', { id: token.id, remain_quota: 50 })
      expect(set.remain_quota).toBe(50)
      await updateToken(database.query, token.id, {}, -40)
      const { data: floor } = await user.put('/api/token/', { id: token.id, remain_quota: 0, remain_quota_before: 50 })
      expect(floor.remain_quota).toBe(0)
    })

    it('shows expired and exhausted tokens as such, and enables them only once the reason is gone', async () => {
      const token = await create({ remain_quota: 0 })
      expect(token.status).toBe(4)
      const enable = (fields: object = {}) => user.put('/api/token/', { id: token.id, status: 1, ...fields })
      await user.put('/api/token/?status_only=true', { id: token.id, status: 2 })
      expect((await enable()).code).toBe('token_exhausted')
      expect((await enable({ unlimited_quota: true })).data.status).toBe(1)
      await user.put('/api/token/', { id: token.id, expired_time: 1000 })
      expect((await user.get(`/api/token/${token.id}`)).data.status).toBe(3)
      expect((await enable()).code).toBe('token_expired')
      expect((await enable({ expired_time: -1 })).data.status).toBe(1)
    })

    it('can be sent back whole, with the status it shows', async () => {
      const token = await create({ remain_quota: 0 })
      const { data: filled } = await user.put('/api/token/', { ...token, remain_quota: 1000 })
      expect(filled).toEqual({ ...token, status: 1, remain_quota: 1000 })
      const { data: expired } = await user.put('/api/token/', { ...filled, expired_time: 1000 })
      expect(expired).toEqual({ ...filled, status: 3, expired_time: 1000 })
      const { data: named } = await user.put('/api/token/', { ...expired, name: 'renamed', allow_ips: null })
      expect(named).toEqual({ ...expired, name: 'renamed' })
    })

    it('takes a group that is open to its owner and has a ratio, and keeps one that was closed since', async () => {
      const root = await gateway().asRoot()
      const open = (groups: object) =>
        root.put('/api/option/', { key: 'UserUsableGroups', value: JSON.stringify(groups) })
      await root.put('/api/option/', { key: 'GroupRatio', value: '{"default":1,"vip":0.8}' })
      await open({ default: 'All', vip: 'Cheap', unpriced: 'No ratio' })
      expect(await codeOf({ group: 'unpriced' })).toBe('token_group_forbidden')
      const token = await create({ group: 'vip' })
      await open({ default: 'All' })
      const { data: renamed } = await user.put('/api/token/', { ...token, name: 'renamed' })
      expect(renamed).toEqual({ ...token, name: 'renamed' })
      expect((await user.put('/api/token/', { id: token.id, group: '' })).data.group).toBe('')
      expect((await user.put('/api/token/', { id: token.id, group: 'vip' })).code).toBe('token_group_forbidden')
    })

    it('lists those of a status as it is shown, and those of a group or of their user’s own, also beside a key', async () => {
      const root = await gateway().asRoot()
      await root.put('/api/option/', { key: 'GroupRatio', value: '{"default":1,"vip":0.8}' })
      await root.put('/api/option/', { key: 'UserUsableGroups', value: '{"default":"All","vip":"Cheap"}' })
      const lister = await gateway().asUser('narrower')
      const make = async (name: string, fields: object = {}) =>
        (await lister.post('/api/token/', { name, unlimited_quota: true, ...fields })).data
      const open = await make('open', { group: 'vip' })
      const { id: off } = await make('off')
      const { id: late } = await make('late')
      await make('empty', { unlimited_quota: false })
      await lister.put('/api/token/?status_only=true', { id: off, status: 2 })
      await lister.put('/api/token/', { id: late, expired_time: 1000, unlimited_quota: false })
      const names = async (query: string) => {
        const { items, total } = (await lister.get(`/api/token/?${query}`)).data
        expect(total).toBe(items.length)
        return items.map(({ name }: { name: string }) => name)
      }
      for (const [status, name] of [...['open', 'off', 'late', 'empty'].entries()]) {
        expect([name, await names(`status=${status + 1}`)]).toEqual([name, [name]])
      }
      expect(await names('status=0&group=')).toHaveLength(4)
      expect(await names('group=vip')).toEqual(['open'])
      expect(await names('own_group=true&sort=name')).toEqual(['empty', 'late', 'off'])
      expect(await names('own_group=true&status=2')).toEqual(['off'])
      expect(await names(`token=${open.key}&status=1&group=vip`)).toEqual(['open'])
      expect(await names(`token=${open.key}&status=2`)).toEqual([])
      expect(await names(`token=${open.key}&own_group=true`)).toEqual([])
    })

    it('lists by name, by key and in the order asked for, and refuses an order it does not know', async () => {
      const lister = await gateway().asUser('sorter')
      const make = (name: string, remain_quota: number) => lister.post('/api/token/', { name, remain_quota })
      const { key } = (await make('small', 1)).data
      await make('large', 3)
      await make('medium', 2)
      const names = async (query: string) => {
        const { items, total } = (await lister.get(`/api/token/?${query}`)).data
        return [total, ...items.map(({ name }: { name: string }) => name)]
      }
      expect(await names('sort=remain_quota&direction=desc&page_size=2')).toEqual([3, 'large', 'medium'])
      expect(await names('sort=remain_quota&direction=desc&page_size=2&p=2')).toEqual([3, 'small'])
      expect(await names('keyword=M&sort=name')).toEqual([2, 'medium', 'small'])
      expect(await names(`token=sk-${key.slice(3, 20)}&p=1`)).toEqual([1, 'small'])
      expect((await lister.get('/api/token/?sort=key_hash')).code).toBe('input_invalid')
    })

    it('many are switched and deleted in one call each, only those of the owner, and it tells which were not', async () => {
      const owner = await gateway().asUser('many')
      const { identities } = gateway().plane.domain
      const make = async (fields: object) => (await owner.post('/api/token/', { name: 'key', ...fields })).data
      const [first, empty] = [await make({ remain_quota: 5 }), await make({ remain_quota: 0 })]
      const other = await create()
      const ids = [first.id, empty.id, other.id]
      const statuses = async () => [
        ...(await owner.get('/api/token/?sort=remain_quota')).data.items.map(
          ({ status }: { status: number }) => status,
        ),
        (await user.get(`/api/token/${other.id}`)).data.status,
      ]
      expect((await owner.put('/api/token/batch', { ids, status: 2 })).data).toEqual([])
      expect(await statuses()).toEqual([2, 2, 1])
      expect((await owner.put('/api/token/batch', { ids, status: 1 })).data).toEqual([
        { id: empty.id, message: expect.stringMatching(/no quota left/), code: 'token_exhausted' },
      ])
      expect(await statuses()).toEqual([2, 1, 1])
      expect((await identities.token(first.key))?.status).toBe(1)
      expect((await owner.post('/api/token/batch', { ids })).data).toBe(2)
      expect(await identities.token(first.key)).toBeUndefined()
      expect(await identities.token(other.key)).toBeDefined()
    })

    it('a deleted or changed token acts at once', async () => {
      const token = await create()
      const { identities } = gateway().plane.domain
      expect((await identities.token(token.key))?.status).toBe(1)
      await user.put('/api/token/?status_only=true', { id: token.id, status: 2 })
      expect((await identities.token(token.key))?.status).toBe(2)
      expect((await user.remove(`/api/token/${token.id}/`)).success).toBe(true)
      expect(await identities.token(token.key)).toBeUndefined()
      expect((await user.get(`/api/token/${token.id}`)).code).toBe('token_missing')
    })
  })
})
