import { beforeAll, describe, expect, it } from 'vitest'
import { startEpayServer } from '#testing/epay-server.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'

/** More than there may be, all at once. */
const atOnce = 20
const most = 3

type Kind = {
  option: 'TokensPerUser' | 'UnpaidOrdersPerUser'
  refusal: string
  told: string
  make: (client: TestClient) => ReturnType<TestClient['post']>
  /** Everything that was ever made for the user. */
  count: (userId: number) => Promise<number>
}

describe('of what a user makes for nothing there is only so much', () => {
  eachGateway((gateway) => {
    let root: TestClient
    beforeAll(async () => {
      root = await gateway().asRoot()
      const epay = await startEpayServer()
      await setOptions({
        PayAddress: epay.url,
        EpayId: epay.pid,
        EpayKey: epay.key,
        ServerAddress: gateway().url,
        TokensPerUser: `${most}`,
        UnpaidOrdersPerUser: `${most}`,
      })
      return epay.close
    })
    const setOptions = async (options: Record<string, string>) => {
      for (const [key, value] of Object.entries(options)) {
        const answer = await root.put('/api/option/', { key, value })
        if (!answer.success) throw new Error(answer.text)
      }
    }
    const query = () => gateway().plane.database.query
    const countRows = async (table: 'tokens' | 'top_ups', userId: number) =>
      (await query().selectFrom(table).select('id').where('user_id', '=', userId).execute()).length
    const pay = (client: TestClient) =>
      client.post('/api/user/pay', { amount: 1, payment_method: 'zfb', top_up_code: '' })

    const kinds: Record<'tokens' | 'orders', Kind> = {
      tokens: {
        option: 'TokensPerUser',
        refusal: 'token_too_many',
        told: 'A user may have at most 3 API tokens: delete one first',
        make: (client) => client.post('/api/token/', { name: 'key' }),
        count: (userId) => countRows('tokens', userId),
      },
      orders: {
        option: 'UnpaidOrdersPerUser',
        refusal: 'topup_too_many',
        told: 'At most 3 orders may be unpaid at a time: pay one of them, or wait until one is 24 hours old',
        make: pay,
        count: (userId) => countRows('top_ups', userId),
      },
    }

    it.each(Object.entries(kinds))('%s: of many asked for at once as many are made as may be', async (name, kind) => {
      const { make, count, refusal, told } = kind
      const user = await gateway().asUser(`many-${name}`)
      const answers = await Promise.all(Array.from({ length: atOnce }, () => make(user)))
      expect(answers.filter(({ success }) => success)).toHaveLength(most)
      const refused = answers.filter(({ success }) => !success)
      expect(new Set(refused.map(({ status, code, message }) => `${status} ${code} ${message}`))).toEqual(
        new Set([`200 ${refusal} ${told}`]),
      )
      expect(await count(user.userId)).toBe(most)
      const other = await gateway().asUser(`other-${name}`)
      expect((await make(other)).success).toBe(true)
    })

    it.each(Object.entries(kinds))(
      '%s: a limit that was lowered takes nothing away, and makes none',
      async (name, kind) => {
        const { option, make, count, refusal } = kind
        const user = await gateway().asUser(`cut-${name}`)
        await make(user)
        await make(user)
        await setOptions({ [option]: '1' })
        expect([(await make(user)).code, await count(user.userId)]).toEqual([refusal, 2])
        await setOptions({ [option]: `${most}` })
        expect([(await make(user)).success, (await make(user)).code]).toEqual([true, refusal])
      },
    )

    it('a deleted token makes room, a disabled one does not', async () => {
      const user = await gateway().asUser('tidy')
      for (let made = 0; made < most; made += 1) await kinds.tokens.make(user)
      const [{ id }] = (await user.get('/api/token/')).data.items
      await user.put('/api/token/?status_only=true', { id, status: 2 })
      expect((await kinds.tokens.make(user)).code).toBe('token_too_many')
      await user.remove(`/api/token/${id}/`)
      expect((await kinds.tokens.make(user)).success).toBe(true)
    })

    it('an order makes room when it is paid, and when it is a day old', async () => {
      const user = await gateway().asUser('payer')
      const makeAll = async () => {
        for (let made = 0; made < most; made += 1) expect((await pay(user)).success).toBe(true)
        expect((await pay(user)).code).toBe('topup_too_many')
      }
      const own = () => query().updateTable('top_ups').where('user_id', '=', user.userId)
      await makeAll()
      await own().set({ status: 'success' }).execute()
      await makeAll()
      const age = (seconds: number) =>
        own()
          .where('status', '=', 'pending')
          .set((eb) => ({ created_at: eb('created_at', '-', seconds) }))
          .execute()
      await age(86_000)
      expect((await pay(user)).code).toBe('topup_too_many')
      await age(400)
      await makeAll()
    })
  })
})
