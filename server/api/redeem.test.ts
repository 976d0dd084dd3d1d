import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { findBrokenInvariants } from '../db/invariants.ts'

const quota = 100_000

describe('redeeming', () => {
  eachGateway((gateway) => {
    let root: TestClient
    beforeAll(async () => {
      root = await gateway().asRoot()
    })
    afterEach(async () => {
      expect(await findBrokenInvariants(gateway().plane.database)).toEqual([])
    })

    let made = 0
    const makeUsers = (count: number): Promise<TestClient[]> =>
      Promise.all(
        Array.from({ length: count }, () => {
          made += 1
          return gateway().asUser(`redeemer${made}`)
        }),
      )
    const makeUser = async (): Promise<TestClient> => {
      const [user] = await makeUsers(1)
      if (user === undefined) throw new Error('there is no user')
      return user
    }
    const createCode = async (fields: object = {}): Promise<{ id: number; key: string }> => {
      const { data, text } = await root.post('/api/redemption/', { name: 'code', quota, ...fields })
      if (data === undefined) throw new Error(text)
      const { items } = (await root.get('/api/redemption/?page_size=1')).data
      return { id: items[0].id, key: data[0] }
    }
    const redeem = (user: TestClient, key: string) => user.post('/api/user/topup', { key })
    const quotaOf = async (user: TestClient): Promise<number> => (await user.get('/api/user/self')).data.quota
    const outcomes = (answers: readonly { success: boolean; code: string | undefined; status: number }[]) => {
      expect(answers.filter(({ status }) => status !== 200)).toEqual([])
      return {
        paid: answers.filter(({ success }) => success).length,
        codes: [...new Set(answers.filter(({ success }) => !success).map(({ code }) => code))].sort(),
      }
    }

    it('adds what the code is worth, says so, and leaves a row in the log', async () => {
      const user = await makeUser()
      const { id, key } = await createCode()
      const { ledger } = gateway().plane.domain
      expect(await ledger.balance(user.userId)).toBe(0)
      expect((await redeem(user, ` ${key} `)).data).toEqual({ quota, is_gift: false })
      expect([await quotaOf(user), await ledger.balance(user.userId)]).toEqual([quota, quota])
      const { items } = (await user.get('/api/log/self/')).data
      expect(items).toEqual([
        expect.objectContaining({ type: 1, quota, content: `Redeemed code #${id}`, username: `redeemer${made}` }),
      ])
    })

    it('T04 I12: of 100 parallel claims of one code, by one user or by fifty, one is paid', async () => {
      const one = await makeUser()
      const { key } = await createCode()
      const byOne = await Promise.all(Array.from({ length: 100 }, () => redeem(one, key)))
      expect(outcomes(byOne)).toEqual({ paid: 1, codes: ['redeem_locked', 'redeem_used'] })
      expect(await quotaOf(one)).toBe(quota)

      const many = await makeUsers(50)
      const { id, key: other } = await createCode()
      const byMany = await Promise.all(many.flatMap((user) => [redeem(user, other), redeem(user, other)]))
      expect(outcomes(byMany)).toEqual({ paid: 1, codes: ['redeem_used'] })
      const quotas = await Promise.all(many.map(quotaOf))
      expect(quotas.filter((left) => left > 0)).toEqual([quota])
      const winner = many[quotas.indexOf(quota)]
      expect((await root.get(`/api/redemption/${id}`)).data).toMatchObject({
        status: 3,
        used_count: 1,
        used_user_id: winner?.userId,
      })
    })

    it('T05 I12: a gift for three is paid to three of fifty users, once each', async () => {
      const users = await makeUsers(50)
      const { id, key } = await createCode({ is_gift: true, max_uses: 3 })
      const answers = await Promise.all(users.flatMap((user) => Array.from({ length: 4 }, () => redeem(user, key))))
      expect(outcomes(answers).paid).toBe(3)
      const quotas = await Promise.all(users.map(quotaOf))
      expect(quotas.filter((left) => left > 0)).toEqual([quota, quota, quota])
      expect((await root.get(`/api/redemption/${id}`)).data).toMatchObject({
        status: 3,
        used_count: 3,
        used_user_id: 0,
      })
    })

    it('a gift without a limit is paid to each who comes, once', async () => {
      const users = await makeUsers(6)
      const { id, key } = await createCode({ is_gift: true, max_uses: null })
      const answers = await Promise.all(users.flatMap((user) => [redeem(user, key), redeem(user, key)]))
      expect(outcomes(answers)).toEqual({ paid: 6, codes: ['redeem_repeated'] })
      expect(answers.find(({ success }) => success)?.data).toEqual({ quota, is_gift: true })
      expect((await root.get(`/api/redemption/${id}`)).data).toMatchObject({ status: 1, used_count: 6 })
    })

    it('T06: pays no code that is disabled, deleted, too early or too late, gift or not', async () => {
      const now = Math.floor(Date.now() / 1000)
      for (const is_gift of [true, false]) {
        const user = await makeUser()
        const disabled = await createCode({ is_gift })
        await root.put('/api/redemption/?status_only=true', { id: disabled.id, status: 2 })
        const deleted = await createCode({ is_gift })
        await root.remove(`/api/redemption/${deleted.id}`)
        const early = await createCode({ is_gift, valid_from: now + 600 })
        const late = await createCode({ is_gift, valid_from: now - 900, valid_until: now - 600 })
        const valid = await createCode({ is_gift, valid_from: now - 600, valid_until: now + 600 })
        const codeOf = async ({ key }: { key: string }) => (await redeem(user, key)).code
        expect(await codeOf(disabled)).toBe('redeem_disabled')
        expect(await codeOf(deleted)).toBe('redeem_unknown')
        expect(await codeOf(early)).toBe('redeem_early')
        expect(await codeOf(late)).toBe('redeem_expired')
        expect(await quotaOf(user)).toBe(0)
        expect(await codeOf(valid)).toBeUndefined()
        expect(await quotaOf(user)).toBe(quota)
      }
    })

    it('I12: a code that is switched off while many redeem it is paid to each of them in full or not at all', async () => {
      const users = await makeUsers(20)
      const { id, key } = await createCode({ is_gift: true })
      const [answers] = await Promise.all([
        Promise.all(users.map((user) => redeem(user, key))),
        root.put('/api/redemption/?status_only=true', { id, status: 2 }),
      ])
      const { paid } = outcomes(answers)
      const quotas = await Promise.all(users.map(quotaOf))
      expect(quotas.filter((left) => left === quota)).toHaveLength(paid)
      expect((await root.get(`/api/redemption/${id}`)).data).toMatchObject({ status: 2, used_count: paid })
    })

    it('says why in the language of the caller, always with the same beginning', async () => {
      const user = await makeUser()
      const answer = await user.post('/api/user/topup', { key: 'guess' }, { headers: { 'accept-language': 'zh-CN' } })
      expect(answer.message).toBe('兑换失败：兑换码无效')
      expect((await redeem(user, 'guess')).message).toBe('This code is invalid')
      for (const body of [{}, { key: '' }, { key: '  ' }]) {
        expect((await user.post('/api/user/topup', body)).code).toBe('redeem_code_missing')
      }
      for (const body of [{ key: 5 }, { key: 'x'.repeat(65) }]) {
        expect((await user.post('/api/user/topup', body)).code).toBe('input_invalid')
      }
    })

    it('after ten failures nothing more is tried for a while, not even the right code; successes do not count', async () => {
      const user = await makeUser()
      for (let times = 0; times < 12; times += 1) {
        expect((await redeem(user, (await createCode()).key)).success).toBe(true)
      }
      for (let times = 0; times < 10; times += 1)
        expect((await redeem(user, `guess${times}`)).code).toBe('redeem_unknown')
      const { key } = await createCode()
      const answer = await redeem(user, key)
      expect([answer.code, answer.message]).toEqual(['redeem_locked', expect.stringContaining('10 minutes')])
      expect((await redeem(await makeUser(), key)).success).toBe(true)
    })

    it('counts guesses from one address, whoever makes them', async () => {
      const users = await makeUsers(7)
      const headers = { 'x-forwarded-for': '198.51.100.7' }
      const codes = []
      for (const user of users) {
        for (let times = 0; times < 10; times += 1) {
          codes.push((await user.post('/api/user/topup', { key: 'guess' }, { headers })).code)
        }
      }
      expect(codes.filter((code) => code === 'redeem_unknown')).toHaveLength(60)
      expect(codes.slice(60)).toEqual(Array.from({ length: 10 }, () => 'redeem_locked'))
    })
  })
})
