import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnsweringUpstream } from '#testing/answering-upstream.ts'
import { questions, startAnyDialect } from '#testing/any-dialect.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callPath, priceModels, type RelayAnswer } from '#testing/relay-client.ts'

type Dialect = keyof typeof questions

/** The channels: their types, what they serve, and what they call it. */
const channels = [
  { type: 1, models: 'o3,o3-2025-04-16,ft:gpt-5-mini:we::1,gpt-5.2,gpt-4o,gpt-4o-search-preview' },
  { type: 3, models: 'gpt-5', model_mapping: '{"gpt-5":"ours"}', other: 'v1' },
  { type: 14, models: 'claude-opus-4-8,claude-opus-4-5-20251101,claude-sonnet-4-0,claude-next' },
  { type: 24, models: 'gemini-2.5-flash,gemini-2.0-flash' },
  { type: 20, models: 'google/gemini-3-pro,anthropic/claude-opus-4.8' },
  { type: 42, models: 'mistral-large-latest' },
  { type: 43, models: 'deepseek-chat' },
  { type: 26, models: 'glm-4.5' },
  { type: 48, models: 'grok-4,grok-3-mini' },
  { type: 1005, models: 'llama-3.3-70b' },
  { type: 33, models: 'claude-sonnet-4-5-20250929', key: 'id|secret|us-east-1' },
]
const models = channels.flatMap(({ models: served }) => served.split(','))

const sampled = { temperature: 0.2, top_p: 0.9 }
const penalties = { presence_penalty: 0.5, frequency_penalty: 0.5 }

eachGateway((gateway) => {
  let upstream: AnsweringUpstream
  let root: TestClient
  let key: string
  let strictKey: string

  beforeAll(async () => {
    upstream = await startAnyDialect()
    root = await gateway().asRoot()
    for (const channel of channels) await addRelayChannel(root, { ...channel, base_url: upstream.url, auto_ban: 0 })
    await priceModels(root, models)
    key = (await addRelayToken(root)).key
    strictKey = (await addRelayToken(root, { strict: true })).key
  })
  afterAll(() => upstream?.close())

  const ask = (dialect: Dialect, model: string, more: object, owner = key): Promise<RelayAnswer> => {
    const { path, body } = questions[dialect](model)
    return callPath(gateway(), owner, path, { ...body, ...more })
  }
  const sent = () => upstream.calls.at(-1)?.body
  const told = async (dialect: Dialect, model: string, more: object): Promise<string | null> => {
    const answer = await ask(dialect, model, more)
    expect([answer.status, answer.text]).toEqual([200, expect.anything()])
    return answer.headers.get('x-sluice-changed')
  }

  describe('what a model refuses', () => {
    it.each<[string, Dialect, string, object, object, string]>([
      [
        'a model that thinks',
        'chat',
        'o3',
        { ...sampled, ...penalties, stop: 'x' },
        {},
        'temperature, top_p, stop, presence_penalty, frequency_penalty',
      ],
      ['a snapshot of it', 'chat', 'o3-2025-04-16', { temperature: 0.2 }, {}, 'temperature'],
      ['one that was trained further', 'chat', 'ft:gpt-5-mini:we::1', { temperature: 0.2 }, {}, 'temperature'],
      [
        'one behind a name of the operator’s',
        'chat',
        'gpt-5',
        { temperature: 0.2, max_tokens: 9 },
        { max_completion_tokens: 9 },
        'temperature',
      ],
      [
        'it in the newer dialect',
        'responses',
        'o3',
        { temperature: 0.2, top_logprobs: 3 },
        {},
        'temperature, top_logprobs',
      ],
      [
        'one that never thinks',
        'chat',
        'gpt-4o',
        { reasoning_effort: 'high', ...sampled },
        sampled,
        'reasoning_effort',
      ],
      ['one that searches', 'chat', 'gpt-4o-search-preview', { n: 2, ...sampled }, {}, 'temperature, top_p, n'],
      ['a search beside what it knows', 'chat', 'gpt-4o', { web_search_options: {} }, {}, 'web_search_options'],
      [
        'an effort it does not know',
        'chat',
        'o3',
        { reasoning_effort: 'xhigh' },
        { reasoning_effort: 'high' },
        'reasoning_effort',
      ],
      [
        'several calls at once',
        'chat',
        'o3',
        { tools: [{ type: 'function', function: { name: 'f' } }], parallel_tool_calls: false },
        {},
        'parallel_tool_calls',
      ],
      ['a Claude model', 'messages', 'claude-opus-4-8', { ...sampled, top_k: 3 }, {}, 'temperature, top_p, top_k'],
      ['one of two', 'messages', 'claude-opus-4-5-20251101', sampled, { temperature: 0.2 }, 'top_p'],
      [
        'what goes without thinking alone',
        'messages',
        'claude-sonnet-4-0',
        { temperature: 0.2, top_p: 0.97, max_tokens: 4096, thinking: { type: 'enabled', budget_tokens: 1024 } },
        { top_p: 0.97 },
        'temperature',
      ],
      ['a Claude model elsewhere', 'chat', 'anthropic/claude-opus-4.8', { temperature: 0.2 }, {}, 'temperature'],
      [
        'penalties of a Gemini model',
        'gemini',
        'gemini-2.5-flash',
        { generationConfig: { presencePenalty: 0.5, topK: 3 } },
        { generationConfig: { topK: 3 } },
        'generationConfig.presencePenalty',
      ],
      ['the same elsewhere', 'chat', 'google/gemini-3-pro', penalties, {}, 'presence_penalty, frequency_penalty'],
      [
        'a vendor that knows no such member',
        'chat',
        'mistral-large-latest',
        { top_k: 3, logprobs: true, seed: 1 },
        { random_seed: 1 },
        'top_k, logprobs',
      ],
      [
        'a vendor with narrower bounds',
        'chat',
        'glm-4.5',
        { top_p: 0.995, stop: ['a', 'b'] },
        { top_p: 0.99, stop: ['a'] },
        'top_p, stop',
      ],
      [
        'a model of another maker',
        'chat',
        'grok-4',
        { ...penalties, stop: 'x', reasoning_effort: 'low' },
        {},
        'stop, presence_penalty, frequency_penalty, reasoning_effort',
      ],
    ])('is left out or changed, and told in a header: %s', async (_, dialect, model, more, left, changed) => {
      expect(await told(dialect, model, more)).toBe(changed)
      const steered = Object.keys(more).filter((name) => !['tools', 'max_tokens', 'thinking'].includes(name))
      const said = Object.fromEntries(
        Object.entries(sent()).filter(([name]) => [...steered, ...Object.keys(left)].includes(name)),
      )
      expect(said).toEqual(left)
    })

    it.each<[Dialect, string, object]>([
      ['chat', 'gpt-4o', { ...sampled, ...penalties, stop: ['a'], seed: 1, logprobs: true }],
      ['chat', 'gpt-5.2', { ...sampled, reasoning_effort: 'none' }],
      ['chat', 'deepseek-chat', { ...sampled, top_k: 3, stop: ['a', 'b', 'c', 'd', 'e'] }],
      ['messages', 'claude-next', { ...sampled, top_k: 3 }],
      ['messages', 'claude-sonnet-4-0', { ...sampled, top_k: 3 }],
      ['gemini', 'gemini-2.0-flash', { generationConfig: { presencePenalty: 0.5, topK: 3 } }],
    ])('is all that is touched where both sides speak one dialect: %s to %s', async (dialect, model, more) => {
      expect(await told(dialect, model, more)).toBeNull()
      expect(sent()).toMatchObject(more)
    })

    it('has the name that its upstream knows', async () => {
      const limited = { max_tokens: 50 }
      expect(await told('chat', 'o3', limited)).toBeNull()
      expect(sent()).toMatchObject({ max_completion_tokens: 50 })
      expect(await told('chat', 'grok-3-mini', limited)).toBeNull()
      expect(sent()).toMatchObject({ max_completion_tokens: 50 })
      expect(await told('chat', 'deepseek-chat', { max_completion_tokens: 50 })).toBeNull()
      expect(sent()).toMatchObject({ max_tokens: 50 })
      expect(sent()).not.toHaveProperty('max_completion_tokens')
    })
  })

  describe('what another dialect cannot say', () => {
    it.each<[Dialect, string, object, string | null]>([
      [
        'chat',
        'claude-sonnet-4-0',
        { seed: 1, ...penalties, logprobs: true },
        'seed, presence_penalty, frequency_penalty, logprobs',
      ],
      ['chat', 'claude-sonnet-4-0', { temperature: 1.5, stop: ['a', ' '] }, 'temperature, stop'],
      ['chat', 'claude-sonnet-4-0', { temperature: 0.5, stop: 'a', reasoning_effort: 'none' }, null],
      ['messages', 'gpt-4o', { top_k: 3, stop_sequences: ['a', 'b'], ...sampled }, 'top_k'],
      [
        'gemini',
        'gpt-4o',
        { generationConfig: { topK: 3, stopSequences: ['a'], maxOutputTokens: 9 } },
        'generationConfig.topK',
      ],
      ['chat', 'gemini-2.0-flash', { logit_bias: { 5: 1 }, top_k: 3, stop: ['a'] }, 'logit_bias'],
      ['chat', 'gemini-2.5-flash', { reasoning_effort: 'low', temperature: 1 }, null],
      ['responses', 'claude-sonnet-4-0', { max_output_tokens: 9, temperature: 0.5 }, null],
      ['messages', 'o3', { stop_sequences: ['a'], temperature: 1, max_tokens: 9 }, 'stop_sequences'],
      ['chat', 'claude-sonnet-4-0', { repetition_penalty: 1.2, min_p: 0.1 }, 'repetition_penalty, min_p'],
      ['chat', 'claude-sonnet-4-0', { repetition_penalty: 1, min_p: 0 }, null],
      ['chat', 'llama-3.3-70b', { repetition_penalty: 1.2, min_p: 0.1 }, null],
      [
        'ollama',
        'claude-sonnet-4-0',
        { options: { seed: 1, repeat_penalty: 1.1, min_p: 0.1, top_k: 3 } },
        'options.seed, options.repeat_penalty, options.min_p',
      ],
      ['ollama', 'gpt-4o', { options: { top_k: 3, temperature: 0.5, num_ctx: 4096 } }, 'options.top_k'],
    ])('is told by the client’s own names: %s to %s, %j', async (dialect, model, more, changed) => {
      expect(await told(dialect, model, more)).toBe(changed)
    })
  })

  describe('a search of the web that an agent offers among its tools', () => {
    const tools = [{ type: 'function', name: 'f', parameters: { type: 'object' } }, { type: 'web_search' }]
    const offered = { tools, prompt_cache_key: 'conversation' }

    it.each([
      ['mistral-large-latest', 'tools'],
      ['llama-3.3-70b', 'tools'],
      ['gemini-2.5-flash', 'tools'],
      ['claude-sonnet-4-5-20250929', 'tools'],
      ['google/gemini-3-pro', null],
      ['claude-sonnet-4-0', null],
    ])('keeps nobody from being answered, and is told where it is left out: %s', async (model, changed) => {
      expect(await told('responses', model, offered)).toBe(changed)
      expect(/web_search|googleSearch/.test(JSON.stringify(sent()))).toBe(changed === null)
      expect(JSON.stringify(sent())).toContain('"f"')
    })

    it('is not answered without it where it is all that is asked for, and the upstream cannot', async () => {
      const alone = [{ type: 'web_search_20250305', name: 'web_search' }]
      expect(await ask('messages', 'claude-sonnet-4-5-20250929', { tools: alone })).toMatchObject({ status: 400 })
    })
  })

  it('a key for the cache is left out where it would be refused, and not told: the answer is the same', async () => {
    const said = { prompt_cache_key: 'k', prompt_cache_retention: '24h' }
    expect(await told('chat', 'llama-3.3-70b', said)).toBeNull()
    expect(sent()).not.toMatchObject({ prompt_cache_key: 'k' })
    expect(await told('chat', 'mistral-large-latest', said)).toBeNull()
    expect([sent()?.prompt_cache_key, sent()?.prompt_cache_retention]).toEqual(['k', undefined])
  })

  it('marks for a cache go to no model that knows none, and stay where they are known', async () => {
    const mark = { cache_control: { type: 'ephemeral' } }
    const part = { type: 'text', text: 'Hi.' }
    const tool = { type: 'function', function: { name: 'f' } }
    const messages = [
      { role: 'system', content: [{ ...part, ...mark }] },
      { role: 'user', content: 'Hi.', ...mark },
      { role: 'user', content: [part, { ...part, ...mark }] },
    ]
    const asked = { ...mark, messages, tools: [{ ...tool, ...mark }] }
    const bare = {
      messages: [
        { role: 'system', content: [part] },
        { role: 'user', content: 'Hi.' },
        { role: 'user', content: [part, part] },
      ],
      tools: [tool],
    }
    for (const model of ['gpt-4o', 'mistral-large-latest', 'llama-3.3-70b']) {
      expect(await told('chat', model, asked)).toBeNull()
      expect(sent()).toMatchObject(bare)
      expect(upstream.calls.at(-1)?.text).not.toContain('cache_control')
    }
    await told('chat', 'anthropic/claude-opus-4.8', asked)
    expect(upstream.calls.at(-1)?.text.split('"cache_control"')).toHaveLength(6)
    await told('chat', 'gpt-4o', { messages: bare.messages })
    expect(sent()?.messages).toEqual(bare.messages)
  })

  it('stands in the row of the log', async () => {
    const answer = await ask('chat', 'o3', { temperature: 0.2 })
    await gateway().plane.domain.ledger.drain()
    const { items } = (await root.get('/api/log/?p=1&page_size=100&type=2')).data
    const row = items.find((each: { request_id: string }) => each.request_id === answer.requestId)
    expect(JSON.parse(row.other)).toMatchObject({ changed: ['temperature'] })
  })

  it('is refused to a strict token, in the client’s dialect and by its name', async () => {
    const before = upstream.calls.length
    expect(await ask('chat', 'o3', { temperature: 0.2 }, strictKey)).toMatchObject({
      status: 400,
      json: { error: { type: 'invalid_request_error', message: expect.stringContaining('temperature') } },
    })
    expect(await ask('messages', 'gpt-4o', { top_k: 3 }, strictKey)).toMatchObject({
      status: 400,
      json: { type: 'error', error: { type: 'invalid_request_error', message: expect.stringContaining('top_k') } },
    })
    const config = { generationConfig: { presencePenalty: 0.5 } }
    expect(await ask('gemini', 'gemini-2.5-flash', config, strictKey)).toMatchObject({
      status: 400,
      json: { error: { status: 'INVALID_ARGUMENT', message: expect.stringContaining('presencePenalty') } },
    })
    expect(upstream.calls.length).toBe(before)
    expect(await ask('chat', 'o3', { temperature: 1, max_tokens: 9 }, strictKey)).toMatchObject({ status: 200 })
  })
})
