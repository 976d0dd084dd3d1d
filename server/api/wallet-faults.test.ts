import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { type EpayServer, startEpayServer } from '#testing/epay-server.ts'
import { createFailingDatabase, eachFailure, type FailingDatabase } from '#testing/failing-database.ts'
import { startTestGateway, type TestClient, type TestGateway } from '#testing/gateway.ts'
import { findBrokenInvariants } from '../db/invariants.ts'
import { systemClock } from '../lib/clock.ts'

describe('money that comes in on a database that fails', () => {
  eachDatabase((_engine, _open, openPlace) => {
    let failing: FailingDatabase
    let gateway: TestGateway
    let root: TestClient
    let user: TestClient
    let now = Date.now()

    beforeEach(async () => {
      failing = createFailingDatabase()
      const clock = { ...systemClock, now: () => now }
      gateway = await startTestGateway({ place: (await openPlace()).place, intercept: failing.intercept, clock })
      root = await gateway.asRoot()
      user = await gateway.asUser('user')
    })
    afterEach(async () => {
      failing.heal()
      expect(await findBrokenInvariants(gateway.plane.database)).toEqual([])
      await gateway.close()
    })

    const setOptions = async (options: Record<string, string>) => {
      for (const [key, value] of Object.entries(options)) await root.put('/api/option/', { key, value })
    }
    /** In the database, and as calls would find it. */
    const quotasOf = async () => [
      (await user.get('/api/user/self')).data.quota,
      await gateway.plane.domain.ledger.balance(user.userId),
    ]

    it('F13 F14: redeeming pays a code once or leaves it as it was, whichever call fails', async () => {
      const keys: string[] = (await root.post('/api/redemption/', { name: 'code', quota: 10, count: 60 })).data
      const keyOf = (attempt: number) => keys[attempt - 1] ?? 'there are too few codes'
      const redeem = (attempt: number) => user.post('/api/user/topup', { key: keyOf(attempt) })
      const attempts = await eachFailure(
        failing,
        async (attempt) => {
          const { success, status } = await redeem(attempt)
          expect(success || status === 503).toBe(true)
        },
        async (attempt, where) => {
          const again = await redeem(attempt)
          // Paid now, or it had been, and only the answer was lost.
          expect([undefined, 'redeem_used'], where).toContain(again.code)
          expect(await quotasOf(), where).toEqual([attempt * 10, attempt * 10])
        },
      )
      expect(attempts).toBeGreaterThan(10)
    })

    it('F13 F14: checking in brings its quota once a day, whichever call fails', async () => {
      await setOptions({ CheckInEnabled: 'true', CheckInQuota: '10' })
      let days = 0
      const attempts = await eachFailure(
        failing,
        async () => {
          now += 86_400_000
          days += 1
          const { success, status } = await user.post('/api/user/check_in')
          expect(success || status === 503).toBe(true)
        },
        async (_attempt, where) => {
          const again = await user.post('/api/user/check_in')
          expect([undefined, 'check_in_done'], where).toContain(again.code)
          expect(await quotasOf(), where).toEqual([days * 10, days * 10])
        },
      )
      expect(attempts).toBeGreaterThan(10)
    })

    it('F13 F14: moving invite earnings takes from one and gives to the other, whichever call fails', async () => {
      await setOptions({ QuotaPerUnit: '10', QuotaForInviter: '10000' })
      const { data: aff_code } = await user.get('/api/user/aff')
      await gateway.visitor().post('/api/user/register', { username: 'invited', password: 'stone-river-1', aff_code })
      const attempts = await eachFailure(
        failing,
        async () => {
          const { success, status } = await user.post('/api/user/aff_transfer', { quota: 10 })
          expect(success || status === 503).toBe(true)
        },
        async (_attempt, where) => {
          const { quota, aff_quota } = (await user.get('/api/user/self')).data
          expect(quota + aff_quota, where).toBe(10_000)
          expect(await quotasOf(), where).toEqual([quota, quota])
        },
      )
      expect(attempts).toBeGreaterThan(10)
    })

    describe('through the payment provider', () => {
      let epay: EpayServer
      beforeEach(async () => {
        epay = await startEpayServer()
      })
      afterEach(() => epay.close())

      it('F13 F14: a notice credits its order once, and is acknowledged only then, whichever call fails', async () => {
        await setOptions({
          PayAddress: epay.url,
          EpayId: epay.pid,
          EpayKey: epay.key,
          UnpaidOrdersPerUser: '1000',
          ServerAddress: gateway.url,
        })
        const orders: Record<string, string>[] = []
        for (let count = 0; count < 60; count += 1) {
          orders.push((await user.post('/api/user/pay', { amount: 1, payment_method: 'zfb' })).data)
        }
        const tell = (attempt: number) => epay.tell(orders[attempt - 1] ?? {})
        const attempts = await eachFailure(
          failing,
          async (attempt) => {
            expect(['success', 'fail']).toContain(await tell(attempt))
          },
          async (attempt, where) => {
            // The provider tells again what was not acknowledged.
            expect(await tell(attempt), where).toBe('success')
            expect(await quotasOf(), where).toEqual([attempt * 500_000, attempt * 500_000])
          },
        )
        expect(attempts).toBeGreaterThan(10)
      })
    })
  })
})
