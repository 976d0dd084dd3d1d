import { describe, expect, it } from 'vitest'
import { eachDatabase } from '#testing/database.ts'
import { createFailingDatabase, eachFailure, type FailingDatabase } from '#testing/failing-database.ts'
import { startTestGateway, type TestClient, type TestGateway, userPassword } from '#testing/gateway.ts'
import { findBrokenInvariants } from '../db/invariants.ts'
import { findUser } from '../db/users.ts'
import { createPasswords } from '../domain/people/passwords.ts'

describe('administration of users on a database that fails', () => {
  eachDatabase((_engine, _open, _openPlace, makePlace) => {
    const withGateway = async (use: (gateway: TestGateway, failing: FailingDatabase) => Promise<void>) => {
      const failing = createFailingDatabase()
      const gateway = await startTestGateway({ place: (await makePlace()).place, intercept: failing.intercept })
      try {
        await gateway.asRoot()
        await use(gateway, failing)
        expect(await findBrokenInvariants(gateway.plane.database)).toEqual([])
      } finally {
        await gateway.close()
      }
    }
    const actsOn = async (gateway: TestGateway, id: number) =>
      (
        await gateway.plane.database.query
          .selectFrom('audit')
          .select('action')
          .where('target', '=', `user:${id}`)
          .execute()
      ).map(({ action }) => action)

    const sweepManage = (action: string, undone: number, done: number) =>
      it(`F13 F14: "${action}" is done and written down, or neither, and what it did acts at once`, async () => {
        await withGateway(async (gateway, failing) => {
          const root = await gateway.asRoot()
          const users = new Map<number, TestClient>()
          const userOf = (attempt: number): TestClient => {
            const user = users.get(attempt)
            if (user === undefined) throw new Error(`no user for attempt ${attempt}`)
            return user
          }
          for (let attempt = 1; attempt <= 40; attempt += 1) users.set(attempt, await gateway.asUser(`user${attempt}`))

          const attempts = await eachFailure(
            failing,
            async (attempt) => {
              const answer = await root.post('/api/user/manage', { id: userOf(attempt).userId, action })
              expect(answer.status === 503 || answer.success, answer.text).toBe(true)
            },
            async (attempt, where) => {
              const user = userOf(attempt)
              const acts = await actsOn(gateway, user.userId)
              const { status } = await user.get('/api/user/self')
              expect([status, acts], where).toEqual(acts.length === 0 ? [undone, []] : [done, [`user.${action}`]])
            },
          )
          expect(attempts).toBeGreaterThan(8)
          expect(attempts).toBeLessThan(40)
        })
      })
    sweepManage('disable', 200, 401)
    sweepManage('delete', 200, 401)
    sweepManage('promote', 200, 401)

    it('F13 F14 I12: an adjustment of the quota counts once, however often it is tried, and never without its record', async () => {
      await withGateway(async (gateway, failing) => {
        const root = await gateway.asRoot()
        const user = await gateway.asUser('adjusted')
        const load = async () => (await root.get(`/api/user/${user.userId}`)).data
        let form = await load()
        const wish = () => ({
          id: user.userId,
          quota: form.quota + 100,
          quota_before: form.quota,
          used_quota_before: form.used_quota,
          password: userPassword,
        })
        await eachFailure(
          failing,
          async () => {
            const answer = await root.put('/api/user/', wish())
            expect(answer.status === 503 || answer.success, answer.text).toBe(true)
          },
          async (_attempt, where) => {
            // Tried again by whoever saw it fail: it is done now, or had been.
            expect([undefined, 'user_quota_changed'], where).toContain((await root.put('/api/user/', wish())).code)
            const after = await load()
            // Nobody adjusted twice: each attempt adds a hundred.
            expect([form.quota, form.quota + 100], where).toContain(after.quota)
            expect(await gateway.plane.domain.ledger.balance(user.userId), where).toBe(after.quota)
            form = after
          },
        )
        const rows = (await root.get('/api/log/?type=3&username=adjusted&page_size=100')).data
        expect(rows.total * 100).toBe(form.quota)
        expect(await actsOn(gateway, user.userId)).toHaveLength(rows.total)
      })
    })

    it('F13 F14: a new password and the end of the other sessions come together', async () => {
      await withGateway(async (gateway, failing) => {
        const name = 'careful'
        const user = await gateway.asUser(name)
        const passwordOf = (attempt: number) => `password-${attempt}`
        const passwords = createPasswords()
        let known = userPassword
        let elsewhere = await gateway.signIn(name, known)
        await eachFailure(
          failing,
          async (attempt) => {
            await user.put('/api/user/self', { password: passwordOf(attempt) })
          },
          async (attempt, where) => {
            const row = await findUser(gateway.plane.database.query, user.userId)
            const isSet = await passwords.verify(passwordOf(attempt), row?.password_hash)
            expect([where, (await elsewhere.get('/api/user/self')).status]).toEqual([where, isSet ? 401 : 200])
            if (isSet) known = passwordOf(attempt)
            elsewhere = await gateway.signIn(name, known)
            expect((await user.get('/api/user/self')).status, where).toBe(200)
          },
        )
      })
    })

    it('a user who was made is there with his record, or not at all', async () => {
      await withGateway(async (gateway, failing) => {
        const root = await gateway.asRoot()
        await root.put('/api/option/', { key: 'QuotaForNewUser', value: '500' })
        await eachFailure(
          failing,
          async (attempt) => {
            await root.post('/api/user/', { username: `new${attempt}`, password: userPassword })
          },
          async (attempt, where) => {
            const { items } = (await root.get(`/api/user/search?keyword=new${attempt}`)).data
            const made = items.filter(({ username }: { username: string }) => username === `new${attempt}`)
            if (made.length === 0) return
            expect(made[0].quota, where).toBe(500)
            expect(await actsOn(gateway, made[0].id), where).toEqual(['user.create'])
            expect((await findUser(gateway.plane.database.query, made[0].id))?.role, where).toBe(1)
          },
        )
      })
    })
  })
})
