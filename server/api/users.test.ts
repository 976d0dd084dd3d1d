import { describe, expect, it } from 'vitest'
import { roles } from '#contract/user.ts'
import type { TestClient } from '#testing/gateway.ts'
import { eachUserBench } from '#testing/user-bench.ts'
import { findBrokenInvariants } from '../db/invariants.ts'

describe('users', () => {
  eachUserBench(({ gateway, root, admin, rowOf, setRow, manage }) => {
    const names = (items: { username: string }[]) => items.map(({ username }) => username)
    const search = async (query: Record<string, string>) =>
      (await admin().get(`/api/user/search?${new URLSearchParams(query)}`)).data

    describe('the list', () => {
      it('goes by pages, newest first, with p=0 as the first, and keeps those who were deleted', async () => {
        for (const number of [1, 2, 3])
          await root().post('/api/user/', { username: `paged${number}`, password: 'stone-river-1' })
        const { items } = await search({ keyword: 'paged2' })
        await manage(items[0].id, 'delete')
        const first = (await admin().get('/api/user/?p=0&page_size=2')).data
        expect([names(first.items), first.page, first.page_size]).toEqual([['paged3', 'paged2'], 1, 2])
        expect(first.items[1].DeletedAt).toBeGreaterThan(0)
        const second = (await admin().get('/api/user/?p=2&page_size=2')).data
        expect([names(second.items)[0], second.page, second.total]).toEqual(['paged1', 2, first.total])
        expect((await admin().get('/api/user/?p=1&page_size=0')).data.page_size).toBe(10)
        expect((await admin().get('/api/user/?p=1&page_size=1000')).data.page_size).toBe(100)
      })

      it('tells who invited each, on his own page as in the list, and of an inviter who is not known nothing', async () => {
        const [host, guest, orphan] = [
          await gateway().asUser('host'),
          await gateway().asUser('guest'),
          await gateway().asUser('orphan'),
        ]
        for (const [id, inviter_id] of [
          [guest.userId, host.userId],
          [orphan.userId, 888_888],
        ] as const) {
          await gateway().plane.database.query.updateTable('users').set({ inviter_id }).where('id', '=', id).execute()
        }
        await manage(host.userId, 'delete')
        const { items } = (await admin().get('/api/user/?page_size=100')).data
        const named = (of: { userId: number }) => items.find(({ id }: { id: number }) => id === of.userId).inviter_name
        expect([host, guest, orphan].map(named)).toEqual(['', 'host', ''])
        expect((await admin().get(`/api/user/${guest.userId}`)).data).toMatchObject({ inviter_name: 'host' })
        expect((await guest.get('/api/user/self')).data).not.toHaveProperty('inviter_name')
      })

      it('is searched by a part of the name, of the display name or of the address, by id and by group', async () => {
        const id = (await root().post('/api/user/', { username: 'Quill', password: 'stone-river-1' })).data.id
        await setRow(id, { display_name: 'Feather Pen', email: 'writer@example.com', group: 'vip' })
        for (const keyword of ['quil', 'UILL', 'ther p', 'WRITER@', String(id)]) {
          expect([keyword, names((await search({ keyword })).items)]).toEqual([keyword, ['Quill']])
        }
        expect(names((await search({ group: 'vip' })).items)).toEqual(['Quill'])
        expect((await search({ keyword: 'quill', group: 'default' })).total).toBe(0)
        expect(await search({ keyword: 'paged', page_size: '2', p: '2' })).toMatchObject({
          items: [{ username: 'paged1' }],
          page: 2,
          page_size: 2,
          total: 3,
        })
      })

      it('is narrowed by role and by status, searched or not; who was deleted is neither active nor banned', async () => {
        const ids: number[] = []
        for (const username of ['kind1', 'kind2', 'kind3', 'kind4'])
          ids.push((await root().post('/api/user/', { username, password: 'stone-river-1' })).data.id)
        await setRow(ids[0] ?? 0, { role: roles.admin, group: 'svip' })
        await setRow(ids[1] ?? 0, { status: 2, group: 'svip' })
        await setRow(ids[2] ?? 0, { status: 2, deleted_at: 1_700_000_000, group: 'svip' })
        await setRow(ids[3] ?? 0, { group: 'svip' })
        for (const of of [{ keyword: 'kind' }, { group: 'svip' }]) {
          const found = async (query: Record<string, string>) => {
            const { items, total } = await search({ ...of, ...query })
            expect(total).toBe(items.length)
            return names(items)
          }
          expect(await found({ role: '10' })).toEqual(['kind1'])
          expect(await found({ role: '1', status: 'active' })).toEqual(['kind4'])
          expect(await found({ status: 'active' })).toEqual(['kind4', 'kind1'])
          expect(await found({ status: 'banned' })).toEqual(['kind2'])
          expect(await found({ status: 'deleted' })).toEqual(['kind3'])
          expect(await found({ role: '0', status: '' })).toHaveLength(4)
        }
        expect((await admin().get('/api/user/?status=odd')).code).toBe('input_invalid')
      })

      it('T38: takes wildcards literally and refuses long keywords', async () => {
        const id = (await root().post('/api/user/', { username: '100%_sure\\', password: 'stone-river-1' })).data.id
        for (const keyword of ['0%_s', '%_', '\\', '_sure']) {
          expect([keyword, (await search({ keyword })).items.map((user: { id: number }) => user.id)]).toEqual([
            keyword,
            [id],
          ])
        }
        for (const keyword of ['%%', '_%_%', '0\\%']) expect((await search({ keyword })).total).toBe(0)
        for (const keyword of ['%'.repeat(1000), 'x'.repeat(65)]) {
          expect((await admin().get(`/api/user/search?${new URLSearchParams({ keyword })}`)).code).toBe('input_invalid')
        }
      })

      it('T38 T39: no text finds more than it says, and none is an error', async () => {
        const probes = [
          "' or '1'='1",
          "'; drop table users; --",
          '" or ""="',
          'a\0b',
          '\ud800',
          '1)) or ((1=1',
          '\r\n',
          '{{7*7}}',
        ]
        const { total } = (await admin().get('/api/user/')).data
        for (const probe of probes) {
          for (const name of ['keyword', 'group']) {
            const answer = await admin().get(`/api/user/search?${new URLSearchParams({ [name]: probe })}`)
            expect([probe, answer.status]).toEqual([probe, 200])
            expect(answer.data?.total ?? 0).toBe(0)
            expect(answer.text).not.toMatch(/sqlite|postgres|syntax|select /i)
          }
        }
        expect((await admin().get('/api/user/')).data.total).toBe(total)
      })

      it('T17: tells no password, no access token and no webhook, not even the super admin’s to an administrator', async () => {
        await root().get('/api/user/token')
        const setting = JSON.stringify({
          notify_type: 'webhook',
          webhook_url: 'https://hook.example',
          webhook_secret: 'hidden-secret',
        })
        await setRow(root().userId, { setting })
        const own = (await admin().get(`/api/user/${admin().userId}`)).text
        const { userId } = await gateway().asUser('hooked')
        await setRow(userId, { setting })
        const other = (await admin().get(`/api/user/${userId}`)).text
        const pages = [
          await admin().get('/api/user/?page_size=100'),
          await admin().get('/api/user/search?keyword=root'),
        ]
        for (const text of [own, other, ...pages.map((page) => page.text)]) {
          expect(text).not.toMatch(/password|access_token|hash|hidden-secret|hook\.example/)
        }
        expect(JSON.parse(pages[1]?.data.items[0].setting)).toEqual({ notify_type: 'webhook' })
      })

      it('T37: names with markup come back as the text they are', async () => {
        const display_name = '<b onx=1>&"\''
        const { data } = await root().post('/api/user/', {
          username: '<i>x</i>',
          password: 'stone-river-1',
          display_name,
        })
        expect((await admin().get(`/api/user/${data.id}`)).data).toMatchObject({ username: '<i>x</i>', display_name })
      })
    })

    describe('one user', () => {
      it('T15 T20: is read by whoever outranks him, and by himself', async () => {
        const user = await gateway().asUser('readable')
        const other = await gateway().asUser('keeper2', roles.admin)
        const read = async (client: TestClient, id: unknown) => (await client.get(`/api/user/${id}`)).code
        expect(await read(admin(), user.userId)).toBeUndefined()
        expect(await read(admin(), admin().userId)).toBeUndefined()
        expect(await read(root(), root().userId)).toBeUndefined()
        expect(await read(admin(), other.userId)).toBe('user_out_of_reach')
        expect(await read(admin(), root().userId)).toBe('user_out_of_reach')
        for (const id of [0, -1, 2 ** 53, 999_999, '1 or 1=1', 'abc', '1e1']) {
          expect([id, await read(root(), id)]).toEqual([id, 'user_missing'])
        }
      })

      it('is made as an ordinary user, whatever else the call says', async () => {
        await root().put('/api/option/', { key: 'QuotaForNewUser', value: '700' })
        const answer = await admin().post('/api/user/', {
          username: '  made  ',
          password: 'stone-river-1',
          display_name: 'Made',
          role: 100,
          quota: 5,
          group: 'vip',
          status: 2,
          id: 1,
        })
        await root().put('/api/option/', { key: 'QuotaForNewUser', value: '0' })
        expect(answer.data).toMatchObject({
          username: 'made',
          display_name: 'Made',
          role: 1,
          status: 1,
          group: 'default',
          quota: 700,
          inviter_id: 0,
        })
        await gateway().signIn('made', 'stone-river-1')
        expect(await findBrokenInvariants(gateway().plane.database)).toEqual([])
      })

      it('T63: is made only with a proper name and password, and says what is wrong in both languages', async () => {
        const attempt = (body: object, language = 'en') =>
          admin().post('/api/user/', body, { headers: { 'accept-language': language } })
        const codes = async (username: unknown, password: unknown) => (await attempt({ username, password })).code
        expect(await codes('', 'stone-river-1')).toBe('user_fields_missing')
        expect(await codes('   ', 'stone-river-1')).toBe('user_fields_missing')
        expect(await codes('nobody', '')).toBe('user_fields_missing')
        expect(await codes('nobody', '1234567')).toBe('password_length')
        expect(await codes('nobody', 'x'.repeat(129))).toBe('password_length')
        expect(await codes('no@body', 'stone-river-1')).toBe('username_invalid')
        expect(await codes('thirteen-long', 'stone-river-1')).toBe('username_invalid')
        expect(await codes('a\r\nb', 'stone-river-1')).toBe('username_invalid')
        expect(await codes(5, 'stone-river-1')).toBe('input_invalid')
        expect(
          (await attempt({ username: 'nobody', password: 'stone-river-1', display_name: 'x'.repeat(21) })).code,
        ).toBe('input_invalid')
        expect((await attempt({}, 'en')).message).toBe('Username and password cannot be empty')
        expect((await attempt({}, 'zh')).message).toBe('用户名和密码不能为空')
        const gone = await gateway().asUser('goner')
        await manage(gone.userId, 'delete')
        expect(await codes('goner', 'stone-river-1')).toBe('username_taken')
      })
    })

    describe('an edit', () => {
      const edit = (body: object, by = root()) => by.put('/api/user/', body)

      it('T18: changes names, group and password, and nothing else', async () => {
        const user = await gateway().asUser('edited')
        const before = await rowOf(user.userId)
        const names = { id: user.userId, username: 'edited2', display_name: 'Edited', group: 'vip' }
        const forged = {
          role: 100,
          status: 2,
          email: 'x@example.com',
          aff_quota: 5,
          inviter_id: 1,
          used_quota: 9,
          github_id: 'x',
          DeletedAt: 1,
        }
        for (const [field, value] of Object.entries(forged)) {
          expect((await edit({ ...names, [field]: value })).message).toBe(`${field} cannot be changed here`)
        }
        const answer = await edit({ ...names, access_token_hash: 'x' })
        expect(answer.data).toMatchObject({ username: 'edited2', display_name: 'Edited', group: 'vip' })
        expect(await rowOf(user.userId)).toEqual({
          ...before,
          username: 'edited2',
          display_name: 'Edited',
          group: 'vip',
          search_text: 'edited2\nedited\n',
        })
      })

      it('says what is wrong with it', async () => {
        const user = await gateway().asUser('wronged')
        const codes = async (fields: object) => (await edit({ id: user.userId, ...fields })).code
        expect(await codes({ username: 'root' })).toBe('username_taken')
        expect(await codes({ username: '' })).toBe('username_invalid')
        expect(await codes({ password: 'short' })).toBe('password_length')
        expect(await codes({ password: '' })).toBeUndefined()
        expect(await codes({ group: 'nowhere' })).toBe('group_missing')
        expect(await codes({ display_name: 'a\nb' })).toBe('input_invalid')
        for (const quota of [1.5, '5', null, 1e308, 9_000_000_000_000_001]) {
          expect([quota, await codes({ quota })]).toEqual([quota, 'input_invalid'])
        }
        expect((await edit({ id: 999_999, display_name: 'x' })).code).toBe('user_missing')
        expect((await edit({ id: -1 })).code).toBe('input_invalid')
        expect((await edit({})).code).toBe('input_invalid')
      })

      it('keeps a group that no longer exists, but gives it to nobody', async () => {
        const user = await gateway().asUser('oldgroup')
        await setRow(user.userId, { group: 'retired' })
        expect((await edit({ id: user.userId, group: 'retired', display_name: 'Old' })).success).toBe(true)
        expect((await edit({ id: admin().userId, group: 'retired' })).code).toBe('group_missing')
      })

      it('of the group acts at once', async () => {
        const user = await gateway().asUser('mover')
        const { data: token } = await user.post('/api/token/', { name: 'key', unlimited_quota: true })
        const { identities } = gateway().plane.domain
        expect((await identities.token(token.key))?.user.group).toBe('default')
        await edit({ id: user.userId, group: 'vip' })
        expect((await identities.token(token.key))?.user.group).toBe('vip')
        const groups = await user.get('/api/user/self/groups')
        expect(Object.keys(groups.data)).toContain('vip')
      })

      it('T21: of the password ends the sessions and the access token', async () => {
        const user = await gateway().asUser('reset')
        const { data: accessToken } = await user.get('/api/user/token')
        await edit({ id: user.userId, password: 'new-password' })
        expect((await user.get('/api/user/self')).status).toBe(401)
        const tool = gateway().visitor()
        tool.userId = user.userId
        expect((await tool.get('/api/user/self', { headers: { authorization: accessToken } })).status).toBe(401)
        await gateway().signIn('reset', 'new-password')
      })
    })

    it('lists the groups for whoever sorts users into them', async () => {
      expect((await admin().get('/api/group/')).data).toEqual(['default', 'vip', 'svip'])
    })

    it('T26: an access token is looked for by its fingerprint, in which a shared beginning does not show', async () => {
      const { vault } = gateway().plane.domain
      const token = 'A'.repeat(32)
      const near = vault.fingerprint(`${token.slice(0, 31)}B`)
      expect(near).not.toBe(vault.fingerprint(token))
      expect(near.slice(0, 4)).not.toBe(vault.fingerprint(token).slice(0, 4))
      const { data: own } = await admin().get('/api/user/token')
      const rows = await gateway().plane.database.query.selectFrom('users').select('access_token_hash').execute()
      const kept = rows.map(({ access_token_hash: hash }) => hash)
      expect([kept.includes(vault.fingerprint(own)), kept.includes(own)]).toEqual([true, false])
    })
  })
})
