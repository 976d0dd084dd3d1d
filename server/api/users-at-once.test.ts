import { describe, expect, it } from 'vitest'
import { roles } from '#contract/user.ts'
import { type TestClient, userPassword } from '#testing/gateway.ts'
import { eachUserBench } from '#testing/user-bench.ts'
import { findBrokenInvariants } from '../db/invariants.ts'

describe('many users at once', () => {
  eachUserBench(({ gateway, root, admin, rowOf, manage }) => {
    const act = (ids: number[], action: string, by: TestClient = root(), said: object = {}) =>
      by.post('/api/user/batch', { ids, action, ...said })
    const group = (ids: number[], name: string, by: TestClient = root()) =>
      by.put('/api/user/batch', { ids, group: name })
    const codes = ({ data }: { data: { id: number; code: string }[] }) => data.map(({ id, code }) => [id, code])
    const actsOn = async (id: number) =>
      (await root().get(`/api/audit/?target=user:${id}`)).data.items.map(
        ({ action, after }: { action: string; after: string }) => [action, JSON.parse(after)],
      )
    const some = async (name: string, count: number) => {
      const made = []
      for (let place = 1; place <= count; place += 1) made.push(await gateway().asUser(`${name}${place}`))
      return made
    }
    const idsOf = (clients: readonly TestClient[]) => clients.map(({ userId }) => userId)

    it('are banned and let in again, each with an act of his own in the audit log', async () => {
      const ids = idsOf(await some('both', 3))
      expect((await act(ids, 'disable', admin(), { reason: 'resold keys' })).data).toEqual([])
      for (const id of ids) {
        expect((await rowOf(id)).status).toBe(2)
        expect(await actsOn(id)).toContainEqual(['user.disable', { status: 2, reason: 'resold keys' }])
      }
      expect(
        (await gateway().visitor().post('/api/user/login', { username: 'both1', password: userPassword })).code,
      ).toBe('credentials_wrong')
      expect((await act(ids, 'enable', admin())).data).toEqual([])
      for (const id of ids) expect((await rowOf(id)).status).toBe(1)
      expect((await gateway().signIn('both2', userPassword)).userId).toBe(ids[1])
    })

    it('are told of it one by one, where that is wished', async () => {
      const told = await some('told', 2)
      for (const user of told) {
        await user.put('/api/user/setting', { notify_type: 'webhook', webhook_url: 'https://hooks.invalid.example/' })
      }
      await act(idsOf(told), 'disable', root(), { reason: 'resold keys', tell: true })
      const { database } = gateway().plane
      const posted = await database.query.selectFrom('deliveries').select('purpose').execute()
      expect(posted).toEqual([{ purpose: 'account_changed' }, { purpose: 'account_changed' }])
      const login = await gateway().visitor().post('/api/user/login', { username: 'told1', password: userPassword })
      expect([login.code, login.message]).toEqual([
        'account_banned_because',
        'This account has been banned: resold keys',
      ])
    })

    it('T20: of an administrator’s wish those are refused whom he does not reach, himself too, and it is said why', async () => {
      const [ann, ben] = await some('reach', 2)
      const peer = await gateway().asUser('peer', roles.admin)
      const buried = await gateway().asUser('gone')
      await manage(buried.userId, 'delete')
      if (ann === undefined || ben === undefined) throw new Error('nobody was made')
      const beyond = [peer.userId, admin().userId, root().userId]
      const ids = [ann.userId, ...beyond, buried.userId, 999_999, ben.userId]
      const refused = [
        ...beyond.map((id) => [id, 'user_out_of_reach']),
        [buried.userId, 'user_deleted'],
        [999_999, 'user_missing'],
      ]
      for (const answer of [await act(ids, 'disable', admin()), await group(ids, 'vip', admin())]) {
        expect(codes(answer)).toEqual(refused)
      }
      expect(codes(await act([...beyond, ann.userId], 'delete', admin()))).toEqual(refused.slice(0, 3))
      for (const id of beyond) {
        expect(await rowOf(id)).toMatchObject({ status: 1, deleted_at: null, group: 'default' })
        expect((await actsOn(id)).map(([action]: [string]) => action)).not.toContain('user.disable')
      }
      expect(await rowOf(ben.userId)).toMatchObject({ status: 2, group: 'vip', deleted_at: null })
      expect((await rowOf(ann.userId)).deleted_at).not.toBeNull()
      const chinese = await admin().post(
        '/api/user/batch',
        { ids: [peer.userId], action: 'disable' },
        { headers: { 'accept-language': 'zh' } },
      )
      expect(chinese.data[0].message).toMatch(/\p{Script=Han}/u)
    })

    it('T20: the super admin is neither banned nor deleted, and nobody is promoted by it', async () => {
      const user = await gateway().asUser('riser')
      for (const action of ['disable', 'delete']) {
        expect(codes(await act([root().userId, user.userId], action))).toEqual([[root().userId, 'root_protected']])
      }
      for (const action of ['promote', 'demote', 'crown']) {
        expect((await act([user.userId], action)).code).toBe('input_invalid')
      }
      expect(await rowOf(root().userId)).toMatchObject({ status: 1, deleted_at: null })
    })

    it('are put into a group that there is, each by an act; who is in it already is not written down', async () => {
      const ids = idsOf(await some('grp', 2))
      const [first = 0, second = 0] = ids
      await group([first], 'vip')
      const before = (await actsOn(first)).length
      expect((await group(ids, 'vip')).data).toEqual([])
      for (const id of ids) expect((await rowOf(id)).group).toBe('vip')
      expect(await actsOn(first)).toHaveLength(before)
      expect(await actsOn(second)).toContainEqual(['user.change', { group: 'vip' }])
      const missing = await group(ids, 'nowhere')
      expect([missing.success, missing.code]).toEqual([false, 'group_missing'])
      expect((await rowOf(first)).group).toBe('vip')
    })

    it('are no more than a thousand, at least one, and no business of users', async () => {
      const user = await gateway().asUser('plain')
      for (const ids of [[], [0], ['1'], Array.from({ length: 1001 }, (_, place) => place + 1)]) {
        expect((await root().post('/api/user/batch', { ids, action: 'disable' })).code).toBe('input_invalid')
        expect((await root().put('/api/user/batch', { ids, group: 'vip' })).code).toBe('input_invalid')
      }
      expect((await act([user.userId], 'delete', user)).code).toBe('role_insufficient')
      expect((await group([user.userId], 'vip', user)).code).toBe('role_insufficient')
      expect((await act([user.userId, user.userId], 'disable')).data).toEqual([])
      expect(await findBrokenInvariants(gateway().plane.database)).toEqual([])
    })
  })
})
