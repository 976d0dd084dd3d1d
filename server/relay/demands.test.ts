import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnsweringUpstream } from '#testing/answering-upstream.ts'
import { anyCost, questions, startAnyDialect } from '#testing/any-dialect.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callPath, type RelayAnswer } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'

/** By the token, all others one. */
const ratios = { dear: 7, cheap: 2 }
const models = ['gpt-5', 'gpt-4.1', 'gpt-nope', 'router', 'cheap', 'dear', 'claude-x', 'gemini-x', 'gpt-image-1']
const searchFee = 5_000

eachGateway((gateway) => {
  expectSettledBooks(gateway)
  let upstream: AnsweringUpstream
  let root: TestClient
  let key: string

  beforeAll(async () => {
    upstream = await startAnyDialect()
    root = await gateway().asRoot()
    const all = Object.fromEntries([...models, 'plain', 'overridden'].map((model) => [model, 1]))
    await set('ModelRatio', { ...all, ...ratios })
    await set('CompletionRatio', all)
    const add = (type: number, served: string, rest = {}) =>
      addRelayChannel(root, { type, base_url: upstream.url, models: served, auto_ban: 0, ...rest })
    await add(1, 'gpt-5,gpt-4.1,gpt-nope,gpt-image-1')
    await add(20, 'router,cheap,dear', { model_mapping: JSON.stringify({ dear: 'up/dear', cheap: 'up/cheap' }) })
    await add(14, 'claude-x')
    await add(24, 'gemini-x')
    await add(8, 'plain', { base_url: `${upstream.url}/v1/chat/completions` })
    key = (await addRelayToken(root)).key
  })
  afterAll(() => upstream?.close())
  const set = (option: string, value: object) => root.put('/api/option/', { key: option, value: JSON.stringify(value) })

  const ask = (dialect: keyof typeof questions, model: string, more: object, owner = key): Promise<RelayAnswer> => {
    const { path, body } = questions[dialect](model)
    return callPath(gateway(), owner, path, { ...body, ...more })
  }
  const rowOf = async ({ requestId }: RelayAnswer) => {
    await gateway().plane.domain.ledger.drain()
    const { items } = (await root.get('/api/log/?p=1&page_size=100&type=2')).data
    return items.find((row: { request_id: string }) => row.request_id === requestId)
  }
  const chargeOf = async (answered: RelayAnswer): Promise<number> => {
    expect([answered.status, answered.text]).toEqual([200, expect.anything()])
    return (await rowOf(answered))?.quota
  }
  const refusal = (reason: string) => ({ status: 400, text: expect.stringContaining(reason) })

  describe('a service that costs more or less', () => {
    it.each([
      ['is asked for and given', 'gpt-5', 'priority', 'priority', 2],
      ['is asked for and not given', 'gpt-5', 'priority', 'default', 1],
      ['is cheaper and given', 'gpt-5', 'flex', 'flex', 0.5],
      ['is cheaper and not given', 'gpt-5', 'flex', 'default', 1],
      ['is of another factor', 'gpt-4.1', 'priority', 'priority', 1.75],
      ['was bought by the operator', 'gpt-5', 'auto', 'priority', 1],
    ])('is charged as the answer tells it, streams too: it %s', async (_, model, asked, given, times) => {
      for (const [dialect, more] of [
        ['chat', {}],
        ['chat', { stream: true, stream_options: { include_usage: true } }],
        ['responses', {}],
      ] as const) {
        const answered = await ask(dialect, model, { ...more, service_tier: asked, user: `m ${given}` })
        expect(await chargeOf(answered)).toBe(anyCost * times)
        const { service_ratio } = JSON.parse((await rowOf(answered)).other)
        expect(service_ratio).toBe(times === 1 ? undefined : times)
      }
    })

    it('is charged as asked where the answer tells nothing, but never less than usual', async () => {
      expect(await chargeOf(await ask('chat', 'gpt-5', { service_tier: 'priority' }))).toBe(anyCost * 2)
      expect(await chargeOf(await ask('chat', 'gpt-5', { service_tier: 'flex' }))).toBe(anyCost)
      expect(await chargeOf(await ask('messages', 'claude-x', { inference_geo: 'us' }))).toBe(110)
      expect(await chargeOf(await ask('gemini', 'gemini-x', { serviceTier: 'flex' }))).toBe(anyCost / 2)
    })

    it('is not what the answer repeats of the request', async () => {
      const forged = { service_tier: 'flex', model: 'cheap' }
      const tools = [{ type: 'function', name: 'f', function: { name: 'f' }, parameters: { default: forged } }]
      for (const [dialect, more] of [
        ['chat', {}],
        ['chat', { stream: true, stream_options: { include_usage: true } }],
        ['responses', {}],
      ] as const) {
        const asked = { ...more, service_tier: 'priority', user: 'm priority', metadata: forged, tools }
        expect(await chargeOf(await ask(dialect, 'gpt-5', asked))).toBe(anyCost * 2)
      }
      const asked = { models: ['cheap', 'dear'], route: 'fallback', user: 'up/dear default', metadata: forged, tools }
      expect(await chargeOf(await ask('chat', 'router', asked))).toBe(anyCost * ratios.dear)
    })

    it('is refused where nobody knows its price', async () => {
      expect(await ask('chat', 'gpt-nope', { service_tier: 'priority' })).toMatchObject(refusal('service_tier: '))
      expect(await ask('chat', 'plain', { service_tier: 'flex' })).toMatchObject(refusal('service_tier: '))
      expect(await ask('gemini', 'gemini-x', { serviceTier: 'PRIORITY' })).toMatchObject(refusal('serviceTier: '))
      expect(await ask('messages', 'claude-x', { speed: 'fast' })).toMatchObject(refusal('speed: '))
    })

    it('costs what the operator says, also where its vendor has no rule, as long as the answer does not say otherwise', async () => {
      await set('ServiceTierRatio', {
        plain: { priority: 3 },
        'gpt-5': { priority: 1.5 },
        'claude-x': { priority: 1.25 },
      })
      const cost = async (...asked: Parameters<typeof ask>) => chargeOf(await ask(...asked))
      expect(await cost('chat', 'plain', { service_tier: 'priority' })).toBe(anyCost * 3)
      expect(await cost('chat', 'plain', { service_tier: 'priority', user: 'm default' })).toBe(anyCost)
      expect(await cost('chat', 'gpt-5', { service_tier: 'priority' })).toBe(anyCost * 1.5)
      expect(await cost('chat', 'gpt-5', { service_tier: 'flex', user: 'm flex' })).toBe(anyCost / 2)
      expect(await ask('chat', 'plain', { service_tier: 'flex' })).toMatchObject(refusal('service_tier: '))
      expect(await cost('messages', 'claude-x', { metadata: { user_id: 'm priority' } })).toBe(anyCost * 1.25)
      expect(await cost('messages', 'claude-x', { metadata: { user_id: 'm standard' } })).toBe(anyCost)
      expect(await cost('messages', 'claude-x', { service_tier: 'standard_only' })).toBe(anyCost)
      await set('ServiceTierRatio', {})
    })

    it('is held as well: who cannot pay the dearest gets nothing', async () => {
      const member = await gateway().asUser('narrow')
      const { id } = (await member.get('/api/user/self')).data
      const give = async (quota: number) => {
        const user = (await root.get(`/api/user/${id}`)).data
        await root.put('/api/user/', { ...user, quota })
      }
      const own = (await addRelayToken(member)).key
      const more = { max_tokens: 1000 }
      await give(1500)
      expect((await ask('chat', 'gpt-5', { ...more, service_tier: 'priority' }, own)).status).toBe(403)
      expect((await ask('chat', 'gpt-5', more, own)).status).toBe(200)
    })
  })

  describe('models that may answer in place of the one asked', () => {
    const list = { models: ['cheap', 'dear'], route: 'fallback' }

    it('go to the upstream by its names, and the one that answered is charged', async () => {
      for (const [told, ratio] of [
        ['up/cheap', 2],
        ['up/dear', 7],
        ['router', 1],
        ['up/unheard-of', 7],
      ] as const) {
        const charge = await chargeOf(await ask('chat', 'router', { ...list, user: `${told} default` }))
        expect([told, charge]).toEqual([told, expected(ratio)])
        expect(upstream.calls.at(-1)?.body.models).toEqual(['up/cheap', 'up/dear'])
      }
    })

    it('go by its names also where the operator has nothing changed', async () => {
      const set = (value: string) => root.put('/api/option/', { key: 'global.pass_through_request_enabled', value })
      await set('true')
      const answer = await ask('chat', 'router', list)
      await set('false')
      expect(answer.status).toBe(200)
      expect(upstream.calls.at(-1)?.body).toMatchObject({ models: ['up/cheap', 'up/dear'], route: 'fallback' })
    })

    it('are refused where the token may not use them, or the channel does not serve them', async () => {
      const limits = { model_limits_enabled: true, model_limits: 'router,cheap' }
      const narrow = (await addRelayToken(root, limits)).key
      const before = upstream.calls.length
      const answer = await ask('chat', 'router', list, narrow)
      expect([answer.status, answer.json.error.code]).toEqual([403, 'model_forbidden'])
      expect(await ask('chat', 'router', { models: ['gpt-5'] })).toMatchObject(refusal('models: '))
      expect(upstream.calls).toHaveLength(before)
      expect((await ask('chat', 'router', { models: ['cheap'] }, narrow)).status).toBe(200)
    })
  })

  describe('tools that an upstream runs', () => {
    it('are refused where they name a model that does not paint, or cost what nobody priced', async () => {
      const cases = [
        ['messages', 'claude-x', { type: 'advisor_20260301', name: 'advisor', model: 'claude-dear' }],
        ['gemini', 'gemini-x', { googleMaps: {} }],
        ['gemini', 'gemini-x', { enterpriseWebSearch: {} }],
        ['chat', 'plain', { type: 'openrouter:web_search' }],
        ['chat', 'plain', { type: 'live_search' }],
        ['responses', 'gpt-5', { type: 'code_interpreter', container: { type: 'auto', memory_limit: '64g' } }],
        ['responses', 'gpt-5', { type: 'image_generation', model: 'gpt-5-dear' }],
      ] as const
      for (const [dialect, model, tool] of cases) {
        const before = upstream.calls.length
        const answer = await ask(dialect, model, { tools: [{ type: 'function', name: 'f', parameters: {} }, tool] })
        expect([tool, answer.status, answer.text]).toEqual([tool, 400, expect.stringContaining('tools[1]: ')])
        expect(upstream.calls).toHaveLength(before)
      }
      // Its vendor takes one that stands alone for a list.
      const alone = await ask('gemini', 'gemini-x', { tools: { googleMaps: {} } })
      expect([alone.status, alone.text]).toEqual([400, expect.stringContaining('tools[0]: ')])
      expect((await ask('gemini', 'gemini-x', { tools: { functionDeclarations: [{ name: 'f' }] } })).status).toBe(200)
      const painter = { type: 'image_generation', model: 'gpt-image-1' }
      expect((await ask('responses', 'gpt-5', { tools: [painter] })).status).toBe(200)
      const limits = { model_limits_enabled: true, model_limits: 'gpt-5' }
      const narrow = (await addRelayToken(root, limits)).key
      expect((await ask('responses', 'gpt-5', { tools: [painter] }, narrow)).status).toBe(403)
    })

    it('cost a search where the answer does not tell how often it searched', async () => {
      for (const more of [
        { enable_search: true },
        { web_search: { enable: true } },
        { search_parameters: { mode: 'on' } },
        { tools: [{ type: 'web_search', web_search: { enable: true } }] },
      ]) {
        expect(await chargeOf(await ask('chat', 'plain', more))).toBe(anyCost + searchFee)
      }
      expect(
        await chargeOf(await ask('chat', 'plain', { enable_search: false, search_parameters: { mode: 'off' } })),
      ).toBe(anyCost)
    })
  })

  it('a model in a body whose path names one is that of the path', async () => {
    expect(await ask('gemini', 'gemini-x', { model: 'models/gemini-dear' })).toMatchObject(refusal('model: '))
    const content = { parts: [{ text: 'Hi.' }] }
    const requests = [
      { model: 'models/gemini-x', content },
      { model: 'models/gemini-dear', content },
    ]
    await callPath(gateway(), key, '/v1beta/models/gemini-x:batchEmbedContents', { requests })
    expect(upstream.calls.filter(({ text }) => text.includes('gemini-dear'))).toEqual([])
    const routed = { generationConfig: { routingConfig: { manualMode: { modelName: 'gemini-dear' } } } }
    expect(await ask('gemini', 'gemini-x', routed)).toMatchObject(refusal('generationConfig: '))
  })

  it('what nobody knows passes as it is, and what says no passes too', async () => {
    const off = { service_tier: 'auto', deferred: false, models: [], plugins: null, fallbacks: [], extra_body: {} }
    const unknown = { brand_new: { model: 'x' }, top_k: 3, chat_template_kwargs: { a: 1 } }
    expect(await chargeOf(await ask('chat', 'plain', { ...off, ...unknown }))).toBe(anyCost)
    expect(upstream.calls.at(-1)?.body).toMatchObject(unknown)
  })

  it('an operator may add what he likes', async () => {
    const override = { service_tier: 'priority', models: ['up/dear'] }
    const fields = { base_url: upstream.url, models: 'overridden', param_override: JSON.stringify(override) }
    await addRelayChannel(root, fields)
    expect((await ask('chat', 'overridden', {})).status).toBe(200)
    expect(upstream.calls.at(-1)?.body).toMatchObject(override)
  })
})

/** Only what is read costs more by the model's ratio times that of what is written, which is one. */
const expected = (ratio: number): number => anyCost * ratio
