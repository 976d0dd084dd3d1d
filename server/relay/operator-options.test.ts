import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { patience } from '#testing/patience.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels, removeChannels } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'
import { chatAnswer, refusal, startVendor, type Vendor } from '#testing/vendor-server.ts'

describe('options of the operator', () => {
  eachGateway((gateway) => {
    let root: TestClient
    let vendor: Vendor
    let token: { key: string }
    beforeAll(async () => {
      root = await gateway().asRoot()
      vendor = await startVendor(() => chatAnswer())
      await priceModels(root, ['m'])
      token = await addRelayToken(root)
    })
    afterAll(() => vendor.close())
    expectSettledBooks(gateway)

    const set = async (key: string, value: string) =>
      expect(await root.put('/api/option/', { key, value })).toMatchObject({ success: true })
    const add = (name: string) => addRelayChannel(root, { name, key: 'sk-upstream', base_url: vendor.url, models: 'm' })
    const addChannel = async (): Promise<number> => {
      await removeChannels(root)
      return add('only')
    }
    const call = () => callRelay(gateway(), token.key, { model: 'm', messages: [{ role: 'user', content: 'Hello' }] })
    const used = async () => (await root.get('/api/user/self')).data.used_quota
    const rows = async () => (await root.get('/api/log/?type=2')).data.total

    it('leave no row of a call in the log when they say so, and charge it all the same', async () => {
      await addChannel()
      const before = [await used(), await rows()]
      await set('LogConsumeEnabled', 'false')
      expect((await call()).status).toBe(200)
      const between = [await used(), await rows()]
      expect(between[0]).toBeGreaterThan(before[0])
      expect(between[1]).toBe(before[1])
      await set('LogConsumeEnabled', 'true')
      expect((await call()).status).toBe(200)
      expect(await rows()).toBe(before[1] + 1)
    })

    it('disable a channel whose error holds one of their phrases, in whatever case', async () => {
      const id = await addChannel()
      await set('RetryTimes', '0')
      await set('AutomaticDisableChannelEnabled', 'true')
      await set('AutomaticDisableKeywords', 'out of ink\nTired Of It')
      vendor.tell(refusal(400, 'We are TIRED of it today', { code: 'tired' }))
      await call()
      const status = async () => (await root.get(`/api/channel/${id}`)).data.status
      await vi.waitFor(async () => expect(await status()).toBe(3), patience)
      vendor.tell(chatAnswer())
    })

    it('try a call that failed as often again as they say', async () => {
      await removeChannels(root)
      for (const name of ['one', 'two', 'three', 'four']) await add(name)
      await set('AutomaticDisableChannelEnabled', 'false')
      vendor.tell(refusal(500, 'A hiccup'))
      const tries = async (times: string) => {
        await set('RetryTimes', times)
        // Retries are a share of the calls.
        for (let calls = 0; calls < 100; calls += 1) gateway().plane.domain.retryBudget.earn()
        const before = vendor.calls.length
        await call()
        return vendor.calls.length - before
      }
      expect([await tries('0'), await tries('1'), await tries('2')]).toEqual([1, 2, 3])
      vendor.tell(chatAnswer())
    })

    it('tell the console whether there is a dashboard', async () => {
      const told = async () => (await root.get('/api/status')).data.enable_data_export
      expect(await told()).toBe(true)
      await set('DataExportEnabled', 'false')
      expect(await told()).toBe(false)
      await set('DataExportEnabled', 'true')
    })
  })
})
