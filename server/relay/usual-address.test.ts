import { AzureOpenAI } from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { chatBody } from '#testing/chat-answers.ts'
import { oneGateway } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callPath, priceModels, prompt } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'
import { isRelayPath } from './find-endpoint.ts'
import { usualAddress } from './usual-address.ts'

describe('the usual name of an address', () => {
  it.each([
    ['/v1/chat/completions/', '/v1/chat/completions'],
    ['/hf/v1/chat/completions', '/v1/chat/completions'],
    ['/api/v1/chat/completions', '/v1/chat/completions'],
    ['/openai/v1/responses', '/v1/responses'],
    ['/openai/models', '/v1/models'],
    ['/openai/deployments', '/v1/models'],
    ['/openai/deployments/my%20gpt', '/v1/models/my%20gpt'],
    ['/v1/engines', '/v1/models'],
    ['/engines/plain', '/v1/models/plain'],
    ['/v1beta/openai/embeddings', '/v1/embeddings'],
    ['/v1alpha/models/m:generateContent', '/v1beta/models/m:generateContent'],
    ['/v1beta1/publishers/google/models/m:generateContent', '/v1beta/models/m:generateContent'],
    ['/v1beta1/models/m:fetchPredictOperation', '/v1beta/models/m:fetchPredictOperation'],
    ['/v1/v1/messages', '/v1/messages'],
    ['/v1/v1beta/models/m:countTokens', '/v1beta/models/m:countTokens'],
    ['/api/v1/v1/v1/models', '/v1/models'],
    ['/responses/resp_1/cancel', '/v1/responses/resp_1/cancel'],
    ['/models/m:generateContent', '/v1/models/m:generateContent'],
    ['/rerank', '/v1/rerank'],
    ['//v1/chat/completions', '/v1/chat/completions'],
    ['/v1//chat/completions', '/v1/chat/completions'],
    ['//messages', '/v1/messages'],
    ['/v1beta/models/m%3AgenerateContent', '/v1beta/models/m:generateContent'],
  ])('of %s is %s', (theirs, ours) => {
    expect(usualAddress(theirs)).toMatchObject({ path: ours, model: undefined })
    expect(isRelayPath(theirs)).toBe(true)
  })

  it.each([
    ['/openai/deployments/my%20gpt/chat/completions', '/v1/chat/completions', 'my gpt'],
    ['/v1/engines/plain/embeddings', '/v1/embeddings', 'plain'],
    ['/hf/v1/engines/plain/completions', '/v1/completions', 'plain'],
    ['/engines/plain/completions', '/v1/completions', 'plain'],
  ])('of %s is %s, and names %s', (theirs, ours, model) => {
    expect(usualAddress(theirs)).toMatchObject({ path: ours, model })
    expect(isRelayPath(theirs)).toBe(true)
  })

  it.each(['/', '/chat', '/chat/7', '/api/models', '/api/status', '/token', '/pricing', '/audit', '/v1x', '/openair'])(
    'leaves %s to the console',
    (path) => {
      expect(isRelayPath(path)).toBe(false)
    },
  )
})

oneGateway((gateway) => {
  let upstream: AnsweringUpstream
  let key: string

  beforeAll(async () => {
    upstream = await startAnsweringUpstream(({ path }, response) => {
      if (path.endsWith('/transcriptions')) return answerJson(response, 200, { text: 'Hello.' })
      return path.endsWith('/embeddings')
        ? answerJson(response, 200, {
            object: 'list',
            data: [{ object: 'embedding', index: 0, embedding: [1] }],
            usage: { prompt_tokens: 6, total_tokens: 6 },
          })
        : answerJson(response, 200, chatBody({ content: 'Hello.' }))
    })
    const root = await gateway().asRoot()
    await priceModels(root, ['plain', 'other'])
    key = (await addRelayToken(root)).key
    await addRelayChannel(root, { base_url: upstream.url, models: 'plain,other' })
  })
  afterAll(() => upstream.close())
  expectSettledBooks(gateway)

  const usedQuota = async () => (await (await gateway().asRoot()).get('/api/user/self')).data.used_quota

  it('serves and charges a call at each of them like at its own', async () => {
    const cost = async (path: string) => {
      const before = await usedQuota()
      expect([path, (await callPath(gateway(), key, path, { model: 'plain', ...prompt })).status]).toEqual([path, 200])
      await gateway().plane.domain.ledger.drain()
      return (await usedQuota()) - before
    }
    const usual = await cost('/v1/chat/completions')
    expect(usual).toBeGreaterThan(0)
    for (const path of [
      '/api/v1/chat/completions',
      '/v1beta/openai/chat/completions',
      '/openai/v1/chat/completions',
      '/openai/deployments/plain/chat/completions?api-version=2024-10-21',
      '/v1/v1/chat/completions',
      '/chat/completions',
      '/v1/engines/plain/chat/completions',
    ]) {
      expect([path, await cost(path)]).toEqual([path, usual])
    }
  })

  it('tells the usage in every stream to clients of a router, and leaves their wish for it here', async () => {
    const body = { model: 'plain', stream: true, usage: { include: true }, ...prompt }
    await callPath(gateway(), key, '/api/v1/chat/completions', body)
    expect(upstream.calls.at(-1)?.body).toMatchObject({ stream_options: { include_usage: true } })
    expect(upstream.calls.at(-1)?.body).not.toHaveProperty('usage')
    const message = { model: 'plain', stream: true, max_tokens: 9, ...prompt }
    expect((await callPath(gateway(), key, '/api/v1/messages', message)).status).toBe(200)
  })

  it('asks for the model that the address names, whatever the body says', async () => {
    for (const body of [{ ...prompt }, { model: 'plain', ...prompt }, { model: '', ...prompt }]) {
      const answer = await callPath(gateway(), key, '/openai/deployments/other/chat/completions', body)
      expect([answer.status, upstream.calls.at(-1)?.body.model]).toEqual([200, 'other'])
    }
    const form = new FormData()
    form.set('model', 'plain')
    form.set('file', new Blob(['RIFF']), 'sound.wav')
    const sound = await fetch(`${gateway().url}/openai/deployments/other/audio/transcriptions`, {
      method: 'POST',
      headers: { 'api-key': key },
      body: form,
    })
    expect([sound.status, upstream.calls.at(-1)?.text]).toEqual([200, expect.stringMatching(/"model"\s+other\s/)])
    const narrow = await addRelayToken(await gateway().asRoot(), { model_limits_enabled: true, model_limits: 'plain' })
    const refused = await callPath(gateway(), narrow.key, '/openai/deployments/other/chat/completions', {
      model: 'plain',
      ...prompt,
    })
    expect(refused.status).toBe(403)
  })

  it('tells one deployment or engine as the model that it is', async () => {
    for (const path of ['/openai/deployments/plain', '/v1/engines/plain', '/openai/models/plain']) {
      const answer = await fetch(gateway().url + path, { headers: { 'api-key': key } })
      expect([path, answer.status, await answer.json()]).toMatchObject([path, 200, { id: 'plain', object: 'model' }])
    }
  })

  it("serves the class for Azure of OpenAI's client", async () => {
    const azure = new AzureOpenAI({ endpoint: gateway().url, apiKey: key, apiVersion: '2024-10-21', maxRetries: 0 })
    const messages = [{ role: 'user' as const, content: 'Say something.' }]
    const answer = await azure.chat.completions.create({ model: 'plain', messages })
    expect(answer.choices[0]?.message.content).toBe('Hello.')
    expect(answer._request_id).toMatch(/./)
    const vectors = await azure.embeddings.create({ model: 'plain', input: 'one', encoding_format: 'float' })
    expect(vectors.data[0]?.embedding).toEqual([1])
    const models: string[] = []
    for await (const { id } of azure.models.list()) models.push(id)
    expect(models).toContain('plain')
    const deployed = new AzureOpenAI({
      endpoint: gateway().url,
      deployment: 'other',
      apiKey: key,
      apiVersion: '2024-10-21',
    })
    await deployed.chat.completions.create({ model: 'plain', messages })
    expect(upstream.calls.at(-1)?.body.model).toBe('other')
  })

  it.each([
    ['/v1/nothing', {}, { error: { type: 'invalid_request_error' } }],
    ['/openai/nothing', {}, { error: { type: 'invalid_request_error' } }],
    ['/api/v1/nothing', {}, { error: { type: 'invalid_request_error' } }],
    ['/models/a/b/c:nothing', {}, { error: {} }],
    ['/v1/nothing', { 'anthropic-version': '2023-06-01' }, { type: 'error', error: { type: 'not_found_error' } }],
    ['/v1alpha/nothing', {}, { error: { code: 404, status: 'NOT_FOUND' } }],
    ['/v1beta/nothing', {}, { error: { code: 404, status: 'NOT_FOUND' } }],
  ])('says in the dialect of who asks that there is nothing at %s', async (path, headers, told) => {
    for (const method of ['GET', 'POST']) {
      const response = await fetch(gateway().url + path, { method, headers: { accept: 'text/html', ...headers } })
      const text = await response.text()
      expect([path, method, response.headers.get('content-type')]).toEqual([path, method, 'application/json'])
      if (path !== '/models/a/b/c:nothing') expect([path, response.status]).toEqual([path, 404])
      expect(JSON.parse(text)).toMatchObject(told)
    }
  })

  it('gives the head of a list to who asks for the head alone, and takes a slash behind every path', async () => {
    const headers = { authorization: `Bearer ${key}` }
    const head = await fetch(`${gateway().url}/v1/models`, { method: 'HEAD', headers })
    const whole = await fetch(`${gateway().url}/v1/models/`, { headers })
    const { length } = Buffer.from(await whole.arrayBuffer())
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(length), ''])
    expect((await callPath(gateway(), key, '/v1/chat/completions/', { model: 'plain', ...prompt })).status).toBe(200)
  })
})
