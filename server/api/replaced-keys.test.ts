import { beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { createStillClock } from '#testing/movable-clock.ts'
import { withTwoNodes } from '#testing/two-nodes.ts'

const clock = createStillClock()
const hour = 3600

describe('a key that is replaced', () => {
  eachGateway(
    (gateway) => {
      let user: TestClient
      let other: TestClient
      beforeAll(async () => {
        await gateway().asRoot()
        user = await gateway().asUser('owner')
        other = await gateway().asUser('other')
      })

      const make = async (fields: object = {}): Promise<{ id: number; key: string }> =>
        (await user.post('/api/token/', { name: 'key', unlimited_quota: true, ...fields })).data
      const rotate = async (id: number, keepSeconds: number): Promise<string> =>
        (await user.post(`/api/token/${id}/rotate`, { keep_seconds: keepSeconds })).data.key
      /** By the door that calls come through. */
      const answerTo = async (key: string) =>
        (await fetch(`${gateway().url}/v1/models`, { headers: { authorization: `Bearer sk-${key}` } })).status
      const answersTo = (...keys: string[]) => Promise.all(keys.map(answerTo))

      it('T21: opens nothing any more, at once, and the new one what it opened', async () => {
        const { id, key } = await make({ group: '', model_limits: 'gpt-4o' })
        expect(await answerTo(key)).toBe(200)
        const next = await rotate(id, 0)
        expect(next).toMatch(/^[0-9A-Za-z]{48}$/)
        expect(await answersTo(key, next)).toEqual([401, 200])
        expect((await user.get(`/api/token/${id}`)).data).toMatchObject({ id, key: next, model_limits: 'gpt-4o' })
      })

      it('opens the same token as long as its owner has chosen, whether it was in memory or not', async () => {
        const { id, key } = await make()
        const next = await rotate(id, hour)
        const { identities } = gateway().plane.domain
        expect((await identities.token(key))?.id).toBe(id)
        expect(await answersTo(key, next)).toEqual([200, 200])
        expect((await user.get(`/api/log/token?key=sk-${key}`)).success).toBe(true)
        clock.pass(hour + 1)
        expect(await answersTo(key, next)).toEqual([401, 200])
        identities.forgetToken(id)
        expect(await answersTo(key, next)).toEqual([401, 200])
        expect((await user.get(`/api/log/token?key=sk-${key}`)).success).toBe(false)
      })

      it('lives no longer than its token, nor than the owner says who replaces the next one', async () => {
        const short = await make({ expired_time: Math.floor(clock.now() / 1000) + 10 })
        await rotate(short.id, hour)
        clock.pass(11)
        expect(await answerTo(short.key)).toBe(401)

        const first = await make()
        const second = await rotate(first.id, hour)
        const third = await rotate(first.id, 0)
        expect(await answersTo(first.key, second, third)).toEqual([401, 401, 200])

        const { id, key } = await make()
        await rotate(id, hour)
        await user.remove(`/api/token/${id}`)
        expect(await answerTo(key)).toBe(401)
      })

      it('is one of ten at most that still open their token', async () => {
        const { id } = await make()
        for (let times = 0; times < 12; times += 1) await rotate(id, hour)
        const { query } = gateway().plane.database
        const kept = await query.selectFrom('replaced_keys').selectAll().where('token_id', '=', id).execute()
        expect(kept).toHaveLength(10)
      })

      it('is one of one’s own, and is kept for a week at most', async () => {
        const { id, key } = await make()
        expect((await other.post(`/api/token/${id}/rotate`, { keep_seconds: 0 })).code).toBe('token_missing')
        for (const keep_seconds of [-1, 0.5, 7 * 24 * hour + 1, '5', undefined]) {
          expect((await user.post(`/api/token/${id}/rotate`, { keep_seconds })).code).toBe('input_invalid')
        }
        expect(await answerTo(key)).toBe(200)
      })

      it('leaves one key to two who replace it at once', async () => {
        const { id, key } = await make()
        const made = await Promise.all([rotate(id, 0), rotate(id, 0)])
        const kept = (await user.get(`/api/token/${id}`)).data.key
        expect(made).toContain(kept)
        const answers = await answersTo(key, ...made)
        expect(answers).toEqual([401, ...made.map((next) => (next === kept ? 200 : 401))])
      })
    },
    undefined,
    clock,
  )
})

describe('a key that is replaced at one node', () => {
  withTwoNodes((nodes) => {
    it('T21: opens nothing at the other node either', async () => {
      const { one, two } = nodes()
      await one.asRoot()
      const user = await one.asUser('owner')
      const { id, key } = (await user.post('/api/token/', { name: 'key', unlimited_quota: true })).data
      const answerTo = async (shown: string) =>
        (await fetch(`${two.url}/v1/models`, { headers: { authorization: `Bearer sk-${shown}` } })).status
      expect(await answerTo(key)).toBe(200)
      const next = (await user.post(`/api/token/${id}/rotate`, { keep_seconds: 0 })).data.key
      await expect.poll(() => answerTo(key)).toBe(401)
      expect(await answerTo(next)).toBe(200)
    })
  })
})
