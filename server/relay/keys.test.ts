import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'
import { startUpstream, type Upstream, upstreamUsage } from '#testing/upstream.ts'

const models = ['plain', 'silent', 'drip-20']
const cost = upstreamUsage.total_tokens

eachGateway((gateway) => {
  expectSettledBooks(gateway)

  let upstream: Upstream
  let root: TestClient
  let channel: number
  let token: { id: number; key: string }

  beforeAll(async () => {
    upstream = await startUpstream('first')
    root = await gateway().asRoot()
    await priceModels(root, models)
    channel = await addRelayChannel(root, { base_url: upstream.url, models: models.join(',') })
    token = await addRelayToken(root)
  })
  afterAll(async () => {
    await upstream.close()
  })
  const call = (body: Record<string, unknown> | string, headers?: Record<string, string>, key = token.key) =>
    callRelay(gateway(), key, body, headers)

  const lastRow = async (requestId: string) => {
    await gateway().plane.domain.ledger.drain()
    const { items } = (await root.get('/api/log/?p=1&page_size=100&type=2')).data
    return items.find((row: { request_id: string }) => row.request_id === requestId)
  }

  describe('a key', () => {
    it.each([
      ['missing', ''],
      ['T51: empty', 'Bearer '],
      ['unknown', `Bearer sk-${'x'.repeat(48)}`],
      ['T51: as long as it may be', `Bearer sk-${'x'.repeat(12_000)}`],
      ['T51: of other letters', 'Bearer sk-%E2%82%AC'],
      ['of quotes', `Bearer sk-' or 1=1 --`],
    ])('that is %s is a 401', async (_title, authorization) => {
      const answer = await call({ model: 'plain' }, { authorization })
      expect(answer.status).toBe(401)
      expect(answer.json.error.type).toBe('authentication_error')
    })

    it('T51: picks a channel for administrators only', async () => {
      expect((await call({ model: 'plain' }, {}, `${token.key}-${channel}`)).status).toBe(200)
      for (const [pin, status] of [
        ['0', 400],
        ['abc', 400],
        ['-1', 400],
        ['999999', 400],
        ['', 400],
      ] as const) {
        expect((await call({ model: 'plain' }, {}, `${token.key}-${pin}`)).status).toBe(status)
      }
      const member = await gateway().asUser('pinner')
      const own = await addRelayToken(member)
      const refused = await call({ model: 'plain' }, {}, `${own.key}-${channel}`)
      expect([refused.status, refused.json.error.code]).toEqual([403, 'channel_pin_forbidden'])
    })

    it('acts on its limits at once: models, addresses, expiry, status, deletion', async () => {
      const { id, key } = await addRelayToken(root, { model_limits_enabled: true, model_limits: 'plain' })
      const change = (fields: Record<string, unknown>) => root.put('/api/token/', { id, name: 'token', ...fields })
      const status = async (model = 'plain') => (await call({ model }, {}, key)).status
      expect(await status()).toBe(200)
      expect(await status('silent')).toBe(403)
      await change({ model_limits_enabled: false, allow_ips: '10.0.0.0/8' })
      expect(await status()).toBe(403)
      await change({ allow_ips: '10.0.0.0/8\n127.0.0.1' })
      expect(await status()).toBe(200)
      await change({ expired_time: 1 })
      expect(await status()).toBe(401)
      await change({ expired_time: -1 })
      expect(await status()).toBe(200)
      await root.put('/api/token/?status_only=true', { id, status: 2 })
      expect(await status()).toBe(401)
      await root.put('/api/token/?status_only=true', { id, status: 1 })
      expect(await status()).toBe(200)
      await root.remove(`/api/token/${id}`)
      expect(await status()).toBe(401)
    })

    it('T03: is spent when its own quota is, and the next call is refused', async () => {
      const { id, key } = await addRelayToken(root, { unlimited_quota: false, remain_quota: 5 * cost })
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => call({ model: 'plain', max_tokens: 10 }, {}, key)),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
      expect((await root.get(`/api/token/${id}`)).data).toMatchObject({
        remain_quota: 0,
        used_quota: 5 * cost,
        status: 4,
      })
      expect((await call({ model: 'plain' }, {}, key)).json.error.code).toBe('insufficient_quota')
    })

    it('serves a small answer from a small balance, and ends a stream that outruns it', async () => {
      const { key } = await addRelayToken(root, { unlimited_quota: false, remain_quota: cost })
      expect((await call({ model: 'plain' }, {}, key)).status).toBe(200)
      const short = await addRelayToken(root, { unlimited_quota: false, remain_quota: 9 })
      const answer = await call({ model: 'drip-20', stream: true }, {}, short.key)
      expect(answer.status).toBe(200)
      expect(answer.text).toContain('insufficient_quota')
      expect(JSON.parse((await lastRow(answer.requestId)).other)).toMatchObject({ stream_error: 'out_of_quota' })
    })

    it('T01: serves ten of 200 parallel calls to who can pay for ten, and refuses the rest', async () => {
      const member = await gateway().asUser('spender')
      await root.put('/api/user/', { id: member.userId, username: 'spender', quota: 10 * cost })
      const { key } = await addRelayToken(member)
      const answers = await Promise.all(
        Array.from({ length: 200 }, () => call({ model: 'plain', max_tokens: 10 }, {}, key)),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
      for (const { status, json } of answers.filter((answer) => answer.status !== 200)) {
        expect(status).toBe(403)
        expect(json.error).toMatchObject({ type: 'insufficient_quota', code: 'insufficient_quota' })
      }
      expect((await member.get('/api/user/self')).data).toMatchObject({ quota: 0, used_quota: 10 * cost })
    })

    it('T02: without a limit of its own serves 200 at a time until the account is dry, and never more', async () => {
      const member = await gateway().asUser('dry')
      await root.put('/api/user/', { id: member.userId, username: 'dry', quota: 1000 * cost })
      const { key } = await addRelayToken(member)
      const statuses: number[] = []
      let begun = 0
      const askOn = async () => {
        while (begun < 2000) {
          begun += 1
          statuses.push((await call({ model: 'plain', max_tokens: 10 }, {}, key)).status)
        }
      }
      await Promise.all(Array.from({ length: 200 }, askOn))
      await gateway().plane.domain.ledger.drain()
      const { quota, used_quota } = (await member.get('/api/user/self')).data
      expect(quota).toBeGreaterThanOrEqual(0)
      const served = statuses.filter((status) => status === 200).length
      expect([statuses.length, used_quota, quota]).toEqual([2000, served * cost, (1000 - served) * cost])
      expect(statuses.filter((status) => status !== 200 && status !== 403)).toEqual([])
      // What was held for running calls is free again: one after the other takes the rest.
      while (statuses.at(-1) === 200 || statuses.length === 2000) {
        statuses.push((await call({ model: 'plain', max_tokens: 10 }, {}, key)).status)
      }
      expect(statuses.slice(2000)).toEqual([...Array.from({ length: 1000 - served }, () => 200), 403])
      expect((await member.get('/api/user/self')).data).toMatchObject({ quota: 0, used_quota: 1000 * cost })
    })

    it('of an ordinary user only looks at a demo site', async () => {
      const member = await gateway().asUser('watcher')
      const { key } = await addRelayToken(member)
      await root.put('/api/option/', { key: 'DemoSiteEnabled', value: 'true' })
      expect((await call({ model: 'plain' }, {}, key)).status).toBe(405)
      expect((await call({ model: 'plain' })).status).toBe(200)
      await root.put('/api/option/', { key: 'DemoSiteEnabled', value: 'false' })
    })

    it('lists the models it may call, in both forms of the path', async () => {
      const { key } = await addRelayToken(root, { model_limits_enabled: true, model_limits: 'plain,silent' })
      const list = async (path: string) => {
        const response = await fetch(gateway().url + path, { headers: { authorization: `Bearer ${key}` } })
        return JSON.parse(await response.text())
      }
      const { object, data } = await list('/v1/models')
      expect(object).toBe('list')
      expect(data.map((model: { id: string }) => model.id).sort()).toEqual(['plain', 'silent'])
      expect(await list('/v1/models/')).toMatchObject({ object: 'list' })
      expect(await list('/v1/models/plain')).toMatchObject({ id: 'plain', object: 'model' })
    })
  })
})
