import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'
import { startUpstream, type Upstream } from '#testing/upstream.ts'

const usualRatio = 37.5
const cost = 20

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream()
})
afterAll(() => upstream.close())

describe('the price of a model behind a prefix', () => {
  eachGateway((gateway) => {
    expectSettledBooks(gateway)

    let root: TestClient
    let key: string

    beforeAll(async () => {
      root = await gateway().asRoot()
      await addRelayChannel(root, { base_url: upstream.url, models: 'plain,drip-3', model_prefix: 'far/' })
      key = (await addRelayToken(root)).key
    })

    const quotaOf = async (model: string) => {
      const answer = await callRelay(gateway(), key, { model })
      const { items } = (await root.get('/api/log/self/?type=2')).data
      const [row] = items
      return answer.status === 200 ? row.quota : answer.status
    }

    it('is that of its whole name, or else of the name behind the prefix', async () => {
      await priceModels(root, ['plain'])
      expect(await quotaOf('far/plain')).toBe(cost)
      await root.put('/api/option/', { key: 'ModelRatio', value: '{"plain":1,"far/plain":3}' })
      await root.put('/api/option/', { key: 'CompletionRatio', value: '{"plain":1,"far/plain":1}' })
      expect(await quotaOf('far/plain')).toBe(3 * cost)
    })

    it('is the same for those who go on without a price: the usual ratio is for models that have none', async () => {
      await priceModels(root, ['plain'])
      expect(await quotaOf('far/drip-3')).toBe(403)
      await root.put('/api/option/', { key: 'SelfUseModeEnabled', value: 'true' })
      expect(await quotaOf('far/plain')).toBe(cost)
      expect(await quotaOf('far/drip-3')).toBe(usualRatio * cost)
    })
  })
})
