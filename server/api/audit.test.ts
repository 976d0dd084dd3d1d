import { beforeAll, describe, expect, it } from 'vitest'
import { roles } from '#contract/user.ts'
import { eachGateway, rootPassword, type TestClient } from '#testing/gateway.ts'

type Act = { action: string; target: string; actor_name: string; before: string; after: string; address: string }

describe('the record of administrative acts', () => {
  eachGateway((gateway) => {
    let root: TestClient
    let admin: TestClient
    beforeAll(async () => {
      root = await gateway().asRoot()
      admin = await gateway().asUser('keeper', roles.admin)
    })

    const read = async (query: Record<string, string> = {}): Promise<Act[]> =>
      (await root.get(`/api/audit/?${new URLSearchParams({ page_size: '100', ...query })}`)).data.items
    const newest = async () => {
      const [act] = await read()
      if (act === undefined) throw new Error('nothing was written down')
      return { ...act, before: JSON.parse(act.before || 'null'), after: JSON.parse(act.after || 'null') }
    }

    it('begins with the setup, and is for the super admin alone', async () => {
      const [first] = (await read()).slice(-1)
      expect(first).toMatchObject({ action: 'setup.perform', target: 'setup', actor_name: 'root' })
      expect(first).toMatchObject({ target_names: {} })
      expect(first?.address).toMatch(/^198\.18\./)
      expect((await admin.get('/api/audit/')).code).toBe('role_insufficient')
    })

    it('says who did what to whom, from where, and what it was before and after', async () => {
      const { data: user } = await admin.post('/api/user/', {
        username: 'watched',
        password: 'stone-river-1',
        display_name: 'W',
      })
      const target = `user:${user.id}`
      expect(await newest()).toMatchObject({
        action: 'user.create',
        target,
        target_names: { [target]: 'watched' },
        actor_name: 'keeper',
        before: null,
        after: { username: 'watched', display_name: 'W' },
      })
      const edit = { id: user.id, display_name: 'Watched', group: 'vip', password: 'stone-river-2', quota: 500 }
      await admin.put('/api/user/', edit)
      expect(await newest()).toMatchObject({
        action: 'user.change',
        target,
        before: { display_name: 'W', group: 'default', quota: 0, password: '***' },
        after: { display_name: 'Watched', group: 'vip', quota: 500, password: '***' },
      })
      for (const [action, before, after] of [
        ['disable', { status: 1 }, { status: 2 }],
        ['enable', { status: 2 }, { status: 1 }],
        ['promote', { role: 1 }, { role: 10 }],
        ['demote', { role: 10 }, { role: 1 }],
        ['delete', { deleted_at: null }, { deleted_at: expect.any(Number) }],
      ] as const) {
        await root.post('/api/user/manage', { id: user.id, action })
        expect(await newest()).toMatchObject({
          action: `user.${action}`,
          target,
          actor_name: 'root',
          before: { username: 'watched', ...before },
          after,
        })
      }
      const address = (await newest()).address
      expect(address).toMatch(/^198\.18\.\d+\.\d+$/)
      expect((await read({ target })).every((act) => act.actor_name === 'root' || act.address !== address)).toBe(true)
    })

    it('does not speak of what was refused', async () => {
      const before = (await root.get('/api/audit/')).data.total
      await admin.post('/api/user/manage', { id: root.userId, action: 'disable' })
      await admin.put('/api/user/', { id: root.userId, display_name: 'x' })
      await admin.post('/api/user/', { username: 'no@name', password: 'stone-river-1' })
      await admin.put('/api/option/', { key: 'Nonsense', value: '1' })
      expect((await root.get('/api/audit/')).data.total).toBe(before)
    })

    it('T48: holds no secret, whatever was changed', async () => {
      const secrets = ['hidden-mail', 'hidden-channel', 'hidden-proxy', 'hidden-password']
      await root.put('/api/option/', { key: 'SMTPToken', value: 'hidden-mail' })
      const { data: channel } = await root.post('/api/channel/', { name: 'c', key: 'sk-hidden-channel', models: 'm' })
      const setting = JSON.stringify({ proxy: 'http://user:hidden-proxy@192.0.2.1:8080' })
      await root.put('/api/channel/', { id: channel.id, key: 'sk-hidden-channel2', setting })
      await root.put('/api/user/', { id: admin.userId, password: 'hidden-password' })
      admin = await gateway().signIn('keeper', 'hidden-password')
      const text = JSON.stringify(await read())
      for (const secret of [...secrets, rootPassword]) expect(text).not.toContain(secret)
      for (const action of ['option.change', 'channel.create', 'channel.change', 'user.change'])
        expect(text).toContain(action)
    })

    it('is narrowed by who, what, to whom and when, page by page', async () => {
      const actions = async (query: Record<string, string>) => new Set((await read(query)).map(({ action }) => action))
      expect([...(await actions({ action: 'user.promote' }))]).toEqual(['user.promote'])
      expect([...(await actions({ action: 'option.' }))]).toEqual(['option.change'])
      expect([...(await actions({ action: 'user.c' }))]).toEqual([])
      expect((await read({ actor: 'keeper' })).every((act) => act.actor_name === 'keeper')).toBe(true)
      expect((await read({ target: 'SMTPToken' })).map(({ target }) => target)).toEqual(['SMTPToken'])
      expect(await read({ end_timestamp: '1000' })).toEqual([])
      expect(await read({ start_timestamp: '99999999999' })).toEqual([])
      const all = (await root.get('/api/audit/?page_size=100')).data
      const second = (await root.get('/api/audit/?p=2&page_size=3')).data
      expect(second).toMatchObject({ page: 2, page_size: 3, total: all.total })
      expect(second.items).toEqual(all.items.slice(3, 6))
    })
  })
})
