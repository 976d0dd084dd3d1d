import { beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { findBrokenInvariants } from '../db/invariants.ts'

const unit = 500_000

describe('invitations', () => {
  eachGateway((gateway) => {
    let root: TestClient
    beforeAll(async () => {
      root = await gateway().asRoot()
    })

    const setOption = (key: string, value: number) => root.put('/api/option/', { key, value: String(value) })
    let made = 0
    const invite = async (inviter: TestClient, earned: number) => {
      made += 1
      const username = `invited${made}`
      await setOption('QuotaForInviter', earned)
      const { data: aff_code } = await inviter.get('/api/user/aff')
      const body = { username, password: 'stone-river-1', aff_code }
      const answer = await gateway().visitor().post('/api/user/register', body)
      if (!answer.success) throw new Error(answer.text)
    }
    const self = async (client: TestClient) => {
      const { quota, aff_quota, aff_history_quota, aff_count } = (await client.get('/api/user/self')).data
      return { quota, aff_quota, aff_history_quota, aff_count }
    }
    const transfer = (client: TestClient, quota: unknown) => client.post('/api/user/aff_transfer', { quota })

    it('have a code, always the same, that is nobody else’s', async () => {
      const [one, other] = [await gateway().asUser('one'), await gateway().asUser('other')]
      const { data: code } = await one.get('/api/user/aff')
      expect(code).toMatch(/^[0-9A-Za-z]{6}$/)
      expect((await one.get('/api/user/aff')).data).toBe(code)
      expect((await other.get('/api/user/aff')).data).not.toBe(code)
    })

    it('T08 I12: earnings reach the balance once, of 20 that move all of them at once', async () => {
      const inviter = await gateway().asUser('inviter')
      await invite(inviter, 2 * unit)
      const answers = await Promise.all(Array.from({ length: 20 }, () => transfer(inviter, 2 * unit)))
      expect(answers.filter(({ success }) => success)).toHaveLength(1)
      for (const { success, status, code } of answers) {
        if (!success) expect([status, code]).toEqual([200, 'transfer_insufficient'])
      }
      expect(await self(inviter)).toEqual({
        quota: 2 * unit,
        aff_quota: 0,
        aff_history_quota: 2 * unit,
        aff_count: 1,
      })
      expect(await gateway().plane.domain.ledger.balance(inviter.userId)).toBe(2 * unit)
      const { items } = (await inviter.get('/api/log/self/?type=4')).data
      expect(items[0]).toMatchObject({ quota: 2 * unit, content: 'Moved invite earnings to the balance' })
      expect(await findBrokenInvariants(gateway().plane.database)).toEqual([])
    })

    it('T08: amounts that make no sense are refused', async () => {
      const inviter = await gateway().asUser('careful')
      await invite(inviter, 3 * unit)
      for (const [quota, code] of [
        [-5, 'transfer_too_small'],
        [0, 'transfer_too_small'],
        [unit - 1, 'transfer_too_small'],
        [3 * unit + 1, 'transfer_insufficient'],
        [1e308, 'input_invalid'],
        ['500000', 'input_invalid'],
        [1.5, 'input_invalid'],
        [null, 'input_invalid'],
      ] as const) {
        const answer = await transfer(inviter, quota)
        expect([quota, answer.status, answer.code]).toEqual([quota, 200, code])
      }
      expect((await transfer(inviter, 0)).message).toBe('The minimum transfer is $1.00')
      expect((await transfer(inviter, unit)).success).toBe(true)
      expect(await self(inviter)).toMatchObject({ quota: unit, aff_quota: 2 * unit })
      expect(await findBrokenInvariants(gateway().plane.database)).toEqual([])
    })

    it('I12: many who register with one code at once are each counted once', async () => {
      const inviter = await gateway().asUser('popular')
      await Promise.all(Array.from({ length: 10 }, () => invite(inviter, unit)))
      expect(await self(inviter)).toMatchObject({ aff_count: 10, aff_quota: 10 * unit })
      expect(await findBrokenInvariants(gateway().plane.database)).toEqual([])
    })
  })
})
