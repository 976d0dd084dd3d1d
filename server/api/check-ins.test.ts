import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { startTestGateway, type TestClient, type TestGateway } from '#testing/gateway.ts'
import { findBrokenInvariants } from '../db/invariants.ts'
import { systemClock } from '../lib/clock.ts'

describe('checking in', () => {
  eachDatabase((_engine, _open, openPlace) => {
    let gateway: TestGateway
    let root: TestClient
    let user: TestClient
    let now = Date.parse('2026-11-21T12:00:00Z')

    beforeEach(async () => {
      now = Date.parse('2026-11-21T12:00:00Z')
      const clock = { ...systemClock, now: () => now }
      gateway = await startTestGateway({ place: (await openPlace()).place, clock })
      root = await gateway.asRoot()
      user = await gateway.asUser('visitor')
      await setOptions({ CheckInEnabled: 'true', CheckInQuota: '1000', CheckInMaxQuota: '0' })
    })
    afterEach(async () => {
      expect(await findBrokenInvariants(gateway.plane.database)).toEqual([])
      await gateway.close()
    })

    const setOptions = async (options: Record<string, string>) => {
      for (const [key, value] of Object.entries(options)) await root.put('/api/option/', { key, value })
    }
    const checkIn = (client = user) => client.post('/api/user/check_in')
    const canCheckIn = async () => (await user.get('/api/user/check_in_status')).data.can_check_in
    const quotaOf = async () => (await user.get('/api/user/self')).data.quota

    it('brings the quota the operator chose, once, and leaves a row in the log', async () => {
      expect(await canCheckIn()).toBe(true)
      expect((await checkIn()).data).toEqual({ quota: 1000 })
      expect((await user.get('/api/user/check_in_status')).data.checked_in).toBe(true)
      expect(await canCheckIn()).toBe(false)
      expect((await checkIn()).code).toBe('check_in_done')
      expect([await quotaOf(), await gateway.plane.domain.ledger.balance(user.userId)]).toEqual([1000, 1000])
      const { items } = (await user.get('/api/log/self/?type=5')).data
      expect(items).toEqual([
        expect.objectContaining({
          quota: 1000,
          username: 'visitor',
          content: 'Checked in',
          other: '{"happened":{"name":"checked_in"}}',
        }),
      ])
    })

    it('T07 I12: fifty at once bring it once; a second before midnight and one after are two days of UTC', async () => {
      now = Date.parse('2026-11-21T23:59:59Z')
      const atOnce = async () => {
        const answers = await Promise.all(Array.from({ length: 50 }, () => checkIn()))
        expect(answers.filter(({ status }) => status !== 200)).toEqual([])
        return answers.filter(({ success }) => success).length
      }
      expect(await atOnce()).toBe(1)
      expect(await canCheckIn()).toBe(false)
      now = Date.parse('2026-11-22T00:00:01Z')
      expect(await canCheckIn()).toBe(true)
      expect(await atOnce()).toBe(1)
      expect(await quotaOf()).toBe(2000)
    })

    it('F22: a clock that goes back a day brings nothing twice', async () => {
      await checkIn()
      now -= 86_400_000
      expect((await checkIn()).success).toBe(true)
      now += 86_400_000
      expect((await checkIn()).code).toBe('check_in_done')
    })

    it('brings a random amount up to the larger one, both included', async () => {
      await setOptions({ CheckInQuota: '3', CheckInMaxQuota: '4' })
      const seen = new Set<number>()
      for (let day = 0; day < 28; day += 1) {
        now += 86_400_000
        seen.add((await checkIn()).data.quota)
      }
      expect([...seen].sort()).toEqual([3, 4])
    })

    it('is refused while it is off or has nothing to give', async () => {
      // From before the settings refused it.
      await gateway.plane.domain.options.change('CheckInQuota', 0)
      expect([await canCheckIn(), (await checkIn()).code]).toEqual([false, 'check_in_misconfigured'])
      expect((await user.get('/api/user/check_in_status')).data.checked_in).toBe(false)
      await setOptions({ CheckInQuota: '10', CheckInEnabled: 'false' })
      expect([await canCheckIn(), (await checkIn()).code]).toEqual([false, 'check_in_off'])
      expect(await quotaOf()).toBe(0)
    })
  })
})
