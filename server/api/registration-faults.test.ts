import { describe, expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { createFailingDatabase, eachFailure } from '#testing/failing-database.ts'
import { startTestGateway } from '#testing/gateway.ts'
import { findBrokenInvariants } from '../db/invariants.ts'

describe('registering on a database that fails', () => {
  eachDatabase((_engine, _open, openPlace) => {
    it('F13 F14: whichever call fails, an account comes whole or not at all, and its gifts at most once', async () => {
      const failing = createFailingDatabase()
      const gateway = await startTestGateway({ place: (await openPlace()).place, intercept: failing.intercept })
      try {
        const root = await gateway.asRoot()
        const gifts = { QuotaForNewUser: 1000, QuotaForInvitee: 300, QuotaForInviter: 200 }
        for (const [key, value] of Object.entries(gifts)) await root.put('/api/option/', { key, value: String(value) })
        const inviter = await gateway.asUser('inviter')
        const { aff_code } = (await inviter.get('/api/user/self')).data
        const nameOf = (attempt: number) => `guest${attempt}`
        const password = 'stone-river-1'
        const attempts = await eachFailure(
          failing,
          async (attempt) => {
            const body = { username: nameOf(attempt), password, aff_code }
            const answer = await gateway.visitor().post('/api/user/register', body)
            expect(answer.status === 503 || answer.success, answer.text).toBe(true)
          },
          async (attempt, where) => {
            const again = await gateway.visitor().post('/api/user/register', { username: nameOf(attempt), password })
            // Either nothing had been made, and now it is, or the account is there.
            expect([undefined, 'username_taken'], where).toContain(again.code)
            const user = await gateway.signIn(nameOf(attempt), password)
            const { quota, inviter_id } = (await user.get('/api/user/self')).data
            expect(quota, where).toBe(inviter_id === 0 ? 1000 : 1300)
          },
        )
        const { total } = await gateway.plane.database.query
          .selectFrom('users')
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .where('inviter_id', '=', inviter.userId)
          .executeTakeFirstOrThrow()
        expect((await inviter.get('/api/user/self')).data).toMatchObject({ aff_count: total, aff_quota: total * 200 })
        expect(attempts).toBeGreaterThan(10)
        expect(await findBrokenInvariants(gateway.plane.database)).toEqual([])
      } finally {
        await gateway.close()
      }
    })
  })
})
