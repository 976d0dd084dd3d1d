import { beforeAll, describe, expect, it } from 'vitest'
import { openaiAnswers } from '#testing/openai-vendor.ts'
import { chunksOf, vendorBench, vendorText, vendorTool } from '#testing/vendor-suite.ts'
import { providerOf, providers } from './index.ts'

type Vendor = {
  type: number
  model: string
  path: string
  channel?: Record<string, unknown>
  /** What a client asks for besides, and what becomes of it. */
  asks?: Record<string, unknown>
  becomes?: Record<string, unknown>
  lacks?: readonly string[]
}

const chat = '/chat/completions'
const vendors: readonly Vendor[] = [
  { type: 8, model: 'own', path: '/any/own/place', channel: { place: '/any/{model}/place' } },
  { type: 19, model: '360gpt-pro', path: `/v1${chat}`, lacks: ['stream_options'] },
  { type: 22, model: 'app', path: `/v1${chat}`, lacks: ['stream_options'] },
  { type: 23, model: 'hunyuan-lite', path: `/v1${chat}` },
  {
    type: 25,
    model: 'kimi-k2.6',
    path: `/v1${chat}`,
    asks: { temperature: 0.3, reasoning_effort: 'none' },
    becomes: { thinking: { type: 'disabled' } },
    lacks: ['temperature', 'reasoning_effort'],
  },
  {
    type: 26,
    model: 'glm-4.6',
    path: `/api/paas/v4${chat}`,
    asks: { temperature: 0, top_p: 1, stop: ['a', 'b'] },
    becomes: { do_sample: false, top_p: 0.99, stop: ['a'] },
    lacks: ['temperature'],
  },
  {
    type: 17,
    model: 'qwen3-32b',
    path: `/compatible-mode/v1${chat}`,
    asks: { top_p: 1 },
    becomes: { top_p: 0.999 },
  },
  { type: 31, model: 'yi-large', path: `/v1${chat}` },
  { type: 35, model: 'MiniMax-M2', path: '/v1/text/chatcompletion_v2' },
  { type: 39, model: '@cf/openai/gpt-oss-20b', path: `/client/v4/accounts/a1/ai/v1${chat}`, channel: { other: 'a1' } },
  { type: 40, model: 'Qwen/Qwen3-32B', path: `/v1${chat}` },
  {
    type: 42,
    model: 'mistral-large-latest',
    path: `/v1${chat}`,
    asks: { seed: 7, user: 'u', max_completion_tokens: 9 },
    becomes: { random_seed: 7, max_tokens: 9 },
    lacks: ['seed', 'user', 'max_completion_tokens', 'stream_options'],
  },
  {
    type: 45,
    model: 'doubao-seed-1-6-251015',
    path: `/api/v3${chat}`,
    asks: { reasoning_effort: 'none' },
    becomes: { thinking: { type: 'disabled' } },
    lacks: ['reasoning_effort'],
  },
  { type: 45, model: 'bot-1', path: `/api/v3/bots${chat}` },
  {
    type: 46,
    model: 'ernie-4.0-8k-search',
    path: `/v2${chat}`,
    becomes: { model: 'ernie-4.0-8k', web_search: { enable: true } },
  },
  { type: 47, model: 'local', path: `/v1${chat}` },
  {
    type: 48,
    model: 'grok-3-mini-high',
    path: `/v1${chat}`,
    asks: { max_tokens: 9, presence_penalty: 1 },
    becomes: { model: 'grok-3-mini', reasoning_effort: 'high', max_completion_tokens: 9 },
    lacks: ['max_tokens', 'presence_penalty'],
  },
  { type: 1001, model: 'sonar', path: chat },
  { type: 1002, model: 'groq-model', path: `/v1${chat}` },
  { type: 1003, model: 'together-model', path: `/v1${chat}` },
  { type: 1004, model: 'fireworks-model', path: `/v1${chat}` },
  { type: 1005, model: 'cerebras-model', path: `/v1${chat}` },
  { type: 1006, model: 'nvidia-model', path: `/v1${chat}` },
  { type: 1007, model: 'nebius-model', path: `/v1${chat}` },
  { type: 1008, model: 'novita-model', path: `/v1${chat}` },
  { type: 1009, model: 'deepinfra-model', path: `/v1/openai${chat}` },
  { type: 1010, model: 'sambanova-model', path: `/v1${chat}` },
  { type: 1011, model: 'hyperbolic-model', path: `/v1${chat}` },
  { type: 1012, model: 'baseten-model', path: `/v1${chat}` },
  { type: 1013, model: 'github-model', path: `/inference${chat}` },
  { type: 1015, model: 'huggingface-model', path: `/v1${chat}` },
  { type: 1016, model: 'glm-4.5', path: `/api/paas/v4${chat}`, asks: { top_p: 1 }, becomes: { top_p: 0.99 } },
  { type: 1017, model: 'qwen-plus', path: `/compatible-mode/v1${chat}`, asks: { top_p: 1 }, becomes: { top_p: 0.999 } },
  { type: 1018, model: 'seed-1-6-250915', path: `/api/v3${chat}` },
  { type: 1019, model: 'lkeap-model', path: `/v1${chat}` },
  { type: 1020, model: 'step-3', path: `/v1${chat}` },
  { type: 1022, model: 'vercel-model', path: `/v1${chat}` },
  { type: 1023, model: 'snowflake-model', path: `/api/v2/cortex/v1${chat}` },
  { type: 1024, model: 'databricks-model', path: `/serving-endpoints${chat}`, lacks: ['stream_options'] },
  { type: 1026, model: 'oracle-model', path: `/20231130/actions/v1${chat}` },
  { type: 1028, model: 'palmyra-x5', path: '/v1/chat' },
  { type: 1029, model: 'vllm-model', path: `/v1${chat}` },
  { type: 1030, model: 'sglang-model', path: `/v1${chat}` },
  { type: 1031, model: 'lmstudio-model', path: `/v1${chat}` },
  { type: 1032, model: 'llamacpp-model', path: `/v1${chat}` },
  { type: 1033, model: 'gateway-model', path: `/v1${chat}` },
  { type: 1034, model: 'kimi-k2.5', path: `/v1${chat}` },
  { type: 1035, model: 'MiniMax-M2.1', path: '/v1/text/chatcompletion_v2' },
  { type: 999, model: 'unknown', path: `/v1${chat}` },
]

describe('vendors that speak chat', () => {
  const models = vendors.map(({ model }) => model)
  const bench = vendorBench(models, { type: 1, key: 'k', models: 'none' })
  beforeAll(async () => {
    const { vendor, addChannel } = bench()
    for (const { type, model, channel: { place = '', ...fields } = {} } of vendors) {
      await addChannel({ type, key: `key-${type}`, models: model, base_url: `${vendor.url}${place}`, ...fields })
    }
  })

  const named = vendors.map((vendor) => [`${providerOf(vendor.type).name} (${vendor.type})`, vendor] as const)
  const messages = [{ role: 'user', content: 'Hi' }]

  it.each(named)(
    '%s answers whole at its own address',
    async (_name, { type, model, path, asks, becomes, lacks = [] }) => {
      bench().vendor.tell(openaiAnswers.whole(model))
      const answer = await bench().call({ model, messages, ...asks })
      expect(answer.json, answer.text).toMatchObject({ choices: [{ message: { content: vendorText } }] })
      const call = bench().vendor.calls.at(-1)
      expect(call).toMatchObject({
        path,
        headers: { authorization: `Bearer key-${type}` },
        body: { model, ...becomes },
      })
      for (const member of lacks) expect(call?.body).not.toHaveProperty(member)
      expect(await bench().rowOf(answer)).toMatchObject({ prompt_tokens: 12, completion_tokens: 7 })
    },
  )

  it.each(named)('%s streams', async (_name, { model, lacks = [] }) => {
    bench().vendor.tell(openaiAnswers.stream(model))
    const answer = await bench().call({ model, messages, stream: true })
    expect(
      chunksOf(answer)
        .map((chunk) => chunk.choices[0]?.delta?.content ?? '')
        .join(''),
    ).toBe(vendorText)
    expect(answer.text.endsWith('data: [DONE]\n\n')).toBe(true)
    const body = bench().vendor.calls.at(-1)?.body
    expect(body.stream).toBe(true)
    if (!lacks.includes('stream_options')) expect(body.stream_options).toMatchObject({ include_usage: true })
    else expect(body).not.toHaveProperty('stream_options')
    expect(await bench().rowOf(answer)).toMatchObject({ prompt_tokens: 12, completion_tokens: 7, is_stream: true })
  })

  it.each(named)('%s calls tools', async (_name, { model }) => {
    bench().vendor.tell(openaiAnswers.tool(model))
    const tools = [{ type: 'function', function: { name: vendorTool.name } }]
    const answer = await bench().call({ model, messages, tools })
    const [call] = answer.json.choices[0].message.tool_calls
    expect(JSON.parse(call.function.arguments)).toEqual(vendorTool.arguments)
    expect(bench().vendor.calls.at(-1)?.body.tools).toMatchObject(tools)
  })

  it.each(named)('%s refuses in its own words', async (_name, { model }) => {
    bench().vendor.tell({ status: 422, body: { error: { message: 'not like this', code: 'odd' } } })
    const answer = await bench().call({ model, messages })
    expect(answer.status).toBe(422)
    expect(answer.json.error).toMatchObject({ message: expect.stringContaining('not like this'), code: 'odd' })
  })

  it('tells of a refusal that came as a success', async () => {
    bench().vendor.tell({ body: { base_resp: { status_code: 1027, status_msg: 'output is sensitive' } } })
    const answer = await bench().call({ model: 'MiniMax-M2', messages })
    expect(answer.status).toBe(400)
    expect(answer.json.error.message).toContain('output is sensitive')
  })

  it('gives calls ids that the vendor takes, the same for a call and its result', async () => {
    bench().vendor.tell(openaiAnswers.whole('m'))
    const made = { name: 't', arguments: '{}' }
    const talk = [
      ...messages,
      { role: 'assistant', content: '', tool_calls: [{ id: 'call_long_1', type: 'function', function: made }] },
      { role: 'tool', tool_call_id: 'call_long_1', content: 'ok' },
    ]
    await bench().call({ model: 'mistral-large-latest', messages: talk })
    const [, assistant, result] = bench().vendor.calls.at(-1)?.body.messages ?? []
    expect(assistant.tool_calls[0].id).toMatch(/^[a-zA-Z0-9]{9}$/)
    expect(result.tool_call_id).toBe(assistant.tool_calls[0].id)
  })
})

describe('a vendor that speaks what another made', () => {
  const bench = vendorBench(['m'], { type: 40, key: 'k' })
  const messages = [{ role: 'user', content: 'Hi' }]

  it('is told which version of it is meant, and what of it is on trial, where the client says so', async () => {
    bench().vendor.tell({ body: { type: 'message', content: [], usage: { input_tokens: 3, output_tokens: 1 } } })
    const ask = (headers = {}) => bench().call({ model: 'm', max_tokens: 9, messages }, '/v1/messages', headers)
    await ask()
    expect(bench().vendor.calls.at(-1)?.headers).toMatchObject({ 'anthropic-version': '2023-06-01' })
    expect(bench().vendor.calls.at(-1)?.headers).not.toHaveProperty('anthropic-beta')
    await ask({ 'anthropic-version': '2026-10-21', 'anthropic-beta': 'one,two' })
    expect(bench().vendor.calls.at(-1)?.headers).toMatchObject({
      'anthropic-version': '2026-10-21',
      'anthropic-beta': 'one,two',
    })
  })
})

describe('vendors of vectors and of orders', () => {
  const bench = vendorBench(['jina-embeddings-v3', 'jina-reranker-v3', 'm3e-base'], { type: 38, key: 'jina_1' })

  it('are asked without what they do not know', async () => {
    bench().vendor.tell({
      body: { data: [{ index: 0, embedding: [1] }], usage: { prompt_tokens: 3, total_tokens: 3 } },
    })
    const answer = await bench().call(
      { model: 'jina-embeddings-v3', input: 'a', encoding_format: 'float' },
      '/v1/embeddings',
    )
    expect(bench().vendor.calls.at(-1)).toMatchObject({ path: '/v1/embeddings', body: { input: 'a' } })
    expect(bench().vendor.calls.at(-1)?.body).not.toHaveProperty('encoding_format')
    expect(await bench().rowOf(answer)).toMatchObject({ prompt_tokens: 3 })
  })

  it('put documents in order', async () => {
    const results = [{ index: 0, relevance_score: 0.5 }]
    bench().vendor.tell({ body: { results, usage: { total_tokens: 4 } } })
    const answer = await bench().call({ model: 'jina-reranker-v3', query: 'q', documents: ['a'] }, '/v1/rerank')
    expect(bench().vendor.calls.at(-1)?.path).toBe('/v1/rerank')
    expect(answer.json.results).toMatchObject(results)
    expect(await bench().rowOf(answer)).toMatchObject({ prompt_tokens: 4 })
  })

  it('may have no version in their address', async () => {
    await bench().addChannel({ type: 44, key: 'k', models: 'm3e-base', priority: 9 })
    bench().vendor.tell({
      body: { data: [{ index: 0, embedding: [1] }], usage: { prompt_tokens: 3, total_tokens: 3 } },
    })
    await bench().call({ model: 'm3e-base', input: 'a' }, '/v1/embeddings')
    expect(bench().vendor.calls.at(-1)?.path).toBe('/embeddings')
  })
})

it('numbers and names of vendors are each given once', () => {
  expect(new Set(providers.map(({ type }) => type)).size).toBe(providers.length)
  expect(new Set(providers.map(({ name }) => name)).size).toBe(providers.length)
})
