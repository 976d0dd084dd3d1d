import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, priceModels } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'

const text = 'Water finds its way through the gate, slowly.'
const question = { messages: [{ role: 'user', content: text }] }

eachGateway((gateway) => {
  let upstream: AnsweringUpstream
  let root: TestClient
  let key: string

  beforeAll(async () => {
    upstream = await startAnsweringUpstream(({ path, body }, response) => {
      const model = body.model ?? path
      if (model.includes('refused')) answerJson(response, 400, { type: 'error', error: { message: 'too odd' } })
      else if (model.includes('broken')) answerJson(response, 500, { type: 'error', error: { message: 'no' } })
      else answerJson(response, 200, path.includes('countTokens') ? { totalTokens: 4321 } : { input_tokens: 1234 })
    })
    root = await gateway().asRoot()
    await priceModels(root, ['plain'])
    await addRelayChannel(root, { type: 14, base_url: upstream.url, models: 'claude-sonnet-4-5' })
    await addRelayChannel(root, { type: 14, base_url: upstream.url, models: 'claude-refused,claude-broken' })
    await addRelayChannel(root, { type: 24, base_url: upstream.url, models: 'gemini-2.5-flash,gemini-broken' })
    await addRelayChannel(root, { base_url: upstream.url, models: 'plain' })
    await addRelayChannel(root, {
      type: 14,
      base_url: upstream.url,
      models: 'alias',
      model_mapping: '{"alias":"claude-sonnet-4-5"}',
      param_override: '{"temperature":0.5}',
    })
    key = (await addRelayToken(root)).key
  })
  afterAll(() => upstream.close())
  expectSettledBooks(gateway)

  const post = async (path: string, body: unknown, headers: Record<string, string>) => {
    const response = await fetch(gateway().url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return { status: response.status, json: JSON.parse(await response.text()) }
  }
  const count = (model: string, owner = key, body: object = question) =>
    post('/v1/messages/count_tokens', { model, ...body }, { 'x-api-key': owner })
  const countGoogles = (model: string, body: object = { contents: [{ parts: [{ text }] }] }) =>
    post(`/v1beta/models/${model}:countTokens`, body, { 'x-goog-api-key': key })
  const consumed = async () => (await root.get('/api/log/?p=1&page_size=100&type=2')).data.total

  it('asks a channel that counts in the dialect of the client, and charges nothing', async () => {
    const before = await consumed()
    expect(await count('claude-sonnet-4-5')).toEqual({ status: 200, json: { input_tokens: 1234 } })
    expect(upstream.calls.at(-1)).toMatchObject({
      path: '/v1/messages/count_tokens',
      body: { model: 'claude-sonnet-4-5', ...question },
    })
    expect(await countGoogles('gemini-2.5-flash')).toEqual({ status: 200, json: { totalTokens: 4321 } })
    expect(upstream.calls.at(-1)?.path).toBe('/v1beta/models/gemini-2.5-flash:countTokens')
    expect(await consumed()).toBe(before)
  })

  it('maps the model, and leaves out what a channel sets in conversations only', async () => {
    expect(await count('alias')).toMatchObject({ status: 200, json: { input_tokens: 1234 } })
    expect(upstream.calls.at(-1)?.body).toEqual({ model: 'claude-sonnet-4-5', ...question })
  })

  it('estimates where no channel counts, in the shape of the client', async () => {
    const asked = upstream.calls.length
    const ours = await count('plain')
    expect(ours).toEqual({ status: 200, json: { input_tokens: expect.any(Number) } })
    expect(ours.json.input_tokens).toBeGreaterThan(8)
    expect(ours.json.input_tokens).toBeLessThan(40)
    const bare = await countGoogles('plain')
    expect(bare).toEqual({ status: 200, json: { totalTokens: expect.any(Number) } })
    const nested = await countGoogles('plain', { generateContentRequest: { contents: [{ parts: [{ text }] }] } })
    expect(nested).toEqual(bare)
    expect(upstream.calls.length).toBe(asked)
  })

  it('estimates where the channel that counts is broken', async () => {
    expect(await count('claude-broken')).toEqual({ status: 200, json: { input_tokens: expect.any(Number) } })
    expect(await countGoogles('gemini-broken')).toEqual({ status: 200, json: { totalTokens: expect.any(Number) } })
  })

  it('tells what the upstream finds wrong with the request', async () => {
    const { status, json } = await count('claude-refused')
    expect(status).toBe(400)
    expect(json).toMatchObject({ type: 'error', error: { message: expect.stringContaining('too odd') } })
  })

  it('holds to the rules for keys and models, and tells so in the dialect', async () => {
    const limited = await addRelayToken(root, { model_limits_enabled: true, model_limits: 'plain' })
    expect((await count('plain', limited.key)).status).toBe(200)
    expect(await count('claude-sonnet-4-5', limited.key)).toMatchObject({
      status: 403,
      json: { type: 'error', error: { type: 'permission_error' } },
    })
    expect(await count('plain', 'sk-unknown')).toMatchObject({
      status: 401,
      json: { type: 'error', error: { type: 'authentication_error' } },
    })
    expect(await count('nowhere')).toMatchObject({ status: 404, json: { error: { type: 'not_found_error' } } })
    expect(await countGoogles('nowhere')).toMatchObject({ status: 404, json: { error: { status: 'NOT_FOUND' } } })
    expect(await count('plain', key, {})).toMatchObject({ status: 400, json: { type: 'error' } })
  })

  it('asks nobody where the model’s way of cutting text is public: a count of our own is as good', async () => {
    await addRelayChannel(root, { type: 14, base_url: upstream.url, models: 'gpt-4o' })
    await priceModels(root, ['plain', 'gpt-4o'])
    const asked = upstream.calls.length
    const { status, json } = await count('gpt-4o')
    expect([status, json.input_tokens]).toEqual([200, 3 + countTokens(text)])
    expect(upstream.calls.length).toBe(asked)
  })

  it('wants quota of who asks, of the user and of the key: it costs the operator calls', async () => {
    const poor = await gateway().asUser('penniless')
    await root.put('/api/user/', { id: poor.userId, username: 'penniless', quota: 0 })
    const asked = upstream.calls.length
    expect((await count('claude-sonnet-4-5', (await addRelayToken(poor)).key)).status).toBe(402)
    expect(upstream.calls.length).toBe(asked)
  })

  it('may be asked so many times a minute, and says when to ask again', async () => {
    const user = await gateway().asUser('counting')
    await root.put('/api/user/', { id: user.userId, quota: 1_000_000 })
    const { key: own } = await addRelayToken(user)
    const asked = upstream.calls.length
    const answers = await Promise.all(Array.from({ length: 130 }, () => count('claude-sonnet-4-5', own)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
    expect(upstream.calls.length - asked).toBe(120)
    expect(answers.find(({ status }) => status === 429)?.json).toMatchObject({ type: 'error' })
  })

  it('counts towards the limit of calls', async () => {
    const set = (value: Record<string, string>) =>
      Promise.all(Object.entries(value).map(([name, text]) => root.put('/api/option/', { key: name, value: text })))
    await set({ ModelRequestRateLimitCount: '1', ModelRequestRateLimitDurationMinutes: '1' })
    await set({ ModelRequestRateLimitEnabled: 'true' })
    const member = await gateway().asUser('counter')
    await root.put('/api/user/', { id: member.userId, username: 'counter', quota: 1000 })
    const own = (await addRelayToken(member)).key
    expect((await count('plain', own)).status).toBe(200)
    expect((await count('plain', own)).status).toBe(429)
    await set({ ModelRequestRateLimitEnabled: 'false' })
  })
})
