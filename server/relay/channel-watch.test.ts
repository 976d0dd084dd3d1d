import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { patience } from '#testing/patience.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels, removeChannels } from '#testing/relay-client.ts'
import { chatAnswer, refusal, startVendor, type Vendor, type VendorCall } from '#testing/vendor-server.ts'

/** What follows from a failure is nobody's to wait for, and machines are slow at times. */
const eventually = <Result>(check: () => Result | Promise<Result>) => vi.waitFor(check, patience)

describe('channels that fail', () => {
  eachGateway((gateway) => {
    let root: TestClient
    let vendor: Vendor
    let token: { key: string }
    beforeAll(async () => {
      root = await gateway().asRoot()
      vendor = await startVendor(() => chatAnswer())
      await priceModels(root, ['m', 'vip/m', 'other'])
      token = await addRelayToken(root)
    })
    afterAll(() => vendor.close())
    beforeEach(async () => {
      await removeChannels(root)
      vendor.calls.length = 0
      vendor.tell(chatAnswer())
      await set('AutomaticDisableChannelEnabled', 'true')
      await set('RetryTimes', '0')
    })

    const set = (key: string, value: string) => root.put('/api/option/', { key, value })
    const create = (fields: object = {}): Promise<number> =>
      addRelayChannel(root, { name: 'failing', key: 'sk-upstream-key', base_url: vendor.url, models: 'm', ...fields })
    const read = async (id: number) => (await root.get(`/api/channel/${id}`)).data
    const call = (content = 'hi', fields: object = {}) =>
      callRelay(gateway(), token.key, { model: 'm', messages: [{ role: 'user', content }], ...fields })
    /** In the database, and where calls look for channels. */
    const disabled = (id: number) =>
      eventually(async () => {
        expect((await read(id)).status).toBe(3)
        expect(gateway().plane.domain.pool.find(id)?.enabled).toBe(false)
      })
    /** Nothing tells that nothing happens: a second call comes through all that the first one set going. */
    const stays = async (id: number) => {
      await call()
      await call()
      expect((await read(id)).status).toBe(1)
    }
    const reasonOf = async (id: number) => JSON.parse((await read(id)).other_info)

    it('are disabled for a refused key, with the reason and the time, and live no longer on the relay', async () => {
      const id = await create()
      vendor.tell(refusal(401, 'The key is wrong', { code: 'invalid_api_key' }))
      expect((await call()).status).toBe(502)
      await disabled(id)
      expect(await reasonOf(id)).toEqual({ status_reason: '401 The key is wrong', status_time: expect.any(Number) })
      expect((await call()).status).toBe(503)
      expect(vendor.calls).toHaveLength(1)
      expect(await root.put('/api/channel/', { id, status: 1 })).toMatchObject({ data: { status: 1, other_info: '' } })
      vendor.tell(chatAnswer())
      expect((await call()).status).toBe(200)
    })

    it.each([
      [402, 'Out of money', { type: 'insufficient_quota' }],
      [403, 'No', { code: 'account_deactivated' }],
      [429, 'Billing', { code: 'billing_not_active' }],
      [400, 'Your credit BALANCE is too low to go on', {}],
    ])('are disabled for status %i with the words "%s" %j', async (status, message, fields) => {
      const id = await create()
      vendor.tell(refusal(status, message, fields))
      await call()
      await disabled(id)
    })

    it.each([[400], [404], [429], [500]])('stay for status %i that says nothing of the kind', async (status) => {
      const id = await create()
      vendor.tell(refusal(status, 'Something else is wrong'))
      await call()
      await stays(id)
    })

    it('stay when the operator wants it so: of one channel, or of all', async () => {
      vendor.tell(refusal(401, 'The key is wrong'))
      const kept = await create({ auto_ban: 0 })
      await call()
      await stays(kept)
      await root.put('/api/channel/', { id: kept, status: 2 })
      await set('AutomaticDisableChannelEnabled', 'false')
      const other = await create()
      await call()
      await stays(other)
    })

    it('T59: stay when the phrase in the refusal is one that the client wrote, however it was spelt', async () => {
      const id = await create()
      const echo = ({ body }: VendorCall) =>
        refusal(400, `Cannot answer: ${body.messages[0].content.replace(/[-_\s]+/g, ' ')}`)
      vendor.tell(echo)
      await call('Please say: Permission denied')
      await call('permission-\n__DENIED')
      await stays(id)
      vendor.tell(refusal(400, 'Permission denied for this organization'))
      await call('hello')
      await disabled(id)
    })

    it("T59: stay when the gateway itself refuses, in the words of an upstream or with an upstream's status", async () => {
      const id = await create()
      const poor = await gateway().asUser(`poor${id}`)
      const { key } = await addRelayToken(poor)
      const response = await fetch(`${gateway().url}/v1/messages`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'm', max_tokens: 10, messages: [{ role: 'user', content: 'hi' }] }),
      })
      expect([response.status, vendor.calls.length]).toEqual([402, 0])
      expect((await read(id)).status).toBe(1)
    })

    it('are judged by what the upstream said, not by what clients are told', async () => {
      await set('global.hide_upstream_error_enabled', 'true')
      const told = await create()
      vendor.tell(refusal(400, 'Operation not allowed'))
      await call()
      await disabled(told)
      await set('global.hide_upstream_error_enabled', 'false')
      const mapped = await create({ status_code_mapping: '{"500":"401"}' })
      vendor.tell(refusal(500, 'A hiccup'))
      expect((await call()).status).toBe(401)
      await stays(mapped)
    })

    it('stay for an answer that only talks about keywords', async () => {
      const id = await create()
      vendor.tell(chatAnswer('Permission denied. Your credit balance is too low.'))
      expect((await call()).status).toBe(200)
      await stays(id)
    })

    it('T62: keep the key out of the reason, the notice and the log', async () => {
      const id = await create({ key: 'sk-very-secret-key-0123456789' })
      vendor.tell(({ key }) =>
        refusal(401, `Incorrect API key provided: ${key}. Find yours at https://upstream.example`),
      )
      const answer = await call()
      await disabled(id)
      expect((await reasonOf(id)).status_reason).toMatch(/^401 Incorrect API key provided: \*\*\*/)
      const seen = [(await read(id)).other_info, ...gateway().logLines].join('\n')
      expect(seen).not.toContain('sk-very-secret')
      expect(answer.status).toBe(502)
    })

    it('F09: with several keys lose only the bad one, and are disabled when all are bad', async () => {
      const id = await create({ key: 'sk-1,sk-2,sk-3,sk-4,sk-5' })
      await set('RetryTimes', '3')
      vendor.tell(({ key }) => (key === 'sk-3' ? refusal(401, 'bad key') : chatAnswer()))
      for (let calls = 0; calls < 10; calls += 1) await call()
      await eventually(async () => expect((await read(id)).stopped_keys).toHaveLength(1))
      const shown = await read(id)
      expect(shown).toMatchObject({ status: 1, key_count: 5, other_info: '' })
      expect(shown.stopped_keys).toEqual([
        {
          id: expect.any(String),
          place: 3,
          state: 'disabled',
          reason: '401 bad key',
          since: expect.any(Number),
          until: 0,
        },
      ])
      expect(vendor.calls.filter(({ key }) => key === 'sk-3')).toHaveLength(1)
      const listed = (await root.get('/api/channel/')).data.items[0]
      expect([listed.key, listed.key_count, listed.stopped_keys.length]).toEqual(['', 5, 1])
      vendor.tell(refusal(401, 'bad key'))
      for (let calls = 0; calls < 4; calls += 1) {
        await call()
        await eventually(async () => expect((await read(id)).stopped_keys).toHaveLength(calls + 2))
      }
      await disabled(id)
      expect((await root.put('/api/channel/', { id, status: 1 })).data).toMatchObject({ status: 1, stopped_keys: [] })
    })

    it('use a key again that an operator enables, and forget what was known of keys that are gone', async () => {
      const id = await create({ key: 'sk-1,sk-2' })
      vendor.tell(({ key }) => (key === 'sk-1' ? refusal(401, 'bad key') : chatAnswer()))
      await call()
      await call()
      await eventually(async () => expect((await read(id)).stopped_keys).toMatchObject([{ state: 'disabled' }]))
      const [{ id: name }] = (await read(id)).stopped_keys
      expect((await root.post(`/api/channel/${id}/keys/enable`, { key: 'other' })).code).toBe('channel_key_unknown')
      expect((await root.post(`/api/channel/${id}/keys/enable`, { key: name })).data.stopped_keys).toEqual([])
      await call()
      await call()
      await eventually(async () => expect((await read(id)).stopped_keys).toMatchObject([{ state: 'disabled' }]))
      await root.put('/api/channel/', { id, priority: 4 })
      expect((await read(id)).stopped_keys).toHaveLength(1)
      await root.put('/api/channel/', { id, key: 'sk-2,sk-3' })
      expect(await read(id)).toMatchObject({ key_count: 2, stopped_keys: [] })
    })

    it('rest a key that had too many calls, and tell until when', async () => {
      const id = await create({ key: 'sk-1,sk-2' })
      vendor.tell(({ key }) => (key === 'sk-1' ? refusal(429, 'slow down') : chatAnswer()))
      await call()
      await call()
      const [rest] = (await read(id)).stopped_keys
      expect(rest).toMatchObject({ place: 1, state: 'resting', reason: '429 test_error' })
      expect(rest.until - rest.since).toBeGreaterThanOrEqual(30)
      expect((await root.post(`/api/channel/${id}/keys/enable`, {})).data.stopped_keys).toEqual([])
    })

    it('lose one key by hand, which no test brings back, and keep the last', async () => {
      const id = await create({ key: 'sk-1,sk-2' })
      const keys = async () => (await root.get(`/api/channel/${id}/keys`)).data
      const [one, two] = await keys()
      expect([one, two]).toMatchObject([
        { place: 1, state: 'working' },
        { place: 2, state: 'working' },
      ])
      const disable = (key: string) => root.post(`/api/channel/${id}/keys/disable`, { key })
      expect((await disable('other')).code).toBe('channel_key_unknown')
      expect((await disable(two.id)).data.stopped_keys).toMatchObject([{ id: two.id, state: 'disabled', reason: '' }])
      expect((await disable(one.id)).code).toBe('channel_key_last')
      await set('AutomaticEnableChannelEnabled', 'true')
      await root.get('/api/channel/test')
      await gateway().plane.channelRuns.idle()
      await call()
      expect(vendor.calls.filter(({ key }) => key === 'sk-2')).toHaveLength(0)
      for (const kind of ['disabled', 'enabled']) await root.post(`/api/channel/batch/${kind}`, { ids: [id] })
      await root.put('/api/channel/', { id, status: 2 })
      await root.put('/api/channel/', { id, status: 1 })
      expect(await keys()).toMatchObject([
        { place: 2, state: 'disabled', by_hand: true, since: expect.any(Number) },
        { place: 1, state: 'working', by_hand: false },
      ])
      expect((await root.post(`/api/channel/${id}/keys/enable`, { key: two.id })).data.stopped_keys).toEqual([])
    })

    it('use one resting key again and let the others rest', async () => {
      const id = await create({ key: 'sk-1,sk-2,sk-3' })
      vendor.tell(({ key }) => (key === 'sk-3' ? chatAnswer() : refusal(429, 'slow down')))
      for (let calls = 0; calls < 3; calls += 1) await call()
      const resting = (await read(id)).stopped_keys
      expect(resting).toMatchObject([{ place: 1 }, { place: 2 }])
      const answer = await root.post(`/api/channel/${id}/keys/enable`, { key: resting[0].id })
      expect(answer.data.stopped_keys).toMatchObject([{ place: 2, state: 'resting' }])
    })

    it('go on resting one key when another is disabled', async () => {
      const id = await create({ key: 'sk-1,sk-2,sk-3' })
      vendor.tell(({ key }) => {
        if (key === 'sk-1') return refusal(429, 'slow down')
        return key === 'sk-2' ? refusal(401, 'bad key') : chatAnswer()
      })
      await call()
      await call()
      const states = async () => (await read(id)).stopped_keys.map(({ state }: { state: string }) => state)
      await eventually(async () => expect(await states()).toEqual(['resting', 'disabled']))
      // Read after the change of the second one, which the calls go by from then on.
      await gateway().plane.domain.pool.refresh([id])
      expect(await states()).toEqual(['resting', 'disabled'])
      for (let calls = 0; calls < 4; calls += 1) expect((await call()).status).toBe(200)
      expect(vendor.calls.map(({ key }) => key)).toEqual(['sk-1', 'sk-2', 'sk-3', 'sk-3', 'sk-3', 'sk-3'])
    })

    it('are disabled once and told of once, however many calls fail together', async () => {
      const id = await create({ name: 'crowded' })
      vendor.tell({ ...refusal(401, 'The key is wrong'), afterMs: 50 })
      await Promise.all(Array.from({ length: 30 }, () => call()))
      await disabled(id)
      const told = () =>
        gateway().logLines.filter((line) => line.includes('a notice for the super admin') && line.includes('crowded'))
      await eventually(() => expect(told().length).toBeGreaterThan(0))
      expect(told()).toHaveLength(1)
    })

    it('F08: do not keep calls from a healthy sibling, and are told apart in the figures', async () => {
      await set('RetryTimes', '2')
      const [bad, good] = [
        await create({ key: 'sk-bad', priority: 5 }),
        await create({ key: 'sk-good', models: 'm,other' }),
      ]
      let count = 0
      vendor.tell(({ key }) => {
        if (key === 'sk-good') return chatAnswer()
        count += 1
        return count % 2 === 0 ? chatAnswer() : refusal(500, 'A hiccup')
      })
      // Retries are a share of the calls, and those before have used some of them.
      for (let calls = 0; calls < 100; calls += 1) gateway().plane.domain.retryBudget.earn()
      for (let calls = 0; calls < 12; calls += 1) expect((await call()).status).toBe(200)
      await call('hi', { model: 'other' })
      const { data } = await root.get('/api/health/channels')
      const byId = new Map(data.channels.map((row: { channel_id: number }) => [row.channel_id, row]))
      expect(byId.get(good)).toMatchObject({ channel_name: 'failing', state: 'closed', failures: 0, success_rate: 1 })
      const failing = byId.get(bad) as { failures: number; success_rate: number; state: string }
      expect(failing.failures).toBeGreaterThan(0)
      expect(failing.success_rate).toBeLessThan(1)
      expect(data.models.map(({ model }: { model: string }) => model)).toEqual(['m', 'other'])
      expect(data.groups).toMatchObject([{ group: 'default' }])
      const [group] = data.groups
      expect(group.latency_ms).toBeGreaterThanOrEqual(0)
      const one = (await root.get(`/api/health/channels?channel_id=${good}&model=other`)).data
      expect(one).toMatchObject({
        channels: [{ channel_id: good, successes: 1 }],
        models: [{ model: 'other', successes: 1 }],
      })
      expect((await root.get('/api/health/channels?group=nobody')).data.channels).toEqual([])
      // The same stands in each row of the list.
      const { items } = (await root.get('/api/channel/?page_size=100')).data
      for (const { id, lately } of items) {
        const { successes = 0, failures = 0 } = (byId.get(id) ?? {}) as Partial<Record<string, number>>
        expect(lately).toEqual({ successes, failures })
      }
    })

    it('are no more told of once they are deleted', async () => {
      const bad = await create({ key: 'sk-bad', priority: 5 })
      await create({ key: 'sk-good' })
      vendor.tell(({ key }) => (key === 'sk-good' ? chatAnswer() : refusal(500, 'A hiccup')))
      for (let calls = 0; calls < 6; calls += 1) await call()
      const models = async () => (await root.get('/api/health/channels?model=m')).data.models
      expect(await models()).toMatchObject([{ state: 'open' }])
      await root.remove(`/api/channel/${bad}`)
      expect(await models()).toMatchObject([{ state: 'closed' }])
    })

    it('F07: rest as long as the upstream asked for, which the figures tell', async () => {
      const id = await create()
      vendor.tell(refusal(500, 'A hiccup'))
      for (let calls = 0; calls < 5; calls += 1) await call()
      const { channels, models } = (await root.get(`/api/health/channels?channel_id=${id}`)).data
      expect(channels).toMatchObject([{ state: 'open', failures: 5, successes: 0, success_rate: 0, latency_ms: null }])
      expect(models).toMatchObject([{ model: 'm', state: 'open' }])
      expect(channels[0].rests_until).toBeGreaterThan(Date.now() / 1000)
      await root.put('/api/channel/', { id, status: 2 })
      await root.put('/api/channel/', { id, status: 1 })
      expect((await root.get(`/api/health/channels?channel_id=${id}`)).data.channels).toMatchObject([
        { state: 'closed' },
      ])
    })
  })
})
