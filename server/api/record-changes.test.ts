import { beforeAll, describe, expect, it } from 'vitest'
import { roles } from '#contract/user.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { listAudit } from '../db/audit.ts'

describe('the changes of a record', () => {
  eachGateway((gateway) => {
    let root: TestClient
    let admin: TestClient
    let owner: TestClient
    let thief: TestClient
    beforeAll(async () => {
      root = await gateway().asRoot()
      admin = await gateway().asUser('keeper', roles.admin)
      owner = await gateway().asUser('owner')
      thief = await gateway().asUser('thief')
    })

    const of = (by: TestClient, target: string, more = '') => by.get(`/api/audit/record?target=${target}${more}`)
    const actions = async (by: TestClient, target: string): Promise<string[]> =>
      (await of(by, target)).data.items.map(({ action }: { action: string }) => action)
    const newest = async (target: string) => {
      const [act] = (await of(root, target)).data.items
      return { ...act, before: JSON.parse(act.before || 'null'), after: JSON.parse(act.after || 'null') }
    }
    const create = async (name: string, by = owner) =>
      (await by.post('/api/token/', { name, remain_quota: 500, allow_ips: '192.0.2.1' })).data

    it('of a token tell of all that its owner did to it: what it may do and spend, as it was and as it is', async () => {
      const { id } = await create('laptop')
      const target = `token:${id}`
      expect(await newest(target)).toMatchObject({
        ...{ action: 'token.create', actor_name: 'owner', target_names: { [target]: 'laptop' }, before: null },
        after: { name: 'laptop', remain_quota: 500, unlimited_quota: 0, allow_ips: '192.0.2.1', expired_time: -1 },
      })
      await owner.put('/api/token/', { id, name: 'desk', remain_quota: 700, allow_ips: '', note: 'mine alone' })
      expect(await newest(target)).toMatchObject({
        action: 'token.change',
        before: { name: 'laptop', remain_quota: 500, allow_ips: '192.0.2.1' },
        after: { name: 'desk', remain_quota: 700, allow_ips: '' },
      })
      expect(Object.keys((await newest(target)).after)).toEqual(['name', 'remain_quota', 'allow_ips'])
      await owner.put('/api/token/?status_only=true', { id, status: 2 })
      expect(await newest(target)).toMatchObject({
        ...{ action: 'token.disable', before: { status: 1 }, after: { status: 2 } },
      })
      await owner.put('/api/token/batch', { ids: [id], status: 1 })
      await owner.post(`/api/token/${id}/rotate`, { keep_seconds: 60 })
      expect(await newest(target)).toMatchObject({
        action: 'token.rotate',
        after: { name: 'desk', kept_until: expect.any(Number) },
      })
      await owner.remove(`/api/token/${id}`)
      expect(await actions(owner, target)).toEqual([
        ...['token.delete', 'token.rotate', 'token.enable', 'token.disable', 'token.change', 'token.create'],
      ])
    })

    it('of a token tell of no act that changed nothing, that was refused, or that only noted something', async () => {
      const { id } = await create('still')
      await owner.put('/api/token/', { id, name: 'still' })
      await owner.put('/api/token/', { id, note: 'for the printer' })
      await owner.put('/api/token/', { id, group: 'no such group' })
      await owner.put('/api/token/batch', { ids: [id], status: 1 })
      await thief.put('/api/token/', { id, name: 'stolen' })
      await thief.put('/api/token/batch', { ids: [id], status: 2 })
      await thief.post('/api/token/batch', { ids: [id] })
      expect(await actions(owner, `token:${id}`)).toEqual(['token.create'])
    })

    it('have a row for each of many tokens that were switched or deleted at once', async () => {
      const ids = [(await create('one')).id, (await create('two')).id]
      await owner.put('/api/token/batch', { ids, status: 2 })
      expect((await owner.post('/api/token/batch', { ids: [...ids, 999_999] })).data).toBe(2)
      expect((await owner.post('/api/token/batch', { ids })).data).toBe(0)
      for (const id of ids) {
        expect(await actions(owner, `token:${id}`)).toEqual(['token.delete', 'token.disable', 'token.create'])
      }
    })

    it('of a channel tell of what was done to it with others, by their ids and by their tag, and name the others', async () => {
      const add = async (name: string) =>
        (await admin.post('/api/channel/', { name, key: 'sk-hidden', models: 'm', tag: 'pair' })).data.id
      const [one, two, alone] = [await add('one'), await add('two'), await add('alone')]
      await admin.put('/api/channel/', { id: alone, tag: '' })
      await admin.post('/api/channel/batch/disabled', { ids: [one, two] })
      await admin.post('/api/channel/batch/values', { changes: [{ ids: [one, two], to: { priority: 7 } }] })
      await admin.post('/api/channel/batch/tag', { ids: [one, two], tag: 'both' })
      await admin.post('/api/channel/tag/enabled', { tag: 'both' })
      await admin.put('/api/channel/tag', { tag: 'both', priority: 8 })
      const together = ['channel.change_tag', 'channel.enable_tag', 'channel.tag', 'channel.change_values']
      for (const id of [one, two]) {
        expect(await actions(admin, `channel:${id}`)).toEqual([...together, 'channel.disable', 'channel.create'])
      }
      expect(await actions(admin, `channel:${alone}`)).toEqual(['channel.change', 'channel.create'])
      const [, , tagged] = (await of(admin, `channel:${one}`)).data.items
      expect(tagged.target_names).toEqual({ [`channel:${one}`]: 'one', [`channel:${two}`]: 'two' })
      const copy = (await admin.post(`/api/channel/copy/${one}?suffix=%20again`)).data.id
      const [copied] = (await of(admin, `channel:${copy}`)).data.items
      expect(copied.target_names).toMatchObject({ [`channel:${one}`]: 'one' })
      await admin.post('/api/channel/batch', { ids: [one, two] })
      expect((await actions(admin, `channel:${two}`))[0]).toBe('channel.delete')
      expect((await of(admin, `channel:${two}`, '&p=2&page_size=5')).data).toMatchObject({ total: 7, items: [{}, {}] })
      const all = await root.get(`/api/audit/?target=channel:${two}`)
      expect(all.data.total).toBe(7)
    })

    it('of a channel tell of what was done to more than an act names', async () => {
      const keys = Array.from({ length: 60 }, (_, place) => `sk-hidden-${place}`).join('\n')
      const made = await admin.post('/api/channel/batch/create', { name: 'many', key: keys, models: 'm' })
      const ids: number[] = made.data.ids
      expect(ids).toHaveLength(60)
      await admin.post('/api/channel/batch', { ids })
      for (const id of [ids[0], ids[59]]) {
        expect(await actions(admin, `channel:${id}`)).toEqual(['channel.delete', 'channel.create'])
      }
      expect((await newest(`channel:${ids[59]}`)).target).toBe('channels:60')
    })

    it('T48: hold no key of a token, neither the first nor those that replaced it', async () => {
      const { id, key } = await create('secret')
      const keys: string[] = [key]
      for (const keep_seconds of [0, 60]) {
        keys.push((await owner.post(`/api/token/${id}/rotate`, { keep_seconds })).data.key)
      }
      await owner.put('/api/token/', { id, key: keys.at(-1), name: 'known' })
      await owner.remove(`/api/token/${id}`)
      const rows = await gateway().plane.database.query.selectFrom('audit').selectAll().execute()
      const text = JSON.stringify(rows)
      expect(text).toContain('token.rotate')
      for (const secret of keys) expect([secret.length, text.includes(secret)]).toEqual([48, false])
      expect(text).not.toMatch(/key_hash|key_sealed|"key"/)
    })

    it('are kept to the latest hundred of a token, however often it is changed, and to all of anything else', async () => {
      const { id } = await create('busy')
      await root.post('/api/user/manage', { id: owner.userId, action: 'disable' })
      await root.post('/api/user/manage', { id: owner.userId, action: 'enable' })
      owner = await gateway().signIn('owner', 'user-password')
      const { query } = gateway().plane.database
      const [act] = (await listAudit(query, { page: 1, pageSize: 1 }, { target: `token:${id}` })).items
      const { id: _id, ...row } = act ?? { id: 0 }
      // seam: a row as it was read, without its id
      const made = Array.from({ length: 120 }, () => row) as never[]
      await query.insertInto('audit').values(made).execute()
      await owner.put('/api/token/', { id, name: 'busier' })
      const { items, total } = (await of(owner, `token:${id}`)).data
      expect([items[0].action, total]).toEqual(['token.change', 100])
      expect(await actions(root, `user:${owner.userId}`)).toEqual(['user.enable', 'user.disable'])
    })

    it('come by pages, and from where only to the super admin', async () => {
      const { id } = await create('paged')
      for (const name of ['second', 'third']) await owner.put('/api/token/', { id, name })
      const { data } = await of(owner, `token:${id}`, '&p=2&page_size=2')
      expect(data).toMatchObject({ page: 2, page_size: 2, total: 3 })
      expect(data.items).toMatchObject([{ action: 'token.create', address: '' }])
      expect((await of(admin, `token:${id}`)).data.items[0]).toMatchObject({ actor_name: 'owner', address: '' })
      expect((await newest(`token:${id}`)).address).toMatch(/^198\.18\./)
    })

    it('T15: are told to an administrator of whom he reaches and of channels, and of nobody above, nor himself', async () => {
      await root.put('/api/user/', { id: owner.userId, note: 'pays late' })
      const { data: channel } = await admin.post('/api/channel/', { name: 'c', key: 'sk-hidden', models: 'm' })
      expect(await actions(admin, `user:${owner.userId}`)).toContain('user.change')
      expect(await actions(admin, `channel:${channel.id}`)).toEqual(['channel.create'])
      const other = await gateway().asUser('other', roles.admin)
      const { id: rootToken } = await create('of root', root)
      for (const target of [
        `user:${root.userId}`,
        `user:${other.userId}`,
        `user:${admin.userId}`,
        `token:${rootToken}`,
      ]) {
        expect([target, (await of(admin, target)).code]).toEqual([target, 'user_out_of_reach'])
      }
      expect((await of(admin, 'user:999999')).code).toBe('user_missing')
      expect((await of(admin, 'token:999999')).code).toBe('token_missing')
      expect((await admin.get('/api/audit/')).code).toBe('role_insufficient')
      expect(await actions(root, `token:${rootToken}`)).toEqual(['token.create'])
    })

    it('are told to no thief: of no user, not even himself, no channel, no option and no token of another', async () => {
      const { id } = await create('wanted')
      for (const [target, code] of [
        [`user:${owner.userId}`, 'role_insufficient'],
        [`user:${thief.userId}`, 'role_insufficient'],
        ['channel:1', 'role_insufficient'],
        [`token:${id}`, 'token_missing'],
        ['token:999999', 'token_missing'],
        ['SMTPToken', 'input_invalid'],
        ['setup', 'input_invalid'],
        [`token:${id} user:${owner.userId}`, 'input_invalid'],
        [`token:${id}%0Auser:1`, 'input_invalid'],
        ['', 'input_invalid'],
      ]) {
        expect([target, (await of(thief, target ?? '')).code]).toEqual([target, code])
      }
      for (const target of ['SMTPToken', 'redemption:1', 'channels']) {
        expect([target, (await of(admin, target)).code]).toEqual([target, 'input_invalid'])
      }
      expect((await of(gateway().visitor(), `token:${id}`)).status).toBe(401)
    })
  })
})
