import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, expect } from 'vitest'
import { type BatchService, batchLine, linesOf, startBatchService } from './batch-service.ts'
import { eachGateway, type TestClient, type TestGateway } from './gateway.ts'
import { type MessageBatchService, startMessageBatchService } from './message-batch-service.ts'
import { createMovableClock, type MovableClock } from './movable-clock.ts'
import { addRelayChannel, addRelayToken, priceModels } from './relay-client.ts'
import { expectSettledBooks } from './settled-books.ts'

type Json = ReturnType<typeof JSON.parse>

export type BatchBench = {
  gateway: () => TestGateway
  clock: MovableClock
  root: () => TestClient
  service: () => BatchService
  messages: () => MessageBatchService
  key: () => string
  client: () => OpenAI
  /** Another user's. */
  stranger: () => OpenAI
  upload: (lines: readonly Json[]) => Promise<string>
  /** A batch of calls of the model `gpt`, each with at most ten tokens of output. */
  create: (lines?: readonly Json[]) => Promise<OpenAI.Batch>
  /** Lets time pass and has everything asked for that is due. */
  poll: (seconds?: number) => Promise<void>
  quota: () => Promise<number>
  /** The rows of charges, newest first. */
  rows: () => Promise<Json[]>
  /** Waits until a batch is told to be over. */
  whenOver: (id: string) => Promise<OpenAI.Batch>
}

export const callOfGpt = (customId: string, more: Json = {}): Json =>
  batchLine(customId, {
    model: 'gpt',
    max_tokens: 10,
    messages: [{ role: 'user', content: 'Say something.' }],
    ...more,
  })

/** A gateway in front of services that take batches, each model at one quota per token. */
export const eachBatchBench = (define: (bench: BatchBench) => void): void => {
  const clock = createMovableClock()
  eachGateway(
    (gateway) => {
      let [root, service, messages]: [TestClient?, BatchService?, MessageBatchService?] = []
      let [key, client, stranger]: [string?, OpenAI?, OpenAI?] = []
      const clientOf = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${gateway().url}/v1`, maxRetries: 0 })
      beforeAll(async () => {
        service = await startBatchService()
        messages = await startMessageBatchService()
        root = await gateway().asRoot()
        await priceModels(root, ['gpt', 'other', 'claude'])
        await root.put('/api/option/', { key: 'ServerAddress', value: gateway().url })
        await addRelayChannel(root, { base_url: service.url, models: 'gpt,other', key: 'sk-a\nsk-b' })
        await addRelayChannel(root, { type: 14, base_url: messages.url, models: 'claude' })
        key = (await addRelayToken(root)).key
        client = clientOf(key)
        stranger = clientOf((await addRelayToken(await gateway().asUser('stranger'))).key)
      })
      afterAll(async () => {
        await service?.close()
        await messages?.close()
      })
      expectSettledBooks(gateway)

      const upload = async (lines: readonly Json[]) => {
        const file = await toFile(Buffer.from(linesOf(lines)), 'calls.jsonl')
        return (await made(client).files.create({ file, purpose: 'batch' })).id
      }
      const poll = async (seconds = 60) => {
        clock.pass(seconds)
        // The first may be a round that had begun before.
        await gateway().pollTasks()
        await gateway().pollTasks()
      }
      define({
        gateway,
        clock,
        root: () => made(root),
        service: () => made(service),
        messages: () => made(messages),
        key: () => made(key),
        client: () => made(client),
        stranger: () => made(stranger),
        upload,
        create: async (lines = [callOfGpt('one'), callOfGpt('two')]) =>
          made(client).batches.create({
            input_file_id: await upload(lines),
            endpoint: '/v1/chat/completions',
            completion_window: '24h',
          }),
        poll,
        quota: async () => {
          await gateway().plane.domain.ledger.drain()
          return (await made(root).get('/api/user/self')).data.quota
        },
        rows: async () => {
          await gateway().plane.domain.ledger.drain()
          return (await made(root).get('/api/log/?p=1&page_size=100&type=2')).data.items
        },
        whenOver: async (id) => {
          await poll()
          const over = async () => (await made(client).batches.retrieve(id)).status
          await expect.poll(over).toMatch(/^(completed|cancelled|expired|failed)$/)
          await gateway().plane.domain.ledger.drain()
          await expect
            .poll(async () => {
              const found = await gateway().plane.domain.tasks.find({ userId: 1, platform: 'openai-batch' }, id)
              return found?.owes
            })
            .toBe(false)
          return made(client).batches.retrieve(id)
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
