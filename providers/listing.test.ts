import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startVendor, type Told, type Vendor } from '#testing/vendor-server.ts'
import { channelFacts } from '#testing/wanted.ts'
import { providerOf, providers } from './index.ts'
import type { ProviderEnvironment } from './provider.ts'

let vendor: Vendor
beforeAll(async () => {
  vendor = await startVendor()
})
beforeEach(() => {
  vendor.calls.length = 0
})
afterAll(() => vendor.close())

const environment: ProviderEnvironment = {
  now: () => Date.UTC(2026, 4, 20),
  fetch: async ({ url, method, headers }) => {
    const response = await fetch(url, { method, headers })
    return { status: response.status, body: await response.text() }
  },
}

const usual = { path: '/v1/models', body: { data: [{ id: 'a' }, { id: 'b' }, {}] } }
const unusual: Readonly<Record<number, { path: string; body?: unknown; header?: readonly [string, string] }>> = {
  3: { path: '/openai/models?api-version=2025-04-01-preview', header: ['api-key', 'k'] },
  4: { path: '/api/tags', body: { models: [{ name: 'a' }, { name: 'b' }, {}] } },
  14: { path: '/v1/models?limit=1000', header: ['x-api-key', 'k'] },
  17: { path: '/compatible-mode/v1/models' },
  24: {
    path: '/v1beta/models?pageSize=1000',
    body: { models: [{ name: 'models/a' }, { name: 'b' }, {}] },
    header: ['x-goog-api-key', 'k'],
  },
  26: { path: '/api/paas/v4/models' },
  34: { path: '/v1/models?page_size=1000', body: { models: [{ name: 'a' }, { name: 'b' }, {}] } },
  39: {
    path: '/client/v4/accounts/o/ai/models/search?per_page=1000',
    body: { result: [{ name: 'a' }, { name: 'b' }, {}] },
  },
  44: { path: '/models' },
  45: { path: '/api/v3/models' },
  46: { path: '/v2/models' },
  1009: { path: '/v1/openai/models' },
  1013: { path: '/catalog/models', body: [{ id: 'a' }, { id: 'b' }, {}] },
  1016: { path: '/api/paas/v4/models' },
  1017: { path: '/compatible-mode/v1/models' },
  1018: { path: '/api/v3/models' },
  // Anybody may ask for the list.
  1025: {
    path: '/ml/v1/foundation_model_specs?version=2024-10-08&limit=200',
    body: { resources: [{ model_id: 'a' }, { model_id: 'b' }, {}] },
    header: ['accept', '*/*'],
  },
}

describe('models', () => {
  // Bedrock signs for an address of its own, Vertex and Xunfei list none.
  const listing = providers.filter(({ type, modelList }) => modelList !== undefined && type !== 33 && type !== 8)

  it.each(listing.map((provider) => [provider.name, provider] as const))(
    'are listed by %s',
    async (_name, provider) => {
      const { path, body, header } = { ...usual, header: ['authorization', 'Bearer k'], ...unusual[provider.type] }
      vendor.tell({ body })
      const other = provider.type === 39 ? 'o' : ''
      const list = provider.modelList?.(channelFacts({ baseUrl: vendor.url, other }), 'k', environment)
      const told = await environment.fetch({ url: list?.url ?? '', method: 'GET', headers: list?.headers ?? {} })
      expect(list?.read(JSON.parse(told.body))).toEqual(['a', 'b'])
      expect(vendor.calls.at(-1)).toMatchObject({ method: 'GET', path })
      expect(vendor.calls.at(-1)?.headers[header[0] ?? '']).toBe(header[1])
    },
  )

  it('are listed beside a custom address of conversations', () => {
    const facts = channelFacts({ baseUrl: 'https://a.example/x/chat/completions' })
    expect(providerOf(8).modelList?.(facts, 'k', environment).url).toBe('https://a.example/x/models')
  })

  it.each(listing.map((provider) => [provider.name, provider] as const))(
    'of %s are none where the answer is something else',
    (_name, provider) => {
      const list = provider.modelList?.(channelFacts({ baseUrl: vendor.url }), 'k', environment)
      for (const body of [null, 'x', {}, { data: 1, models: 1, result: 1 }]) expect(list?.read(body)).toEqual([])
    },
  )
})

describe('what is left to spend', () => {
  const balanceOf = (type: number) =>
    providerOf(type).balance?.(channelFacts({ baseUrl: vendor.url }), 'k', environment) ??
    Promise.reject(new Error('cannot be asked'))
  const answers = (table: Record<string, unknown>): void =>
    vendor.tell(({ path, headers }): Told => {
      const body = table[path.split('?')[0] ?? '']
      const isKnown = headers.authorization === 'Bearer k' && body !== undefined
      return isKnown ? { body } : { status: 401, body: { error: 'no' } }
    })

  type Balance = { answers: Record<string, unknown>; left: number }
  const subscription: Balance = {
    answers: {
      '/v1/dashboard/billing/subscription': { hard_limit_usd: 120, has_payment_method: true },
      '/v1/dashboard/billing/usage': { total_usage: 2050 },
    },
    left: 99.5,
  }
  const moonshot: Balance = {
    answers: { '/v1/users/me/balance': { code: 0, status: true, data: { available_balance: 49.5 } } },
    left: 49.5,
  }
  const told: Readonly<Record<string, Balance>> = {
    openai: subscription,
    custom: subscription,
    openrouter: { answers: { '/v1/credits': { data: { total_credits: 10, total_usage: 2.5 } } }, left: 7.5 },
    moonshot,
    'moonshot-international': moonshot,
    siliconflow: {
      answers: { '/v1/user/info': { code: 20000, data: { totalBalance: '88.00', balance: '1' } } },
      left: 88,
    },
    deepseek: {
      answers: {
        '/user/balance': { is_available: true, balance_infos: [{ currency: 'USD', total_balance: '3.10' }] },
      },
      left: 3.1,
    },
  }
  // The library's stands at an address that nobody can change.
  const asked = providers.filter(({ balance, name }) => balance !== undefined && name !== 'aiproxy-library')

  it.each(asked.map(({ name, type }) => [name, type] as const))('is told by %s', async (name, type) => {
    const { answers: table = {}, left } = told[name] ?? {}
    answers(table)
    expect(await balanceOf(type)).toBe(left)
  })

  it('is asked of a subscription for the month', async () => {
    answers(subscription.answers)
    await balanceOf(1)
    expect(vendor.calls.at(-1)?.path).toBe('/v1/dashboard/billing/usage?start_date=2026-05-01&end_date=2026-05-20')
  })

  it('looks a hundred days back where nothing is paid for by the month', async () => {
    answers({
      '/v1/dashboard/billing/subscription': { hard_limit_usd: 5, has_payment_method: false },
      '/v1/dashboard/billing/usage': { total_usage: 100 },
    })
    expect(await balanceOf(1)).toBe(4)
    expect(vendor.calls.at(-1)?.path).toContain('start_date=2026-02-09')
  })

  it('is told in yuan where an account has both', async () => {
    const both = [
      { currency: 'USD', total_balance: '3' },
      { currency: 'CNY', total_balance: '70.2' },
    ]
    answers({ '/user/balance': { balance_infos: both } })
    expect(await balanceOf(43)).toBe(70.2)
  })

  it.each(asked.map(({ name, type }) => [name, type] as const))('is not made up by %s', async (_name, type) => {
    answers({})
    await expect(balanceOf(type)).rejects.toThrow('status 401')
    vendor.tell({ body: {} })
    await expect(balanceOf(type)).rejects.toThrow('no balance')
    vendor.tell({ type: 'text/html', body: '<html>' })
    await expect(balanceOf(type)).rejects.toThrow('status 200')
  })
})
