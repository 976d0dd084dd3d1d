import Anthropic from '@anthropic-ai/sdk'
import OpenAI, { toFile } from 'openai'
import { afterAll, beforeAll, expect } from 'vitest'
import { type Answer, type AnsweringUpstream, answerJson, startAnsweringUpstream } from './answering-upstream.ts'
import { batchLine, linesOf } from './batch-service.ts'
import { chatBody } from './chat-answers.ts'
import { eachGateway, type TestClient, type TestGateway } from './gateway.ts'
import { createMovableClock, type MovableClock } from './movable-clock.ts'
import { patience } from './patience.ts'
import { addRelayChannel, addRelayToken, priceModels } from './relay-client.ts'
import { expectSettledBooks } from './settled-books.ts'

type Json = ReturnType<typeof JSON.parse>

export type OwnBatchBench = {
  gateway: () => TestGateway
  clock: MovableClock
  root: () => TestClient
  upstream: () => AnsweringUpstream
  client: () => OpenAI
  anthropic: () => Anthropic
  stranger: () => OpenAI
  upload: (lines: readonly Json[]) => Promise<string>
  create: (lines: readonly Json[]) => Promise<OpenAI.Batch>
  /** Lets time pass and has what is due gone on with. */
  poll: (seconds?: number) => Promise<void>
  quota: () => Promise<number>
  rows: () => Promise<Json[]>
  whenOver: (id: string) => Promise<OpenAI.Batch>
  results: (id: string | null | undefined) => Promise<Json[]>
}

/** What a call of `plain` costs: 100 tokens and 20, at half of one quota each. */
export const perCall = 60

export const callOfPlain = (customId: string, content = customId): Json =>
  batchLine(customId, { model: 'plain', max_tokens: 20, messages: [{ role: 'user', content }] })

/** Answers every call by what it says, and refuses those that say so. */
export const answerPlainly: Answer = ({ path, body, text }, response) => {
  if (text.includes('a bad wish')) return answerJson(response, 400, refusal)
  const said = `To ${body.messages?.at(-1)?.content}`
  const isMessage = path.endsWith('/messages')
  answerJson(response, 200, isMessage ? messageBody(said) : chatBody({ content: said }, usage))
}

const refusal = { type: 'error', error: { message: 'A bad wish', type: 'invalid_request_error' } }
const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }

const messageBody = (text: string) => ({
  ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'answering', stop_reason: 'end_turn' },
  ...{ content: [{ type: 'text', text }], usage: { input_tokens: 100, output_tokens: 20 } },
})

export const ownBatchOptions = async (root: TestClient, options: Record<string, string>): Promise<void> => {
  for (const [key, value] of Object.entries(options)) await root.put('/api/option/', { key, value })
}

/** A gateway that does the batches of a model itself whose channel has none. */
export const eachOwnBatchBench = (define: (bench: OwnBatchBench) => void): void => {
  const clock = createMovableClock()
  eachGateway(
    (gateway) => {
      let [root, upstream]: [TestClient?, AnsweringUpstream?] = []
      let [client, anthropic, stranger]: [OpenAI?, Anthropic?, OpenAI?] = []
      const clientOf = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${gateway().url}/v1`, maxRetries: 0 })
      beforeAll(async () => {
        upstream = await startAnsweringUpstream(answerPlainly)
        root = await gateway().asRoot()
        await priceModels(root, ['plain'])
        await ownBatchOptions(root, { OwnBatches: 'true', ServerAddress: gateway().url })
        await addRelayChannel(root, { type: 43, base_url: upstream.url, models: 'plain' })
        const { key } = await addRelayToken(root)
        client = clientOf(key)
        anthropic = new Anthropic({ apiKey: key, baseURL: gateway().url, maxRetries: 0 })
        stranger = clientOf((await addRelayToken(await gateway().asUser('stranger'))).key)
      })
      afterAll(() => upstream?.close())
      expectSettledBooks(gateway)

      const upload = async (lines: readonly Json[]) => {
        const file = await toFile(Buffer.from(linesOf(lines)), 'calls.jsonl')
        return (await made(client).files.create({ file, purpose: 'batch' })).id
      }
      const poll = async (seconds = 5) => {
        clock.pass(seconds)
        await gateway().pollTasks()
        await gateway().pollTasks()
      }
      define({
        gateway,
        clock,
        root: () => made(root),
        upstream: () => made(upstream),
        client: () => made(client),
        anthropic: () => made(anthropic),
        stranger: () => made(stranger),
        upload,
        create: async (lines) =>
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
          const status = async () => (await made(client).batches.retrieve(id)).status
          await expect.poll(status, patience).toMatch(/^(completed|cancelled|expired|failed)$/)
          return made(client).batches.retrieve(id)
        },
        results: async (id) => {
          const text = await (await made(client).files.content(id ?? '')).text()
          return text
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line))
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
