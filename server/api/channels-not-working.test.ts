import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels, removeChannels } from '#testing/relay-client.ts'

describe('channels that are not working', () => {
  eachGateway((gateway) => {
    let root: TestClient
    beforeAll(async () => {
      root = await gateway().asRoot()
      await root.put('/api/option/', { key: 'AutomaticDisableChannelEnabled', value: 'true' })
    })
    beforeEach(() => removeChannels(root))

    const add = (name: string, fields: object = {}) => addRelayChannel(root, { name, models: 'm,n', ...fields })
    const read = async () => (await root.get('/api/channel/not_working')).data
    const live = () => gateway().plane.domain
    const disable = async (id: number, reason: string) => {
      const channel = live().pool.find(id)
      if (channel) await live().watch.disable(channel, undefined, reason)
    }
    const nothing = { total: 0, items: [] }

    it('are none where all work, and not for users to know', async () => {
      await add('sound')
      expect(await read()).toEqual({ disabled: 0, auto_disabled: nothing, resting: nothing })
      const user = await gateway().asUser('nosy')
      expect(await user.get('/api/channel/not_working')).toMatchObject({ success: false })
    })

    it('are told with why and since when where the gateway disabled them, and as a number where somebody did', async () => {
      const [refused, byHand] = [await add('refused'), await add('by hand')]
      await disable(refused, '401 wrong key')
      await root.put('/api/channel/', { id: byHand, status: 2 })
      expect(await read()).toEqual({
        disabled: 1,
        auto_disabled: {
          total: 1,
          items: [{ id: refused, name: 'refused', reason: '401 wrong key', since: expect.any(Number) }],
        },
        resting: nothing,
      })
      expect((await read()).auto_disabled.items[0].since).toBeGreaterThan(1_700_000_000)
    })

    it('are the latest twenty of many that the gateway disabled, and how many there are', async () => {
      for (let index = 0; index < 21; index += 1) await disable(await add(`no ${index}`), 'gone')
      const { total, items } = (await read()).auto_disabled
      expect([total, items.length]).toEqual([21, 20])
    })

    it('are told where models or keys rest, the one that rests longest first, until they are woken', async () => {
      const [ofModels, ofKeys, disabled] = [await add('models'), await add('keys', { key: 'a,b,c' }), await add('off')]
      await add('sound')
      const limit = { isLimit: true, reason: '429 slow_down' }
      for (const id of [ofModels, disabled]) live().health.failed(id, 'm', { ...limit, retryAfterSeconds: 60 })
      await root.put('/api/channel/', { id: disabled, status: 2 })
      const channel = live().pool.find(ofKeys)
      if (channel) {
        live().keys.bench(channel, 'a', { reason: '429 short', forMs: 30_000 })
        live().keys.bench(channel, 'b', { reason: '429 long', forMs: 300_000 })
      }
      const { resting } = await read()
      expect(resting).toEqual({
        total: 2,
        items: [
          {
            ...{ id: ofKeys, name: 'keys', rest: null },
            keys: { in_use: 1, count: 3, until: expect.any(Number), reason: '429 long' },
          },
          {
            ...{ id: ofModels, name: 'models', keys: null },
            rest: { models: 1, until: expect.any(Number), why: 'limit', reason: '429 slow_down' },
          },
        ],
      })
      expect(resting.items[0].keys.until).toBeGreaterThan(resting.items[1].rest.until)
      for (const id of [ofModels, ofKeys]) await root.post(`/api/channel/${id}/wake`)
      expect((await read()).resting).toEqual(nothing)
    })

    it('are told by the name of the reason where it is ours, for the console to word', async () => {
      await priceModels(root, ['m'])
      const { key } = await addRelayToken(root)
      // More keys than one: what no upstream said is held against the channel, and not against a key.
      const gone = await add('gone', { base_url: 'http://127.0.0.1:1', key: 'a,b' })
      for (let call = 0; call < 5; call += 1) await callRelay(gateway(), key, { model: 'm' })
      const { items } = (await read()).resting
      expect(items).toMatchObject([{ id: gone, rest: { reason: 'unreachable' }, keys: null }])
    })
  })
})
