import { describe, expect, it } from 'vitest'
import { roles } from '#contract/user.ts'
import { userPassword } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, priceModels, prompt } from '#testing/relay-client.ts'
import { startUpstream } from '#testing/upstream.ts'
import { eachUserBench } from '#testing/user-bench.ts'
import { findBrokenInvariants } from '../db/invariants.ts'

describe('users', () => {
  eachUserBench(({ gateway, root, admin, rowOf, manage }) => {
    describe('management', () => {
      it('T20: an administrator acts on ordinary users only, and promotes nobody', async () => {
        const user = await gateway().asUser('common')
        const peer = await gateway().asUser('equal', roles.admin)
        for (const action of ['demote', 'disable', 'enable', 'delete', 'promote']) {
          for (const id of [admin().userId, peer.userId, root().userId]) {
            expect([action, (await manage(id, action, admin())).code]).toEqual([action, 'user_out_of_reach'])
          }
        }
        const promotion = await manage(user.userId, 'promote', admin())
        expect([promotion.status, promotion.code]).toEqual([200, 'promote_root_only'])
        expect((await manage(user.userId, 'demote', admin())).code).toBe('user_ordinary_already')
        expect((await manage(user.userId, 'disable', admin())).data).toEqual({ role: 1, status: 2 })
        expect((await manage(user.userId, 'enable', admin())).data).toEqual({ role: 1, status: 1 })
        expect((await manage(user.userId, 'delete', admin())).data).toEqual({ role: 1, status: 1 })
      })

      it('T20: nobody disables, demotes or deletes the super admin(), and nobody becomes one', async () => {
        const before = await rowOf(root().userId)
        for (const action of ['disable', 'demote', 'delete']) {
          const answer = await root().post(
            '/api/user/manage',
            { id: root().userId, action },
            { headers: { 'accept-language': 'zh' } },
          )
          expect([answer.code, answer.message]).toEqual(['root_protected', '不能封禁、取消或注销超级管理员'])
        }
        expect((await manage(root().userId, 'promote')).code).toBe('user_admin_already')
        expect((await root().remove('/api/user/self')).code).toBe('root_protected')
        expect(await rowOf(root().userId)).toMatchObject({ role: before.role, status: 1, deleted_at: null })
      })

      it('the super admin() promotes and demotes, and a promotion asks for a new login', async () => {
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
        expect((await manage(root().userId, 'crown')).code).toBe('input_invalid')
        expect((await manage(999_999, 'disable')).code).toBe('user_missing')
        for (const id of [0, -1, 1.5, '1', null]) {
          expect((await root().post('/api/user/manage', { id, action: 'disable' })).code).toBe('input_invalid')
        }
      })

      it('a deleted account stays as it was', async () => {
        const user = await gateway().asUser('buried')
        await manage(user.userId, 'delete')
        const before = await rowOf(user.userId)
        for (const action of ['promote', 'demote', 'disable', 'enable', 'delete']) {
          expect([action, (await manage(user.userId, action)).code]).toEqual([action, 'user_deleted'])
        }
        const edited = await root().put('/api/user/', {
          id: user.userId,
          quota: 5,
          display_name: 'x',
          password: 'stone-river-1',
        })
        expect(edited.code).toBe('user_deleted')
        expect(await rowOf(user.userId)).toEqual(before)
      })

      it('T20: of a promotion and an administrator’s ban at the same time, no administrator is banned by a peer', async () => {
        for (let round = 0; round < 5; round += 1) {
          const user = await gateway().asUser(`race${round}`)
          const [promotion, ban] = await Promise.all([
            manage(user.userId, 'promote'),
            manage(user.userId, 'disable', admin()),
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

      it('T21: a ban acts on the next call by session, access token and key, and only the key outlasts it', async () => {
        const { id, statuses } = await withKey('outcast')
        expect(await statuses()).toEqual([200, 200, 200])
        await manage(id, 'disable')
        expect(await statuses()).toEqual([401, 401, 403])
        const login = await gateway().visitor().post('/api/user/login', { username: 'outcast', password: userPassword })
        expect(login.code).toBe('credentials_wrong')
        await manage(id, 'enable')
        expect(await statuses()).toEqual([401, 401, 200])
        await gateway().signIn('outcast', userPassword)
      })

      it('T21: a session that began while its user was being banned is not revived when the ban ends', async () => {
        const { plane } = gateway()
        const { userId } = await gateway().asUser('hasty')
        await manage(userId, 'disable')
        const value = await plane.sessions.begin({ userId, address: '', agent: '' })
        const late = Object.assign(gateway().visitor(), { userId, cookie: `session=${value}` })
        expect((await late.get('/api/user/self')).status).toBe(403)
        await manage(userId, 'enable')
        expect((await late.get('/api/user/self')).status).toBe(401)
      })

      it('T21: of a stream that runs while its user is banned, all that was sent is charged, and no other begins', async () => {
        const upstream = await startUpstream()
        try {
          await priceModels(root(), ['drip-20'])
          await addRelayChannel(root(), { base_url: upstream.url, models: 'drip-20' })
          const user = await gateway().asUser('streamer')
          await root().put('/api/user/', { id: user.userId, quota: 1_000_000 })
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
  })
})
