import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type AnsweringUpstream, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, priceModels } from '#testing/relay-client.ts'

const key = 'sk-up-0123456789abcdefghij'
const words = `Incorrect API key provided: ${key}. sk-up-01****ghij of org-Ab12Cd34Ef at http://10.20.30.40:8000/v1 on vllm.svc.cluster.local:9000 (/srv/llm/main.py)`
const secrets = /0123456789|ghij|Ab12|10\.20|cluster|srv|llm/

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const error = { message: words, type: 'server_error', code: 'bad' }

const failedResponse = { id: 'resp_1', object: 'response', status: 'failed', error, output: [], usage: null }

/** What an upstream of each dialect says, and where it may say it. */
const vendors = {
  'openai-chat': {
    type: 1,
    error: { error },
    begun: data({ choices: [{ index: 0, delta: { content: 'begun' } }] }),
    event: data({ error }),
  },
  'openai-responses': {
    type: 1,
    error: { error },
    begun: `event: response.output_text.delta\n${data({ type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'begun' })}`,
    event: `event: error\n${data({ ...error, type: 'error' })}`,
  },
  'anthropic-messages': {
    type: 14,
    error: { type: 'error', error },
    begun: `event: content_block_delta\n${data({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'begun' } })}`,
    event: `event: error\n${data({ type: 'error', error })}`,
  },
  gemini: {
    type: 24,
    error: { error: { ...error, status: 'INTERNAL', code: 500 } },
    begun: data({ candidates: [{ content: { role: 'model', parts: [{ text: 'begun' }] }, index: 0 }] }),
    event: data({ error: { ...error, status: 'INTERNAL', code: 500 } }),
  },
} as const
type Vendor = keyof typeof vendors
const names = Object.keys(vendors) as Vendor[] // seam: the keys of the table above

const stream = (...pieces: string[]): Answer => {
  return async (_call, answer) => {
    answer.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const piece of pieces) {
      answer.write(piece)
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    answer.end()
  }
}
const body = (status: number, value: unknown): Answer => {
  return (_call, answer) => {
    answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  }
}

/** Every place of an answer in which an upstream may tell what went wrong. */
const places: Record<string, { streams: boolean; answer: (vendor: Vendor) => Answer }> = {
  'a refusal of the key': { streams: false, answer: (vendor) => body(401, vendors[vendor].error) },
  'a refusal of the request': { streams: false, answer: (vendor) => body(400, vendors[vendor].error) },
  'a failure': { streams: true, answer: (vendor) => body(500, vendors[vendor].error) },
  'a success that is none': { streams: false, answer: (vendor) => body(200, vendors[vendor].error) },
  'an answer that says it failed': {
    streams: false,
    answer: (vendor) => body(200, vendor === 'openai-responses' ? failedResponse : vendors[vendor].error),
  },
  'a page of plain words': { streams: false, answer: () => (_call, answer) => void answer.writeHead(502).end(words) },
  'the first event': { streams: true, answer: (vendor) => stream(vendors[vendor].event) },
  'an event in the middle': {
    streams: true,
    answer: (vendor) => stream(vendors[vendor].begun, vendors[vendor].event),
  },
  'an event in one piece with the answer': {
    streams: true,
    answer: (vendor) => stream(vendors[vendor].begun, vendors[vendor].begun + vendors[vendor].event),
  },
}

const prompt = [{ role: 'user', content: 'Say something.' }]
const contents = [{ role: 'user', parts: [{ text: 'Say something.' }] }]
const asks: Record<Vendor | 'gemini-array', (model: string, streams: boolean) => { path: string; body: object }> = {
  'openai-chat': (model, stream) => ({ path: '/v1/chat/completions', body: { model, stream, messages: prompt } }),
  'openai-responses': (model, stream) => ({ path: '/v1/responses', body: { model, stream, input: prompt } }),
  'anthropic-messages': (model, stream) => ({
    path: '/v1/messages',
    body: { model, stream, max_tokens: 99, messages: prompt },
  }),
  gemini: (model, streams) => ({
    path: `/v1beta/models/${model}:${streams ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: { contents },
  }),
  'gemini-array': (model) => ({ path: `/v1beta/models/${model}:streamGenerateContent`, body: { contents } }),
}

describe('T62 I7: what an upstream says of its keys, addresses, hosts and account', () => {
  eachGateway((gateway) => {
    let upstream: AnsweringUpstream
    let root: TestClient
    let token: string
    let made = 0

    beforeAll(async () => {
      upstream = await startAnsweringUpstream()
      root = await gateway().asRoot()
      await root.put('/api/option/', { key: 'RetryTimes', value: '0' })
      token = (await addRelayToken(root)).key
    })
    afterAll(() => upstream?.close())

    const freshModel = async (vendor: Vendor): Promise<string> => {
      const model = `leak-${++made}`
      await priceModels(
        root,
        Array.from({ length: made }, (_, index) => `leak-${index + 1}`),
      )
      const setting = JSON.stringify(vendors[vendor].type === 1 ? { dialect: vendor } : {})
      await addRelayChannel(root, { type: vendors[vendor].type, key, base_url: upstream.url, models: model, setting })
      return model
    }

    it.each(Object.keys(places))('reaches no client: %s', async (place) => {
      const { streams, answer } = places[place] ?? { streams: false, answer: () => body(500, {}) }
      for (const vendor of names) {
        for (const client of Object.keys(asks) as (keyof typeof asks)[]) {
          upstream.does(answer(vendor))
          const asked = asks[client](await freshModel(vendor), streams)
          const told = await fetch(gateway().url + asked.path, {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify(asked.body),
          })
          const text = `${JSON.stringify([...told.headers])} ${await told.text()}`
          expect([vendor, client, secrets.exec(text)?.[0]]).toEqual([vendor, client, undefined])
          // The network may bring both in one piece; then nothing was told before.
          if (place.startsWith('an event') && told.status === 200) expect(text).toContain('begun')
        }
      }
    })

    it('reaches no client that asks for a kept answer later', async () => {
      const model = await freshModel('openai-responses')
      const call = (path: string, more?: object) =>
        fetch(gateway().url + path, {
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(more && { method: 'POST', body: JSON.stringify({ model, input: prompt, ...more }) }),
        })
      const kept = { ...failedResponse, id: 'resp_kept', background: true }
      upstream.does(body(200, { ...kept, status: 'queued', error: null }))
      expect((await call('/v1/responses', { background: true })).status).toBe(200)
      upstream.does(body(200, kept))
      const told = await call('/v1/responses/resp_kept')
      const text = await told.text()
      expect([told.status, JSON.parse(text).status, secrets.exec(text)?.[0]]).toEqual([200, 'failed', undefined])
      expect(JSON.parse(text).error).toMatchObject({
        code: 'bad',
        message: expect.stringContaining('Incorrect API key'),
      })
    })

    it('stands in no row that a user or an administrator reads, and in no line of the log', async () => {
      await gateway().plane.domain.ledger.drain()
      expect((await root.get('/api/log/?p=1&page_size=100')).text).not.toMatch(secrets)
      expect((await root.get('/api/log/self?p=1&page_size=100')).text).not.toMatch(secrets)
      expect(gateway().logLines.join('\n')).not.toMatch(secrets)
    })

    it('tells whoever tests an address or asks for its models a status, and nothing of what stands there', async () => {
      upstream.does((_call, answer) => void answer.writeHead(403).end('secret page of another service'))
      const wish = { type: 1, key: 'sk-any', base_url: upstream.url }
      const listed = await root.post('/api/channel/fetch_models', wish)
      expect(listed.message).toBe('Fetch model list failed: HTTP 403')
      const model = await freshModel('openai-chat')
      const channel = (await root.get(`/api/channel/search?model=${model}`)).data
      const id = (channel.items ?? channel)[0].id
      const tested = await root.get(`/api/channel/test/${id}`)
      expect(tested.message).toMatch(/HTTP 403 bad_response_status_code$/)
      expect(tested.text + listed.text).not.toContain('another service')
    })
  })
})
