import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import { beforeAll, expect, it } from 'vitest'
import { oneGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken } from '#testing/relay-client.ts'

oneGateway((gateway) => {
  let root: TestClient
  let key: string

  beforeAll(async () => {
    root = await gateway().asRoot()
    await addRelayChannel(root, { base_url: 'http://127.0.0.1:9', models: 'alpha,beta,gamma' })
    key = (await addRelayToken(root)).key
  })

  const get = async (path: string, headers: Record<string, string>) => {
    const response = await fetch(gateway().url + path, { headers })
    return { status: response.status, json: JSON.parse(await response.text()) }
  }
  const anthropic = (owner = key) => ({ 'x-api-key': owner, 'anthropic-version': '2023-06-01' })

  it("answers Anthropic's clients in their shape", async () => {
    const { status, json } = await get('/v1/models?limit=1000', anthropic())
    expect(status).toBe(200)
    expect(json).toMatchObject({ has_more: false, first_id: 'alpha', last_id: 'gamma' })
    expect(json.data[1]).toEqual({
      type: 'model',
      id: 'beta',
      display_name: 'beta',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
    expect((await get('/v1/models/beta', anthropic())).json).toEqual(json.data[1])
    expect(await get('/v1/models/nowhere', anthropic())).toMatchObject({
      status: 404,
      json: { type: 'error', error: { type: 'not_found_error' } },
    })
  })

  it.each([['/v1beta/models'], ['/v1/models']])("answers Google's clients in theirs on %s", async (path) => {
    const headers = { 'x-goog-api-key': key }
    const { json } = await get(`${path}?pageSize=50`, headers)
    expect(json.models.map(({ name }: { name: string }) => name)).toEqual([
      'models/alpha',
      'models/beta',
      'models/gamma',
    ])
    expect((await get(`${path}/beta`, headers)).json).toMatchObject({
      name: 'models/beta',
      displayName: 'beta',
      supportedGenerationMethods: expect.arrayContaining(['generateContent', 'countTokens']),
    })
    expect(await get(`${path}/nowhere`, headers)).toMatchObject({
      status: 404,
      json: { error: { code: 404, status: 'NOT_FOUND' } },
    })
  })

  it('takes the key from the query where Google has it', async () => {
    expect((await get(`/v1beta/models?key=${key}`, {})).status).toBe(200)
    expect(await get('/v1beta/models?key=sk-unknown', {})).toMatchObject({
      status: 401,
      json: { error: { status: 'UNAUTHENTICATED' } },
    })
  })

  it('tells lists in pages to who asks for pages, each in its own words', async () => {
    const names = async (query: string) => {
      const { json } = await get(`/v1/models?${query}`, anthropic())
      return [json.data.map(({ id }: { id: string }) => id).join(), json.has_more]
    }
    expect(await names('limit=2')).toEqual(['alpha,beta', true])
    expect(await names('limit=2&after_id=beta')).toEqual(['gamma', false])
    expect(await names('limit=1&before_id=gamma')).toEqual(['beta', true])
    expect(await names('after_id=gamma')).toEqual(['', false])
    for (const query of ['limit=0', 'limit=1001', 'limit=x', 'after_id=nowhere']) {
      expect([query, (await get(`/v1/models?${query}`, anthropic())).status]).toEqual([query, 400])
    }
    const google = async (query: string) => (await get(`/v1beta/models?${query}`, { 'x-goog-api-key': key })).json
    const first = await google('pageSize=2')
    expect(first.models).toHaveLength(2)
    const second = await google(`pageSize=2&pageToken=${first.nextPageToken}`)
    expect([second.models[0].name, second.models.length, second.nextPageToken]).toEqual(['models/gamma', 1, undefined])
    expect((await google('pageSize=5000')).models).toHaveLength(3)
    expect(await google('pageToken=nonsense')).toMatchObject({ error: { status: 'INVALID_ARGUMENT' } })
  })

  it('gives makers’ own clients every model, page by page', async () => {
    const makers = new Anthropic({ apiKey: key, baseURL: gateway().url, maxRetries: 0 })
    const found: string[] = []
    for await (const { id } of makers.models.list({ limit: 1 })) found.push(id)
    expect(found).toEqual(['alpha', 'beta', 'gamma'])
    const google = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: gateway().url } })
    const told: string[] = []
    for await (const { name } of await google.models.list({ config: { pageSize: 1 } })) told.push(name ?? '')
    expect(told).toEqual(['models/alpha', 'models/beta', 'models/gamma'])
  })

  it('tells what is known of a model, and what it costs the caller, in the fields of each dialect', async () => {
    await addRelayChannel(root, { base_url: 'http://127.0.0.1:9', models: 'gpt-4.1,painter', group: 'vip' })
    await root.put('/api/option/', { key: 'ModelPrice', value: '{"painter": 0.04}' })
    await root.put('/api/option/', { key: 'GroupRatio', value: '{"default": 1, "vip": 0.5}' })
    const owner = (await addRelayToken(root, { group: 'vip' })).key
    const listed = async (path: string, headers: Record<string, string>) => (await get(path, headers)).json
    const bearer = { authorization: `Bearer ${owner}` }
    const known = await listed('/v1/models/gpt-4.1', bearer)
    expect(known).toEqual({
      ...{ id: 'gpt-4.1', object: 'model', created: expect.any(Number), owned_by: 'sluice' },
      context_length: 1_047_576,
      architecture: {
        modality: 'text+image+file->text',
        input_modalities: ['text', 'image', 'file'],
        output_modalities: ['text'],
      },
      pricing: {
        ...{ prompt: '0.000001', completion: '0.000004', request: '0' },
        ...{ input_cache_read: '0.00000025', input_cache_write: '0.000001' },
      },
      top_provider: { context_length: 1_047_576, max_completion_tokens: 32_768 },
      supported_parameters: ['tools', 'tool_choice'],
    })
    expect((await listed('/v1/models', bearer)).data).toContainEqual(known)
    const painter = await listed('/v1/models/painter', bearer)
    expect(painter.pricing).toMatchObject({ prompt: '0', request: '0.02' })
    expect(painter).not.toHaveProperty('context_length')
    expect(painter).not.toHaveProperty('architecture')
    expect(await listed('/v1/models/gpt-4.1', anthropic(owner))).toMatchObject({
      ...{ max_input_tokens: 1_047_576, max_tokens: 32_768 },
    })
    expect(await listed('/v1beta/models/gpt-4.1', { 'x-goog-api-key': owner })).toMatchObject({
      ...{ inputTokenLimit: 1_047_576, outputTokenLimit: 32_768, thinking: false },
    })
    await root.put('/api/option/', { key: 'GroupRatio', value: '{"default": 1, "vip": 1}' })
  })

  it('answers everybody else as before', async () => {
    const headers = { authorization: `Bearer ${key}` }
    expect((await get('/v1/models', headers)).json).toMatchObject({ object: 'list', data: [{ id: 'alpha' }, {}, {}] })
    expect((await get('/v1/models/beta', headers)).json).toMatchObject({ id: 'beta', object: 'model' })
    expect(await get('/v1/models/nowhere', headers)).toMatchObject({
      status: 404,
      json: { error: { type: 'invalid_request_error', code: 'model_not_found' } },
    })
  })

  it('shows a key with a list of its own exactly that list, in every shape', async () => {
    const limited = (await addRelayToken(root, { model_limits_enabled: true, model_limits: 'gamma' })).key
    expect((await get('/v1/models', anthropic(limited))).json.data).toMatchObject([{ id: 'gamma' }])
    expect((await get('/v1beta/models', { 'x-goog-api-key': limited })).json.models).toHaveLength(1)
    expect((await get('/v1beta/models/alpha', { 'x-goog-api-key': limited })).status).toBe(403)
  })
})
