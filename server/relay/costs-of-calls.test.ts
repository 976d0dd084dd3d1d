import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LogOther } from '#contract/logs.ts'
import {
  type AnsweredCall,
  type AnsweringUpstream,
  answerJson,
  startAnsweringUpstream,
} from '#testing/answering-upstream.ts'
import { chatBody, chatEvent } from '#testing/chat-answers.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { recordedBytes } from '#testing/recorded-chat.ts'
import { type Recording, recordingsOf, recordingsPresent } from '#testing/recordings.ts'
import { addRelayChannel, addRelayToken, callRelay, priceModels } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'

const usage = {
  prompt_tokens: 1000,
  completion_tokens: 70,
  total_tokens: 1070,
  prompt_tokens_details: { cached_tokens: 640 },
}

/** One whole and one streamed whose prompt was partly read from a cache. */
const recorded = recordingsOf('openai-chat').filter(({ expected }) => (expected.usage?.cached ?? 0) > 0)

const answer = ({ body }: AnsweredCall, response: ServerResponse): void => {
  const recording = recorded.find(({ id }) => id === body.user)
  if (recording !== undefined) {
    const type = recording.streaming ? 'text/event-stream' : 'application/json'
    response.writeHead(200, { 'content-type': type }).end(recordedBytes(recording))
  } else if (body.stream === true) {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(chatEvent({ choices: [{ index: 0, delta: { content: 'Rain.' }, finish_reason: 'stop' }] }))
    response.end(`${chatEvent({ choices: [], usage })}data: [DONE]\n\n`)
  } else answerJson(response, 200, chatBody({ content: 'Rain.' }, usage))
}

/** Dollars for a million tokens. */
const costs = {
  own: { input: 2.5, output: 10, cache_read: 1.25 },
  upstream: { input: 0.3, output: 0.1, cache_read: 0.07, cache_write: 5 },
  mapped: { input: 9, output: 9 },
  asked: { input: 4, output: 8 },
  paid: { call: 0.01 },
  both: { input: 1, output: 2, call: 0.000_001 },
  free: { input: 0, output: 0 },
}
const models = ['own', 'mapped', 'asked', 'paid', 'both', 'free', 'other']
const fields = {
  models: models.join(','),
  model_mapping: JSON.stringify({ mapped: 'upstream', asked: 'unknown upstream' }),
}

describe('what a call cost the operator', () => {
  eachGateway((gateway) => {
    expectSettledBooks(gateway)

    let upstream: AnsweringUpstream
    let root: TestClient
    let user: TestClient
    let channel: number
    let key: string
    beforeAll(async () => {
      upstream = await startAnsweringUpstream(answer)
      root = await gateway().asRoot()
      await priceModels(root, models)
      channel = await addRelayChannel(root, { ...fields, base_url: upstream.url })
      user = await gateway().asUser('caller')
      await root.put('/api/user/', { id: user.userId, quota: 1_000_000_000 })
      key = (await addRelayToken(user)).key
    })
    afterAll(async () => {
      await upstream?.close()
    })

    const charge = async (costs: object | null, body: Record<string, unknown>) => {
      const text = costs === null ? null : JSON.stringify(costs)
      expect((await root.put('/api/channel/', { id: channel, costs: text })).message).toBe('')
      const { status, requestId } = await callRelay(gateway(), key, body)
      expect(status).toBe(200)
      await gateway().plane.domain.ledger.drain()
      const { items } = (await root.get('/api/log/?type=2')).data
      const row = items.find(({ request_id }: { request_id: string }) => request_id === requestId)
      const other: LogOther = JSON.parse(row.other)
      return { quota: row.quota, cost: other.admin_info?.cost, info: other.admin_info }
    }

    // Half a quota is a millionth of a dollar: 360 fresh tokens, 640 cached ones and 70 written.
    it.each([
      ['its own prices, cached tokens at theirs', 'own', (360 * 2.5 + 640 * 1.25 + 70 * 10) / 2],
      ['those of the upstream’s name before the one that was asked for', 'mapped', Math.round(159.8 / 2)],
      ['those of the name that was asked for, cached tokens as fresh ones', 'asked', (1000 * 4 + 70 * 8) / 2],
      ['those of the call alone', 'paid', 5000],
      ['tokens and the call together, rounded once', 'both', Math.round((1000 + 140 + 1) / 2)],
      ['nothing where that was said', 'free', 0],
    ])('is worked out by %s', async (_by, model, expected) => {
      for (const stream of [false, true]) {
        const { cost, quota, info } = await charge(costs, { model, stream })
        expect({ cost, quota }).toEqual({ cost: expected, quota: 1070 })
        expect(info).toMatchObject({ use_channel: [String(channel)], attempts: [{ status: 200 }] })
      }
    })

    it('is worked out by the prices for all models where a model has none', async () => {
      const any = { ...costs, '*': { input: 6, output: 7 } }
      expect((await charge(any, { model: 'other' })).cost).toBe((1000 * 6 + 70 * 7) / 2)
      expect((await charge(any, { model: 'paid', stream: true })).cost).toBe(5000)
    })

    it('is not told where nobody said what the model costs', async () => {
      for (const none of [costs, {}, null]) {
        const { info } = await charge(none, { model: 'other' })
        expect(info).toEqual({ use_channel: [String(channel)], attempts: [expect.anything()] })
      }
    })

    it('is not told to users', async () => {
      expect((await charge(costs, { model: 'own' })).cost).toBe(1200)
      for (const path of ['/api/log/self/', '/api/log/self/export?format=csv', '/api/log/self/export?format=jsonl']) {
        const { text } = await user.get(path)
        expect(text).toContain('model_ratio')
        expect(text).not.toMatch(/cost|admin_info/)
      }
    })

    it.skipIf(!recordingsPresent)('follows what recorded answers told, whole and streamed', async () => {
      expect(new Set(recorded.map(({ streaming }) => streaming))).toEqual(new Set([true, false]))
      for (const recording of recorded) {
        const { id, streaming } = recording
        const { cost } = await charge(costs, { model: 'own', stream: streaming, user: id })
        expect([id, cost]).toEqual([id, costOfRecorded(recording)])
      }
    })
  })
})

/** By the figures that stand with the recording; written caches cost what fresh ones do. */
const costOfRecorded = ({ expected: { usage: told = {} } }: Recording): number => {
  const { input = 0, output = 0, cached = 0 } = told
  return Math.round(((input - cached) * 2.5 + cached * 1.25 + output * 10) / 2)
}
