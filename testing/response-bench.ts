import { afterAll, beforeAll, expect } from 'vitest'
import type { AnsweringUpstream } from './answering-upstream.ts'
import { eachGateway, type TestClient, type TestGateway } from './gateway.ts'
import { createMovableClock, type MovableClock } from './movable-clock.ts'
import { listOpenAnswers } from './open-answers.ts'
import { addRelayChannel, addRelayToken, priceModels } from './relay-client.ts'
import { startKeeper } from './response-keeper.ts'
import { expectSettledBooks } from './settled-books.ts'

/** As loose as parsing leaves it. */
type Json = ReturnType<typeof JSON.parse>

export type ResponseBench = {
  gateway: () => TestGateway
  clock: MovableClock
  root: () => TestClient
  /** Those that keep answers: the first has two keys. */
  makers: () => { first: AnsweringUpstream; second: AnsweringUpstream }
  makerOf: (id: string) => AnsweringUpstream
  channels: () => number[]
  /** Below `/v1/responses`. */
  send: (
    method: string,
    path: string,
    body?: object,
    owner?: string,
  ) => Promise<{ status: number; text: string; json: Json }>
  /** Has an answer made, and answers its id. */
  create: (body?: object) => Promise<string>
  /** How many rows of charged calls there are. */
  consumed: () => Promise<number>
  /** Lets time pass and asks for what is finished, until nothing is owed. */
  whenPaid: () => Promise<void>
}

/** A gateway in front of two upstreams that keep what they made. */
export const eachResponseBench = (define: (bench: ResponseBench) => void): void => {
  const clock = createMovableClock()
  eachGateway(
    (gateway) => {
      let first: AnsweringUpstream
      let second: AnsweringUpstream
      let root: TestClient
      let key: string
      let channels: number[]

      beforeAll(async () => {
        first = await startKeeper('first')
        second = await startKeeper('second')
        root = await gateway().asRoot()
        await priceModels(root, ['gpt', 'chat', 'other'])
        await root.put('/api/option/', { key: 'ModelPrice', value: '{"flat": 0.002}' })
        channels = [
          await addRelayChannel(root, { base_url: first.url, models: 'gpt,flat', key: 'sk-one,sk-two' }),
          await addRelayChannel(root, { base_url: second.url, models: 'gpt,flat', key: 'sk-three' }),
        ]
        await addRelayChannel(root, { base_url: second.url, models: 'other' })
        key = (await addRelayToken(root)).key
      })
      afterAll(async () => {
        await first?.close()
        await second?.close()
      })
      expectSettledBooks(gateway)

      const send: ResponseBench['send'] = async (method, path, body, owner = key) => {
        const response = await fetch(`${gateway().url}/v1/responses${path}`, {
          method,
          headers: { authorization: `Bearer ${owner}`, 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        const text = await response.text()
        return { status: response.status, text, json: text.startsWith('{') ? JSON.parse(text) : undefined }
      }

      define({
        gateway,
        clock,
        root: () => root,
        makers: () => ({ first, second }),
        makerOf: (id) => (id.includes('first') ? first : second),
        channels: () => channels,
        send,
        create: async (body = {}) => {
          const { text } = await send('POST', '', { model: 'gpt', input: 'Say something.', ...body })
          const [id] = /resp_\w+/.exec(text) ?? []
          return id ?? text
        },
        consumed: async () => {
          await gateway().plane.domain.ledger.drain()
          return (await root.get('/api/log/?p=1&page_size=100&type=2')).data.total
        },
        whenPaid: () =>
          expect
            .poll(async () => {
              clock.pass(60)
              // Notes are written behind the calls.
              await gateway().plane.domain.tasks.drain()
              await gateway().pollTasks()
              return listOpenAnswers(gateway().plane.database)
            })
            .toEqual([]),
      })
    },
    {},
    clock,
  )
}
