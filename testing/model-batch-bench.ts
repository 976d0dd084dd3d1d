import { GoogleGenAI } from '@google/genai'
import { afterAll, beforeAll, expect } from 'vitest'
import { eachGateway, type TestClient, type TestGateway } from './gateway.ts'
import { type ModelBatchService, startModelBatchService } from './model-batch-service.ts'
import { createMovableClock } from './movable-clock.ts'
import { addRelayChannel, addRelayToken, priceModels } from './relay-client.ts'
import { expectSettledBooks } from './settled-books.ts'

type Json = ReturnType<typeof JSON.parse>

export type ModelBatchBench = {
  gateway: () => TestGateway
  root: () => TestClient
  service: () => ModelBatchService
  key: () => string
  client: () => GoogleGenAI
  /** Another user's. */
  stranger: () => GoogleGenAI
  quota: () => Promise<number>
  rows: () => Promise<Json[]>
  poll: () => Promise<void>
  /** Waits until a batch, by the name it is known by, is over and paid for. */
  whenOver: (name: string) => Promise<void>
}

/** A gateway in front of a service of two keys, each an account; the model `gem` costs one quota per token, `vector` too. */
export const eachModelBatchBench = (define: (bench: ModelBatchBench) => void): void => {
  const clock = createMovableClock()
  eachGateway(
    (gateway) => {
      let [root, service, key]: [TestClient?, ModelBatchService?, string?] = []
      let [client, stranger]: [GoogleGenAI?, GoogleGenAI?] = []
      const clientOf = (apiKey: string) => new GoogleGenAI({ apiKey, httpOptions: { baseUrl: gateway().url } })
      beforeAll(async () => {
        service = await startModelBatchService()
        root = await gateway().asRoot()
        await priceModels(root, ['gem', 'vector'])
        const fields = { type: 24, base_url: service.url, models: 'gem,vector', key: 'AIza-a\nAIza-b' }
        await addRelayChannel(root, fields)
        key = (await addRelayToken(root)).key
        client = clientOf(key)
        stranger = clientOf((await addRelayToken(await gateway().asUser('stranger'))).key)
      })
      afterAll(() => service?.close())
      expectSettledBooks(gateway)
      const poll = async () => {
        clock.pass(60)
        // The first may be a round that had begun before.
        await gateway().pollTasks()
        await gateway().pollTasks()
      }
      define({
        gateway,
        root: () => made(root),
        service: () => made(service),
        key: () => made(key),
        client: () => made(client),
        stranger: () => made(stranger),
        quota: async () => {
          await gateway().plane.domain.ledger.drain()
          return (await made(root).get('/api/user/self')).data.quota
        },
        rows: async () => {
          await gateway().plane.domain.ledger.drain()
          return (await made(root).get('/api/log/?p=1&page_size=100&type=2')).data.items
        },
        poll,
        whenOver: async (name) => {
          await poll()
          const owner = { userId: 1, platform: 'model-batch' }
          const find = () => gateway().plane.domain.tasks.find(owner, name.replace('batches/', ''))
          await expect.poll(find).toMatchObject({ isOpen: false, owes: false })
        },
      })
    },
    {},
    clock,
  )
}

const made = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new TypeError('the bench has not begun')
  return value
}
