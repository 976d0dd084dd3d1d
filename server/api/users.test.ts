import { beforeAll, describe, expect, it } from 'vitest'
import { roles } from '#contract/users.ts'
import { eachGateway, type TestClient, userPassword } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, priceModels, prompt } from '#testing/relay-client.ts'
import { settlement } from '#testing/rows.ts'
import { startUpstream } from '#testing/upstream.ts'
import { findBrokenInvariants } from '../db/invariants.ts'
import { findUser, updateUser } from '../db/users.ts'

describe('users', () => {
  eachGateway((gateway) => {
    let root: TestClient
    let admin: TestClient
    beforeAll(async () => {
      root = await gateway().asRoot()
      admin = await gateway().asUser('keeper', roles.admin)
    })

    const rowOf = async (id: number) => {
      const row = await findUser(gateway().plane.database.query, id)
      if (row === undefined) throw new Error(`no user ${id}`)
      return row
    }
    const names = (items: { username: string }[]) => items.map(({ username }) => username)
    const search = async (query: Record<string, string>) =>
      (await admin.get(`/api/user/search?${new URLSearchParams(query)}`)).data
    const manage = (id: number, action: string, by = root) => by.post('/api/user/manage', { id, action })
    const setRow = async (id: number, change: Parameters<typeof updateUser>[2]) => {
      await updateUser(gateway().plane.database.query, id, change)
      gateway().plane.domain.identities.forgetUser(id)
    }

    describe('the list', () => {
      it('goes by pages, newest first, with p=0 as the first, and keeps those who were deleted', async () => {
        for (const number of [1, 2, 3])
          await root.post('/api/user/', { username: `paged${number}`, password: 'password1' })
        const { items } = await search({ keyword: 'paged2' })
        await manage(items[0].id, 'delete')
        const first = (await admin.get('/api/user/?p=0&page_size=2')).data
        expect([names(first.items), first.page, first.page_size]).toEqual([['paged3', 'paged2'], 1, 2])
        expect(first.items[1].DeletedAt).toBeGreaterThan(0)
        const second = (await admin.get('/api/user/?p=2&page_size=2')).data
        expect([names(second.items)[0], second.page, second.total]).toEqual(['paged1', 2, first.total])
        expect((await admin.get('/api/user/?p=1&page_size=0')).data.page_size).toBe(10)
        expect((await admin.get('/api/user/?p=1&page_size=1000')).data.page_size).toBe(100)
      })

      it('is searched by a part of the name, of the display name or of the address, by id and by group', async () => {
        const id = (await root.post('/api/user/', { username: 'Quill', password: 'password1' })).data.id
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

      it('T38: takes wildcards literally and refuses long keywords', async () => {
        const id = (await root.post('/api/user/', { username: '100%_sure\\', password: 'password1' })).data.id
        for (const keyword of ['0%_s', '%_', '\\', '_sure']) {
          expect([keyword, (await search({ keyword })).items.map((user: { id: number }) => user.id)]).toEqual([
            keyword,
            [id],
          ])
        }
        for (const keyword of ['%%', '_%_%', '0\\%']) expect((await search({ keyword })).total).toBe(0)
        for (const keyword of ['%'.repeat(1000), 'x'.repeat(65)]) {
          expect((await admin.get(`/api/user/search?${new URLSearchParams({ keyword })}`)).code).toBe('input_invalid')
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
        const { total } = (await admin.get('/api/user/')).data
        for (const probe of probes) {
          for (const name of ['keyword', 'group']) {
            const answer = await admin.get(`/api/user/search?${new URLSearchParams({ [name]: probe })}`)
            expect([probe, answer.status]).toEqual([probe, 200])
            expect(answer.data?.total ?? 0).toBe(0)
            expect(answer.text).not.toMatch(/sqlite|postgres|syntax|select /i)
          }
        }
        expect((await admin.get('/api/user/')).data.total).toBe(total)
      })

      it('T17: tells no password, no access token and no webhook, not even the super admin’s to an administrator', async () => {
        await root.get('/api/user/token')
        const setting = JSON.stringify({
          notify_type: 'webhook',
          webhook_url: 'https://hook.example',
          webhook_secret: 'hidden-secret',
        })
        await setRow(root.userId, { setting })
        const own = (await admin.get(`/api/user/${admin.userId}`)).text
        const pages = [await admin.get('/api/user/?page_size=100'), await admin.get('/api/user/search?keyword=root')]
        for (const text of [own, ...pages.map((page) => page.text)]) {
          expect(text).not.toMatch(/password|access_token|hash|hidden-secret|hook\.example/)
        }
        expect(JSON.parse(pages[1]?.data.items[0].setting)).toEqual({ notify_type: 'webhook' })
      })

      it('T37: names with markup come back as the text they are', async () => {
        const display_name = '<b onx=1>&"\''
        const { data } = await root.post('/api/user/', { username: '<i>x</i>', password: 'password1', display_name })
        expect((await admin.get(`/api/user/${data.id}`)).data).toMatchObject({ username: '<i>x</i>', display_name })
      })
    })

    describe('one user', () => {
      it('T15 T20: is read by whoever outranks him, and by himself', async () => {
        const user = await gateway().asUser('readable')
        const other = await gateway().asUser('keeper2', roles.admin)
        const read = async (client: TestClient, id: unknown) => (await client.get(`/api/user/${id}`)).code
        expect(await read(admin, user.userId)).toBeUndefined()
        expect(await read(admin, admin.userId)).toBeUndefined()
        expect(await read(root, root.userId)).toBeUndefined()
        expect(await read(admin, other.userId)).toBe('user_out_of_reach')
        expect(await read(admin, root.userId)).toBe('user_out_of_reach')
        for (const id of [0, -1, 2 ** 53, 999_999, '1 or 1=1', 'abc', '1e1']) {
          expect([id, await read(root, id)]).toEqual([id, 'user_missing'])
        }
      })

      it('is made as an ordinary user, whatever else the call says', async () => {
        await root.put('/api/option/', { key: 'QuotaForNewUser', value: '700' })
        const answer = await admin.post('/api/user/', {
          username: '  made  ',
          password: 'password1',
          display_name: 'Made',
          role: 100,
          quota: 5,
          group: 'vip',
          status: 2,
          id: 1,
        })
        await root.put('/api/option/', { key: 'QuotaForNewUser', value: '0' })
        expect(answer.data).toMatchObject({
          username: 'made',
          display_name: 'Made',
          role: 1,
          status: 1,
          group: 'default',
          quota: 700,
          inviter_id: 0,
        })
        await gateway().signIn('made', 'password1')
        expect(await findBrokenInvariants(gateway().plane.database)).toEqual([])
      })

      it('T63: is made only with a proper name and password, and says what is wrong in both languages', async () => {
        const attempt = (body: object, language = 'en') =>
          admin.post('/api/user/', body, { headers: { 'accept-language': language } })
        const codes = async (username: unknown, password: unknown) => (await attempt({ username, password })).code
        expect(await codes('', 'password1')).toBe('user_fields_missing')
        expect(await codes('   ', 'password1')).toBe('user_fields_missing')
        expect(await codes('nobody', '')).toBe('user_fields_missing')
        expect(await codes('nobody', '1234567')).toBe('password_length')
        expect(await codes('nobody', 'x'.repeat(21))).toBe('password_length')
        expect(await codes('no@body', 'password1')).toBe('username_invalid')
        expect(await codes('thirteen-long', 'password1')).toBe('username_invalid')
        expect(await codes('a\r\nb', 'password1')).toBe('username_invalid')
        expect(await codes(5, 'password1')).toBe('input_invalid')
        expect((await attempt({ username: 'nobody', password: 'password1', display_name: 'x'.repeat(21) })).code).toBe(
          'input_invalid',
        )
        expect((await attempt({}, 'en')).message).toBe('Username and password cannot be empty')
        expect((await attempt({}, 'zh')).message).toBe('用户名和密码不能为空')
        const gone = await gateway().asUser('goner')
        await manage(gone.userId, 'delete')
        expect(await codes('goner', 'password1')).toBe('username_taken')
      })
    })

    describe('an edit', () => {
      const edit = (body: object, by = root) => by.put('/api/user/', body)

      it('T18: changes names, group and password, and nothing else', async () => {
        const user = await gateway().asUser('edited')
        const before = await rowOf(user.userId)
        const answer = await edit({
          id: user.userId,
          username: 'edited2',
          display_name: 'Edited',
          group: 'vip',
          role: 100,
          status: 2,
          email: 'x@example.com',
          aff_quota: 5,
          inviter_id: 1,
          used_quota: 9,
          github_id: 'x',
          DeletedAt: 1,
          access_token_hash: 'x',
        })
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
        expect((await edit({ id: admin.userId, group: 'retired' })).code).toBe('group_missing')
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

    describe('an adjustment of the quota', () => {
      const loaded = async (id: number) => {
        const { quota, used_quota } = (await root.get(`/api/user/${id}`)).data
        return { id, quota_before: quota, used_quota_before: used_quota }
      }
      const spend = async (userId: number, quota: number) => {
        const { database, domain } = gateway().plane
        const hold = await domain.ledger.hold({ userId, tokenId: 0, amount: quota, least: quota })
        await domain.ledger.settle(hold, settlement({ userId, tokenId: 0, channelId: 0, quota }))
        await domain.ledger.drain()
        expect(await findBrokenInvariants(database)).toEqual([])
      }
      const quotaOf = async (id: number) => (await rowOf(id)).quota

      it('adds and takes by the difference to what the form was loaded with, so that charges in between stay', async () => {
        const { userId: id } = await gateway().asUser('adjusted')
        const form = await loaded(id)
        expect((await root.put('/api/user/', { ...form, quota: 1000 })).data.quota).toBe(1000)
        const second = await loaded(id)
        await spend(id, 300)
        expect((await root.put('/api/user/', { ...second, quota: 600 })).data.quota).toBe(300)
        expect(await gateway().plane.domain.ledger.balance(id)).toBe(300)
        const rows = (await root.get('/api/log/?type=3&username=adjusted')).data.items
        expect(rows.map(({ quota, content }: { quota: number; content: string }) => [quota, content])).toEqual([
          [-400, 'The quota was changed by an administrator from 700 to 300'],
          [1000, 'The quota was changed by an administrator from 0 to 1000'],
        ])
        expect(await findBrokenInvariants(gateway().plane.database)).toEqual([])
      })

      it('I12: is refused the second time, and when quota came in or went out meanwhile', async () => {
        const { userId: id } = await gateway().asUser('repeated')
        const form = { ...(await loaded(id)), quota: 1000 }
        expect((await root.put('/api/user/', form)).success).toBe(true)
        const again = await root.put('/api/user/', form, { headers: { 'accept-language': 'zh' } })
        expect([again.code, again.message]).toEqual(['user_quota_changed', expect.stringContaining('重新加载')])
        expect(await quotaOf(id)).toBe(1000)
      })

      it('I12: of many that were made on the same balance counts once', async () => {
        const { userId: id } = await gateway().asUser('contended')
        const form = { ...(await loaded(id)), quota: 500 }
        const answers = await Promise.all(Array.from({ length: 20 }, () => root.put('/api/user/', form)))
        expect(answers.filter(({ success }) => success)).toHaveLength(1)
        expect(await quotaOf(id)).toBe(500)
        expect(await findBrokenInvariants(gateway().plane.database)).toEqual([])
      })

      it('sets the balance when the call does not say what it was made on', async () => {
        const { userId: id } = await gateway().asUser('toolset')
        expect((await root.put('/api/user/', { id, quota: 250 })).data.quota).toBe(250)
        expect((await root.put('/api/user/', { id, quota: -50 })).data.quota).toBe(-50)
        expect((await root.put('/api/user/', { id, display_name: 'x' })).data.quota).toBe(-50)
        expect(await findBrokenInvariants(gateway().plane.database)).toEqual([])
      })

      it('changes nothing when the rest of the edit is refused', async () => {
        const { userId: id } = await gateway().asUser('halfway')
        expect((await root.put('/api/user/', { id, quota: 900, group: 'nowhere' })).code).toBe('group_missing')
        expect((await root.put('/api/user/', { id, quota: 900, username: 'root' })).code).toBe('username_taken')
        expect(await quotaOf(id)).toBe(0)
        expect(await gateway().plane.domain.ledger.balance(id)).toBe(0)
      })

      it('T20: is out of reach of an administrator for himself, his peers and the super admin', async () => {
        const peer = await gateway().asUser('peer', roles.admin)
        for (const id of [admin.userId, peer.userId, root.userId]) {
          expect((await admin.put('/api/user/', { id, quota: 1_000_000 })).code).toBe('user_out_of_reach')
        }
      })
    })

    describe('management', () => {
      it('T20: an administrator acts on ordinary users only, and promotes nobody', async () => {
        const user = await gateway().asUser('common')
        const peer = await gateway().asUser('equal', roles.admin)
        for (const action of ['demote', 'disable', 'enable', 'delete', 'promote']) {
          for (const id of [admin.userId, peer.userId, root.userId]) {
            expect([action, (await manage(id, action, admin)).code]).toEqual([action, 'user_out_of_reach'])
          }
        }
        const promotion = await manage(user.userId, 'promote', admin)
        expect([promotion.status, promotion.code]).toEqual([200, 'promote_root_only'])
        expect((await manage(user.userId, 'demote', admin)).code).toBe('user_ordinary_already')
        expect((await manage(user.userId, 'disable', admin)).data).toEqual({ role: 1, status: 2 })
        expect((await manage(user.userId, 'enable', admin)).data).toEqual({ role: 1, status: 1 })
        expect((await manage(user.userId, 'delete', admin)).data).toEqual({ role: 1, status: 1 })
      })

      it('T20: nobody disables, demotes or deletes the super admin, and nobody becomes one', async () => {
        const before = await rowOf(root.userId)
        for (const action of ['disable', 'demote', 'delete']) {
          const answer = await root.post(
            '/api/user/manage',
            { id: root.userId, action },
            { headers: { 'accept-language': 'zh' } },
          )
          expect([answer.code, answer.message]).toEqual(['root_protected', '不能禁用、降级或删除超级管理员账户'])
        }
        expect((await manage(root.userId, 'promote')).code).toBe('user_admin_already')
        expect((await root.remove('/api/user/self')).code).toBe('root_protected')
        expect(await rowOf(root.userId)).toMatchObject({ role: before.role, status: 1, deleted_at: null })
      })

      it('the super admin promotes and demotes, and a promotion asks for a new login', async () => {
        const user = await gateway().asUser('riser')
        const { data: accessToken } = await user.get('/api/user/token')
        expect((await manage(user.userId, 'promote')).data).toEqual({ role: 10, status: 1 })
        expect((await user.get('/api/user/self')).status).toBe(401)
        const tool = gateway().visitor()
        tool.userId = user.userId
        expect((await tool.get('/api/channel/', { headers: { authorization: accessToken } })).status).toBe(401)
        const promoted = await gateway().signIn('riser', userPassword)
        expect((await promoted.get('/api/channel/')).status).toBe(200)
        expect((await manage(user.userId, 'promote')).code).toBe('user_admin_already')
        expect((await manage(user.userId, 'demote')).data).toEqual({ role: 1, status: 1 })
        expect((await promoted.get('/api/channel/')).code).toBe('role_insufficient')
      })

      it('refuses actions and users that do not exist', async () => {
        expect((await manage(root.userId, 'crown')).code).toBe('input_invalid')
        expect((await manage(999_999, 'disable')).code).toBe('user_missing')
        for (const id of [0, -1, 1.5, '1', null]) {
          expect((await root.post('/api/user/manage', { id, action: 'disable' })).code).toBe('input_invalid')
        }
      })

      it('a deleted account stays as it was', async () => {
        const user = await gateway().asUser('buried')
        await manage(user.userId, 'delete')
        const before = await rowOf(user.userId)
        for (const action of ['promote', 'demote', 'disable', 'enable', 'delete']) {
          expect([action, (await manage(user.userId, action)).code]).toEqual([action, 'user_deleted'])
        }
        const edited = await root.put('/api/user/', {
          id: user.userId,
          quota: 5,
          display_name: 'x',
          password: 'password1',
        })
        expect(edited.code).toBe('user_deleted')
        expect(await rowOf(user.userId)).toEqual(before)
      })

      it('T20: of a promotion and an administrator’s ban at the same time, no administrator is banned by a peer', async () => {
        for (let round = 0; round < 5; round += 1) {
          const user = await gateway().asUser(`race${round}`)
          const [promotion, ban] = await Promise.all([
            manage(user.userId, 'promote'),
            manage(user.userId, 'disable', admin),
          ])
          const row = await rowOf(user.userId)
          // Either the ban came first, or it met an administrator.
          if (row.role === roles.admin && ban.success) expect(row.status).toBe(2)
          if (!ban.success) expect(['user_out_of_reach', 'user_changed']).toContain(ban.code)
          if (!promotion.success) expect(promotion.code).toBe('user_changed')
        }
      })

      const withKey = async (name: string) => {
        const user = await gateway().asUser(name)
        const { data: token } = await user.post('/api/token/', { name: 'key', unlimited_quota: true })
        const { data: accessToken } = await user.get('/api/user/token')
        const relay = async () => {
          const response = await fetch(`${gateway().url}/v1/models`, {
            headers: { authorization: `Bearer sk-${token.key}` },
          })
          return response.status
        }
        const tool = gateway().visitor()
        tool.userId = user.userId
        const byToken = async () =>
          (await tool.get('/api/user/self', { headers: { authorization: accessToken } })).status
        const bySession = async () => (await user.get('/api/user/self')).status
        return { id: user.userId, statuses: async () => [await bySession(), await byToken(), await relay()] }
      }

      it('T21: a ban acts on the next call by session, access token and key, and its end too', async () => {
        const { id, statuses } = await withKey('outcast')
        expect(await statuses()).toEqual([200, 200, 200])
        await manage(id, 'disable')
        expect(await statuses()).toEqual([403, 403, 403])
        const login = await gateway().visitor().post('/api/user/login', { username: 'outcast', password: userPassword })
        expect(login.code).toBe('credentials_wrong')
        await manage(id, 'enable')
        expect(await statuses()).toEqual([200, 200, 200])
      })

      it('T21: of a stream that runs while its user is banned, all that was sent is charged, and no other begins', async () => {
        const upstream = await startUpstream()
        try {
          await priceModels(root, ['drip-20'])
          await addRelayChannel(root, { base_url: upstream.url, models: 'drip-20' })
          const user = await gateway().asUser('streamer')
          await root.put('/api/user/', { id: user.userId, quota: 1_000_000 })
          const { key } = await addRelayToken(user)
          const call = () =>
            fetch(`${gateway().url}/v1/chat/completions`, {
              method: 'POST',
              headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
              body: JSON.stringify({ ...prompt, model: 'drip-20', stream: true }),
            })
          const response = await call()
          const reader = response.body?.getReader()
          await reader?.read()
          await manage(user.userId, 'disable')
          expect((await call()).status).toBe(403)
          while (!(await reader?.read())?.done);
          const { database, domain } = gateway().plane
          await domain.ledger.drain()
          expect((await rowOf(user.userId)).used_quota).toBeGreaterThan(0)
          expect(await findBrokenInvariants(database)).toEqual([])
        } finally {
          await upstream.close()
        }
      })

      it('T21: a deletion stops sessions, access token and keys at once', async () => {
        const { id, statuses } = await withKey('departed')
        expect(await statuses()).toEqual([200, 200, 200])
        await manage(id, 'delete')
        expect(await statuses()).toEqual([401, 401, 401])
        const { database } = gateway().plane
        const sessions = await database.query.selectFrom('sessions').selectAll().where('user_id', '=', id).execute()
        expect(sessions).toEqual([])
      })
    })

    it('lists the groups for whoever sorts users into them', async () => {
      expect((await admin.get('/api/group/')).data).toEqual(['default', 'vip', 'svip'])
    })

    it('T26: an access token is looked for by its fingerprint, in which a shared beginning does not show', async () => {
      const { vault } = gateway().plane.domain
      const token = 'A'.repeat(32)
      const near = vault.fingerprint(`${token.slice(0, 31)}B`)
      expect(near).not.toBe(vault.fingerprint(token))
      expect(near.slice(0, 4)).not.toBe(vault.fingerprint(token).slice(0, 4))
    })
  })
})
