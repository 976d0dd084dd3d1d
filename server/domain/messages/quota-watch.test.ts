import { beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { settlement } from '#testing/rows.ts'
import { findBrokenInvariants } from '../../db/invariants.ts'
import { webhookCall } from './outbox.ts'

const clock = createMovableClock()

describe('a warning of a low quota', () => {
  eachGateway(
    (gateway) => {
      let ann: TestClient
      let references = 0
      const domain = () => gateway().plane.domain

      const give = (amount: number) => {
        references += 1
        const ref = `test:${ann.userId}:${references}`
        return domain().ledger.credit({ ref, userId: ann.userId, kind: 'gift', amount, operatorId: 0 })
      }
      const spend = async (quota: number) => {
        const hold = await domain().ledger.hold({ userId: ann.userId, tokenId: 0, amount: quota, least: quota })
        const { database } = gateway().plane
        const channel = await database.query.selectFrom('channels').select('id').executeTakeFirst()
        const call = settlement({ userId: ann.userId, username: 'ann', tokenId: 0, channelId: channel?.id ?? 0, quota })
        await domain().ledger.settle(hold, call)
        await domain().quotaWatch.check()
      }
      const waiting = async () => {
        const rows = await gateway().plane.database.query.selectFrom('deliveries').selectAll().execute()
        return rows.map(({ payload_sealed }) => {
          const { url, body } = webhookCall.parse(JSON.parse(domain().vault.open(payload_sealed)))
          return { url, ...JSON.parse(body) }
        })
      }
      const clear = () => gateway().plane.database.query.deleteFrom('deliveries').execute()
      const put = (body: unknown) => ann.put('/api/user/setting', body)

      beforeAll(async () => {
        const root = await gateway().asRoot()
        await root.put('/api/option/', { key: 'ServerAddress', value: 'https://gate.example.com' })
        ann = await gateway().asUser('ann')
        // Nobody answers at this name, so that what is posted stays where it can be seen.
        await put({
          notify_type: 'webhook',
          webhook_url: 'https://hooks.invalid.example/',
          quota_warning_threshold: 1000,
        })
        await give(5000)
      })

      it('comes once when the quota falls below the threshold', async () => {
        await spend(3000)
        expect(await waiting()).toEqual([])
        await spend(1001)
        const [warning, ...more] = await waiting()
        expect(more).toEqual([])
        expect(warning).toMatchObject({ url: 'https://hooks.invalid.example/', type: 'quota_exceed' })
        expect(warning.content).toContain('$0.001998')
        expect(warning.content).toContain('https://gate.example.com/topup')
        expect(warning.values).toEqual(['$0.001998', 'https://gate.example.com/topup'])
        expect(Math.abs(warning.timestamp - clock.now() / 1000)).toBeLessThan(60)
        await spend(1)
        await spend(1)
        expect(await waiting()).toHaveLength(1)
        await clear()
      })

      it('comes again after the quota was above the threshold, however short the time', async () => {
        await give(1)
        await spend(1)
        expect(await waiting()).toEqual([])
        await give(5000)
        await spend(5000)
        expect(await waiting()).toHaveLength(1)
        await clear()
      })

      it('comes again for another threshold', async () => {
        await put({ quota_warning_threshold: 1100 })
        await spend(1)
        expect(await waiting()).toHaveLength(1)
        await put({ accept_unset_model_ratio_model: true })
        await spend(1)
        expect(await waiting()).toHaveLength(1)
        await clear()
      })

      it('comes at the threshold of the operator for whoever set none', async () => {
        const root = await gateway().asRoot()
        const kept = ann
        ann = await gateway().asUser('without')
        await put({ notify_type: 'webhook', webhook_url: 'https://hooks.invalid.example/' })
        await root.put('/api/option/', { key: 'QuotaRemindThreshold', value: '300' })
        await give(2000)
        await spend(1650)
        expect(await waiting()).toEqual([])
        await spend(51)
        expect(await waiting()).toHaveLength(1)
        await root.put('/api/option/', { key: 'QuotaRemindThreshold', value: '1000' })
        await clear()
        ann = kept
      })

      it('comes once though several nodes look at the same time', async () => {
        await put({ quota_warning_threshold: 1200 })
        const { quotaWatch } = domain()
        const looks = [1, 2, 3].map(() => {
          quotaWatch.note(ann.userId)
          return quotaWatch.check()
        })
        await Promise.all(looks)
        expect(await waiting()).toHaveLength(1)
        await clear()
      })

      it('does not become a flood, however often the threshold is moved', async () => {
        for (let turn = 0; turn < 12; turn += 1) {
          await put({ quota_warning_threshold: 1300 + turn })
          await spend(1)
        }
        const { length } = await waiting()
        expect(length).toBeLessThanOrEqual(6)
        clock.pass(3600)
        await put({ quota_warning_threshold: 1400 })
        await spend(1)
        expect((await waiting()).length).toBe(length + 1)
        await clear()
      })

      it('leaves the books in order', async () => {
        expect(await findBrokenInvariants(gateway().plane.database)).toEqual([])
      })
    },
    undefined,
    clock,
  )
})

describe('a notice for the super admin', () => {
  eachGateway((gateway) => {
    it('goes on its way once, however many failures tell of the same', async () => {
      const root = await gateway().asRoot()
      await root.put('/api/user/setting', { notify_type: 'webhook', webhook_url: 'https://hooks.invalid.example/' })
      const { domain, database } = gateway().plane
      const inAll = (said: string) => ({ en: said, zh: said, ja: said, fr: said, ru: said, vi: said })
      const told = () => database.query.selectFrom('deliveries').select('purpose').orderBy('id').execute()
      const disabled = (id: number) =>
        domain.notifications.notifyRoot(`channel_update_${id}`, {
          title: inAll(`Channel ${id} was disabled`),
          text: inAll('It answered with status 401.'),
          values: [id],
        })
      for (let failure = 0; failure < 47; failure += 1) disabled(3)
      await expect.poll(told).toEqual([{ purpose: 'channel_update_3' }])
      disabled(4)
      await expect.poll(told).toEqual([{ purpose: 'channel_update_3' }, { purpose: 'channel_update_4' }])
    })
  })
})
