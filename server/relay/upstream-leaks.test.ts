import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type AnsweringUpstream, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { oneGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, priceModels } from '#testing/relay-client.ts'

const key = 'sk-up-0123456789abcdefghij'
const organization = 'acme-research-7'
const inBase64 = Buffer.from(`:${key}`).toString('base64')
const words = `Incorrect API key provided: ${key} (Basic ${inBase64}). sk-up-01****ghij of org-Ab12Cd34Ef and ${organization} at http://10.20.30.40:8000/v1 on zzyxville.svc.cluster.local:9000 [fd00:12::9f] (/srv/zzyxville/main.py), node-3.rack7.zzyxville or ip-10-20-30-40, ask ops@zzyxville.example`
/** None of them is so short that an id of our own may hold it by chance. */
const secrets = /0123456789|AxMjM0NTY3|\*ghij|Ab12Cd34|acme-research|10.20.30.40|svc\.cluster|fd00:12|rack7\.|zzyxville/

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const error = { message: words, type: 'server_error', code: 'bad' }

const failedResponse = { id: 'resp_1', object: 'response', status: 'failed', error, output: [], usage: null }

/** What an upstream of each dialect says, and where it may say it. */
const vendors = {
  'openai-chat': {
    type: 1,
    error: { error },
    begun: data({ choices: [{ index: 0, delta: { content: 'begun' } }] }),
    end: `${data({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}data: [DONE]\n\n`,
    event: data({ error }),
  },
  'openai-responses': {
    type: 1,
    error: { error },
    begun: `event: response.output_text.delta\n${data({ type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'begun' })}`,
    end: `event: response.incomplete\n${data({ type: 'response.incomplete', response: { id: 'resp_1', object: 'response', status: 'incomplete', incomplete_details: { reason: words }, output: [], usage: { input_tokens: 1, output_tokens: 1 } } })}`,
    event: `event: error\n${data({ ...error, type: 'error' })}`,
  },
  'anthropic-messages': {
    type: 14,
    error: { type: 'error', error },
    begun: `event: content_block_delta\n${data({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'begun' } })}`,
    end:
      data({
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_details: { explanation: words } },
        usage: { output_tokens: 1 },
      }) + data({ type: 'message_stop' }),
    event: `event: error\n${data({ type: 'error', error })}`,
  },
  gemini: {
    type: 24,
    error: { error: { ...error, status: 'INTERNAL', code: 500 } },
    begun: data({ candidates: [{ content: { role: 'model', parts: [{ text: 'begun' }] }, index: 0 }] }),
    end: data({
      candidates: [
        { content: { role: 'model', parts: [{ text: 'x' }] }, index: 0, finishReason: 'OTHER', finishMessage: words },
      ],
      promptFeedback: { blockReasonMessage: words },
    }),
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

/** What no dialect has in the place of an event, and upstreams send all the same once they have begun. */
const oddEvents: Record<string, string> = {
  'an event of a list': data([{ error }]),
  'an event of another kind of server': data({ detail: words }),
  'an event with a message': data({ message: words, code: 7 }),
  'an event with a short message': data({ msg: words }),
  'an event of several lines': `data: {"detail":\ndata: ${JSON.stringify(words)}}\n\n`,
  'an event of plain words': `data: ${words}\n\n`,
  'an event that is broken': `data: {"detail": "${words}\n\n`,
  'an event of words that are a text': data(words),
  'a line that is no field': `${words}\n\n`,
  'a comment': `: ${words}\n\n`,
  'a comment with an event': `: ${words}\n${data({ type: 'ping' })}`,
  'an id': `id: ${key}\n${data({ type: 'ping' })}`,
  'an id that is a host': `id: zzyxville.svc.cluster.local\n${data({ type: 'ping' })}`,
  'a name': `event: ${words}\n${data({ type: 'ping' })}`,
  'a name that is a host': `event: zzyxville.svc.cluster.local\n${data({ type: 'ping' })}`,
  'a time to wait': `retry: ${words}\n${data({ type: 'ping' })}`,
}
for (const [name, event] of Object.entries(oddEvents)) {
  places[name] = { streams: true, answer: (vendor) => stream(vendors[vendor].begun, event, vendors[vendor].end) }
  places[`${name} in one piece with the answer`] = {
    streams: true,
    answer: (vendor) =>
      stream(vendors[vendor].begun, vendors[vendor].begun + event + vendors[vendor].begun, vendors[vendor].end),
  }
}

const hasBegun = (place: string): boolean => place.startsWith('an event') || place in oddEvents
/** One for each place, vendor and client. */
const mostModels = 1000

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
  oneGateway((gateway) => {
    let upstream: AnsweringUpstream
    let root: TestClient
    let token: string
    let made = 0

    beforeAll(async () => {
      upstream = await startAnsweringUpstream()
      root = await gateway().asRoot()
      await root.put('/api/option/', { key: 'RetryTimes', value: '0' })
      await priceModels(
        root,
        Array.from({ length: mostModels }, (_, index) => `leak-${index + 1}`),
      )
      token = (await addRelayToken(root)).key
    })
    afterAll(() => upstream?.close())

    /** Each with a channel of its own, so that no failure of another call keeps one from being asked. */
    const freshModel = async (vendor: Vendor): Promise<string> => {
      const model = `leak-${++made}`
      const setting = JSON.stringify(vendors[vendor].type === 1 ? { dialect: vendor } : {})
      const { type } = vendors[vendor]
      const own = { type, key, base_url: upstream.url, openai_organization: organization }
      await addRelayChannel(root, { ...own, models: model, setting })
      return model
    }

    it.each(Object.keys(places))('reaches no client: %s', async (place) => {
      const { streams, answer } = places[place] ?? { streams: false, answer: () => body(500, {}) }
      const answers = new Map<string, Answer>()
      upstream.does((call, response) => {
        const model = /leak-\d+/.exec(call.path + call.text)?.[0] ?? ''
        return answers.get(model)?.(call, response)
      })
      const ask = async (vendor: Vendor, client: keyof typeof asks) => {
        const model = await freshModel(vendor)
        answers.set(model, answer(vendor))
        const asked = asks[client](model, streams)
        const told = await fetch(gateway().url + asked.path, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(asked.body),
        })
        const text = `${JSON.stringify([...told.headers])} ${await told.text()}`
        expect([vendor, client, secrets.exec(text)?.[0]]).toEqual([vendor, client, undefined])
        // The network may bring both in one piece; then nothing was told before.
        if (hasBegun(place) && told.status === 200) expect(text).toContain('begun')
      }
      const clients = Object.keys(asks) as (keyof typeof asks)[]
      await Promise.all(names.flatMap((vendor) => clients.map((client) => ask(vendor, client))))
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

    it.each(['images', 'embeddings'])('reaches no client in one of several items: %s', async (kind) => {
      const model = await freshModel('openai-chat')
      const picture = { b64_json: 'aGVsbG8=' }
      const vector = { object: 'embedding', index: 0, embedding: [0.1, 0.2] }
      const [path, item] = kind === 'images' ? ['/v1/images/generations', picture] : ['/v1/embeddings', vector]
      upstream.does(body(200, { data: [item, { error }, { object: 'error', message: words }], warning: words }))
      const told = await fetch(gateway().url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, prompt: 'a', input: 'a' }),
      })
      const text = await told.text()
      expect([told.status, secrets.exec(text)?.[0]]).toEqual([200, undefined])
      expect(text).toContain('Incorrect API key provided')
    })

    it('takes no sign of life away, and no event apart that has nothing to hide', async () => {
      const model = await freshModel('openai-chat')
      const { begun } = vendors['openai-chat']
      const named = `id: 7\nevent: chunk\nretry: 500\n${begun}`
      upstream.does(stream(begun, ': still at work on zzyxville\n\n', named, 'data: [DONE]\n\n'))
      const told = await fetch(`${gateway().url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, stream: true, messages: prompt }),
      })
      expect(await told.text()).toBe(`${begun}: keep-alive\n\n${named}data: [DONE]\n\n`)
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
      expect(listed.message).toBe('Couldn’t fetch the model list: HTTP 403')
      const model = await freshModel('openai-chat')
      const channel = (await root.get(`/api/channel/search?model=${model}`)).data
      const id = (channel.items ?? channel)[0].id
      const tested = await root.get(`/api/channel/test/${id}`)
      expect(tested.message).toMatch(/HTTP 403 bad_response_status_code$/)
      expect(tested.text + listed.text).not.toContain('another service')
    })
  })
})
