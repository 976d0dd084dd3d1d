import { beforeAll, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'

eachGateway((gateway) => {
  let root: TestClient
  let user: TestClient
  let key: string
  beforeAll(async () => {
    root = await gateway().asRoot()
    user = await gateway().asUser('payer')
    const { data } = await user.post('/api/token/', {
      name: 'one',
      remain_quota: 1_000_000,
      expired_time: 4_000_000_000,
    })
    key = data.key
    const { query } = gateway().plane.database
    await query.updateTable('tokens').set({ used_quota: 500_000 }).where('id', '=', data.id).execute()
    await query
      .updateTable('users')
      .set({ quota: 4_500_000, used_quota: 500_000 })
      .where('id', '=', user.userId)
      .execute()
  })

  const ask = async (path: string, authorization = `Bearer sk-${key}`) => {
    const response = await fetch(gateway().url + path, { headers: { authorization } })
    return { status: response.status, body: JSON.parse(await response.text()) }
  }
  const option = (name: string, value: string) => root.put('/api/option/', { key: name, value })
  const plan = (limit: number, until: number) => ({
    status: 200,
    body: {
      object: 'billing_subscription',
      has_payment_method: true,
      soft_limit_usd: limit,
      hard_limit_usd: limit,
      system_hard_limit_usd: limit,
      access_until: until,
    },
  })

  it('tells the figures of the token, or of its user, as the option says', async () => {
    for (const base of ['/v1/dashboard/billing', '/dashboard/billing']) {
      expect(await ask(`${base}/subscription`)).toEqual(plan(3, 4_000_000_000))
      const usage = await ask(`${base}/usage?start_date=2026-01-01&end_date=2026-02-01`)
      expect(usage).toEqual({ status: 200, body: { object: 'list', total_usage: 100 } })
    }
    await option('DisplayTokenStatEnabled', 'false')
    expect(await ask('/v1/dashboard/billing/subscription')).toEqual(plan(10, 0))
    await option('DisplayInCurrencyEnabled', 'false')
    expect(await ask('/v1/dashboard/billing/subscription')).toEqual(plan(5_000_000, 0))
    expect((await ask('/v1/dashboard/billing/usage')).body.total_usage).toBe(50_000_000)
    await option('DisplayTokenStatEnabled', 'true')
    await option('DisplayInCurrencyEnabled', 'true')
  })

  it('tells clients of routers the same of the key, and of the account', async () => {
    const told = { label: 'one', limit: 3, limit_remaining: 2, usage: 1, is_free_tier: false }
    for (const path of ['/api/v1/key', '/api/v1/auth/key']) {
      expect((await ask(path)).body).toEqual({ data: { ...told, expires_at: '2096-10-02T07:06:40.000Z' } })
    }
    expect((await ask('/api/v1/credits')).body).toEqual({ data: { total_credits: 3, total_usage: 1 } })
    const { data } = await user.post('/api/token/', { name: 'free', unlimited_quota: true })
    const unlimited = (await ask('/api/v1/key', `Bearer sk-${data.key}`)).body.data
    expect(unlimited).toMatchObject({ limit: null, limit_remaining: null, usage: 0, expires_at: null })
    expect((await ask('/api/v1/key', 'Bearer sk-nobody')).status).toBe(401)
  })

  it('tells the smallest use without the noise of binary fractions', async () => {
    const { data } = await user.post('/api/token/', { name: 'small', remain_quota: 1_000_000 })
    const { query } = gateway().plane.database
    await query.updateTable('tokens').set({ used_quota: 6 }).where('id', '=', data.id).execute()
    expect((await ask('/v1/dashboard/billing/usage', `Bearer sk-${data.key}`)).body.total_usage).toBe(0.0012)
  })

  it('says of a token without a limit that there is plenty, and nothing to a stranger', async () => {
    const { data } = await user.post('/api/token/', { name: 'all', unlimited_quota: true })
    expect(await ask('/v1/dashboard/billing/subscription', `Bearer sk-${data.key}`)).toEqual(plan(100_000_000, 0))
    expect((await ask('/v1/dashboard/billing/usage', 'Bearer sk-nobody')).status).toBe(401)
  })
})
