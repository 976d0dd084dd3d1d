import { describe, expect, it } from 'vitest'
import { roles } from '#contract/user.ts'
import { settlement } from '#testing/rows.ts'
import { eachUserBench } from '#testing/user-bench.ts'
import { findBrokenInvariants } from '../db/invariants.ts'

describe('users', () => {
  eachUserBench(({ gateway, root, admin, rowOf }) => {
    describe('an adjustment of the quota', () => {
      const loaded = async (id: number) => {
        const { quota, used_quota } = (await root().get(`/api/user/${id}`)).data
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
        expect((await root().put('/api/user/', { ...form, quota: 1000 })).data.quota).toBe(1000)
        const second = await loaded(id)
        await spend(id, 300)
        expect((await root().put('/api/user/', { ...second, quota: 600 })).data.quota).toBe(300)
        expect(await gateway().plane.domain.ledger.balance(id)).toBe(300)
        const rows = (await root().get('/api/log/?type=3&username=adjusted')).data.items
        expect(rows.map(({ quota, content }: { quota: number; content: string }) => [quota, content])).toEqual([
          [-400, 'The quota was changed by an administrator from $0.0014 to $0.0006'],
          [1000, 'The quota was changed by an administrator from $0.00 to $0.002'],
        ])
        expect(await findBrokenInvariants(gateway().plane.database)).toEqual([])
      })

      it('I12: is refused the second time, and when quota came in or went out meanwhile', async () => {
        const { userId: id } = await gateway().asUser('repeated')
        const form = { ...(await loaded(id)), quota: 1000 }
        expect((await root().put('/api/user/', form)).success).toBe(true)
        const again = await root().put('/api/user/', form, { headers: { 'accept-language': 'zh' } })
        expect([again.code, again.message]).toEqual(['user_quota_changed', expect.stringContaining('刷新后重试')])
        expect(await quotaOf(id)).toBe(1000)
      })

      it('I12: of many that were made on the same balance counts once', async () => {
        const { userId: id } = await gateway().asUser('contended')
        const form = { ...(await loaded(id)), quota: 500 }
        const answers = await Promise.all(Array.from({ length: 20 }, () => root().put('/api/user/', form)))
        expect(answers.filter(({ success }) => success)).toHaveLength(1)
        expect(await quotaOf(id)).toBe(500)
        expect(await findBrokenInvariants(gateway().plane.database)).toEqual([])
      })

      it('sets the balance when the call does not say what it was made on', async () => {
        const { userId: id } = await gateway().asUser('toolset')
        expect((await root().put('/api/user/', { id, quota: 250 })).data.quota).toBe(250)
        expect((await root().put('/api/user/', { id, quota: -50 })).data.quota).toBe(-50)
        expect((await root().put('/api/user/', { id, display_name: 'x' })).data.quota).toBe(-50)
        expect(await findBrokenInvariants(gateway().plane.database)).toEqual([])
      })

      it('changes nothing when the rest of the edit is refused', async () => {
        const { userId: id } = await gateway().asUser('halfway')
        expect((await root().put('/api/user/', { id, quota: 900, group: 'nowhere' })).code).toBe('group_missing')
        expect((await root().put('/api/user/', { id, quota: 900, username: 'root' })).code).toBe('username_taken')
        expect(await quotaOf(id)).toBe(0)
        expect(await gateway().plane.domain.ledger.balance(id)).toBe(0)
      })

      it('T20: is out of reach of an administrator for himself, his peers and the super admin', async () => {
        const peer = await gateway().asUser('peer', roles.admin)
        for (const id of [admin().userId, peer.userId, root().userId]) {
          expect((await admin().put('/api/user/', { id, quota: 1_000_000 })).code).toBe('user_out_of_reach')
        }
      })
    })
  })
})
