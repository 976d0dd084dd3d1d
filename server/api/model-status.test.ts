import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels } from '#testing/relay-client.ts'
import { startUpstream, type Upstream } from '#testing/upstream.ts'

describe('how the models are doing', () => {
  eachGateway((gateway) => {
    let root: TestClient
    let upstream: Upstream
    const call = async (model: string, group = '') => {
      const { key } = await addRelayToken(root, { group })
      await callRelay(gateway(), key, { model, messages: [{ role: 'user', content: 'hi' }] })
    }
    const put = (key: string, value: unknown) => root.put('/api/option/', { key, value: String(value) })
    const read = (client: TestClient) => client.get('/api/model_status')

    beforeAll(async () => {
      upstream = await startUpstream()
      root = await gateway().asRoot()
      await put('RetryTimes', 0)
      await put('UserUsableGroups', JSON.stringify({ default: 'For everyone' }))
      const fields = { name: 'the secret vendor', key: 'sk-1', base_url: upstream.url }
      const models = ['plain', 'fail-500', 'fail-400', 'slow-1', 'fail-502']
      await priceModels(root, models)
      await addRelayChannel(root, { ...fields, models: 'plain,fail-500,fail-400,slow-1' })
      await addRelayChannel(root, { ...fields, models: 'fail-502', group: 'vip' })
      for (const model of ['plain', 'fail-500', 'fail-400']) await call(model)
      await gateway().plane.domain.failedCalls.drain()
    })
    afterAll(() => upstream.close())

    it('is for administrators until it is made public', async () => {
      const user = await gateway().asUser('reader')
      expect(await read(gateway().visitor())).toMatchObject({ status: 404, code: 'status_page_off' })
      expect((await read(user)).status).toBe(404)
      expect((await read(root)).status).toBe(200)
    })

    it('strangers learn of the models that are open to all, and of no vendor', async () => {
      await put('StatusPageEnabled', true)
      const { data, text } = await read(gateway().visitor())
      const [failing, plain, ...others] = data.models
      expect(failing).toMatchObject({ model: 'fail-500', now: 'down', uptime: 0 })
      expect(plain).toMatchObject({ model: 'plain', now: 'up', uptime: 1 })
      expect(plain.hours).toHaveLength(24)
      // What a client asked wrongly says nothing of a model, and a model that nobody called is counted alone.
      expect(others).toEqual([])
      expect(data.idle).toBe(2)
      expect(text).not.toContain('vendor')
    })

    it('is asked of the database once a minute', async () => {
      await call('slow-1')
      expect((await read(gateway().visitor())).data.models).toHaveLength(2)
    })
  })
})
