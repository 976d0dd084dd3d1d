import { afterAll, beforeAll, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { createMovableClock } from '#testing/movable-clock.ts'
import { startVendor, type Vendor } from '#testing/vendor-server.ts'

const clock = createMovableClock()

eachGateway(
  (gateway) => {
    let root: TestClient
    let vendor: Vendor
    const cost = (input: number, output: number) => ({ cost: { input, output } })
    const list = (large: object) => ({
      body: {
        acme: { models: { large, small: cost(0.15, 0.6), unheard: cost(1, 1) } },
        other: { models: { small: cost(9, 9) } },
      },
    })

    beforeAll(async () => {
      root = await gateway().asRoot()
      vendor = await startVendor(() => list(cost(3, 15)))
      const set = (key: string, value: unknown) =>
        root.put('/api/option/', { key, value: typeof value === 'string' ? value : JSON.stringify(value) })
      await set('ModelRatio', { large: 1.5, small: 0.075 })
      await set('CompletionRatio', { large: 5, small: 4 })
      await set('PriceListAddresses', `${vendor.url}/prices.json\n${vendor.url}/gone`)
      await set('PriceListCheckHours', '6')
    })
    afterAll(() => vendor.close())

    const look = async () => {
      await gateway().plane.priceChecks.lookDue()
      return (await root.get('/api/price_list/seen')).data
    }

    it('Lists are looked at by the clock, what nobody in them asks is noted, and no price is changed', async () => {
      const [address, gone] = [`${vendor.url}/prices.json`, `${vendor.url}/gone`]
      vendor.tell(({ path }) => (path === '/gone' ? { status: 404, body: {} } : list(cost(3, 15))))
      const silent = { address: gone, answered: false, count: 0, models: [] }
      expect((await look()).lists).toEqual([{ address, answered: true, count: 0, models: [] }, silent])
      const calls = vendor.calls.length
      vendor.tell(({ path }) => (path === '/gone' ? { status: 404, body: {} } : list(cost(6, 15))))
      await look()
      expect(vendor.calls.length).toBe(calls)
      clock.pass(6 * 3600 + 1)
      const { lists, checked_at } = await look()
      expect(lists).toEqual([{ address, answered: true, count: 1, models: ['large'] }, silent])
      expect(checked_at).toBeGreaterThan(1_700_000_000)
      const options = (await root.get('/api/option/')).data
      expect(options.find(({ key }: { key: string }) => key === 'ModelRatio').value).toContain('1.5')
    })
  },
  undefined,
  clock,
)
