import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, priceModels } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'

const words = 'account acct-4711 of Example Inc. is odd'
const usage = { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 }

const chunk = (content: string) => ({
  id: 'c',
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta: { content } }],
})

/** The model says how the upstream fails. */
const answer = (model: string, stream: boolean, response: ServerResponse): void => {
  const status = Number(/^status-(\d+)$/.exec(model)?.[1] ?? 0)
  const error = { message: words, type: 'inner_type', code: 'inner_code', param: 'inner_param' }
  if (status > 0) {
    answerJson(response, status, { error })
    return
  }
  if (!stream) {
    const choices = [{ index: 0, message: { role: 'assistant', content: 'Water.' }, finish_reason: 'stop' }]
    answerJson(response, 200, { id: 'c', object: 'chat.completion', model, choices, usage })
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const write = (event: object) => response.write(`data: ${JSON.stringify(event)}\n\n`)
  if (model === 'early') write({ error })
  else write(chunk('Water'))
  setTimeout(() => {
    if (model === 'late') write({ error })
    response.end('data: [DONE]\n\n')
  }, 20)
}

eachGateway((gateway) => {
  let upstream: AnsweringUpstream
  let root: TestClient
  let key: string

  beforeAll(async () => {
    upstream = await startAnsweringUpstream(({ body }, response) => answer(body.model, body.stream === true, response))
    root = await gateway().asRoot()
    const models = ['plain', 'mapped', 'early', 'late', 'status-400', 'status-401', 'status-429', 'status-500']
    await priceModels(root, models)
    await addRelayChannel(root, {
      base_url: upstream.url,
      models: models.join(','),
      model_mapping: '{"mapped":"plain"}',
      param_override: '{"temperature":0.25}',
    })
    key = (await addRelayToken(root)).key
  })
  afterAll(() => upstream.close())
  afterEach(() => Promise.all([set('global.hide_upstream_error_enabled', false), set(passThrough, false)]))
  expectSettledBooks(gateway)

  const passThrough = 'global.pass_through_request_enabled'
  const set = (name: string, value: boolean) => root.put('/api/option/', { key: name, value: String(value) })
  const post = async (path: string, body: object | string) => {
    const response = await fetch(gateway().url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'x-api-key': key, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return { status: response.status, text: await response.text() }
  }
  const chat = (body: object) =>
    post('/v1/chat/completions', { messages: [{ role: 'user', content: 'Say something.' }], ...body })
  const messages = (body: object) =>
    post('/v1/messages', { max_tokens: 20, messages: [{ role: 'user', content: 'Say something.' }], ...body })

  describe("an upstream's own words", () => {
    it.each([400, 500])('are told for status %i, and hidden where the operator wants that', async (status) => {
      const model = `status-${status}`
      for (const send of [chat, messages]) {
        expect(await send({ model })).toMatchObject({ status, text: expect.stringContaining(words) })
        await set('global.hide_upstream_error_enabled', true)
        const hidden = await send({ model })
        expect(hidden.status).toBe(status)
        expect(hidden.text).toContain(`Upstream error with status code ${status}`)
        expect(hidden.text).not.toMatch(/acct|inner_/)
        await set('global.hide_upstream_error_enabled', false)
      }
    })

    it('are never told of its limits', async () => {
      for (const hides of [false, true]) {
        await set('global.hide_upstream_error_enabled', hides)
        const { status, text } = await chat({ model: 'status-429' })
        expect(status).toBe(429)
        expect(text).not.toContain(words)
        expect(text).toContain('overloaded')
      }
    })

    it.each(['early', 'late'])('are hidden in a stream that fails %s', async (model) => {
      for (const send of [chat, messages]) {
        expect((await send({ model, stream: true })).text).toContain(words)
        await set('global.hide_upstream_error_enabled', true)
        const { text } = await send({ model, stream: true })
        expect(text).toContain('error')
        expect(text).not.toMatch(/acct|inner_/)
        expect(text.includes('Water')).toBe(model === 'late')
        await set('global.hide_upstream_error_enabled', false)
      }
    })
  })

  describe('a body', () => {
    const odd =
      '{ "model":"plain",\n "messages":[{"role":"user","content":"x"}], "big":12345678901234567890, "n":1, "seed":1 }'

    it('is changed where the channel wants that', async () => {
      await chat({ model: 'mapped' })
      expect(upstream.calls.at(-1)?.body).toMatchObject({ model: 'plain', temperature: 0.25 })
      await chat({ model: 'plain', stream: true })
      expect(upstream.calls.at(-1)?.body).toMatchObject({ stream_options: { include_usage: true } })
    })

    it('goes out byte for byte where bodies are passed through', async () => {
      await set(passThrough, true)
      expect((await post('/v1/chat/completions', odd)).status).toBe(200)
      expect(upstream.calls.at(-1)?.text).toBe(odd)
      await chat({ model: 'mapped' })
      expect(upstream.calls.at(-1)?.body.model).toBe('mapped')
      const streamed = odd.replace('"big"', '"stream":true, "big"')
      expect((await post('/v1/chat/completions', streamed)).status).toBe(200)
      expect(upstream.calls.at(-1)?.text).toBe(streamed)
      const { items } = (await root.get('/api/log/?p=1&page_size=1&type=2')).data
      expect(JSON.parse(items[0].other).estimated).toBe(true)
    })

    it('is still translated for a channel of another dialect', async () => {
      await set(passThrough, true)
      expect((await messages({ model: 'plain' })).text).toContain('Water.')
      expect(upstream.calls.at(-1)?.path).toBe('/v1/chat/completions')
    })
  })
})
