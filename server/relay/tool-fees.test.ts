import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AnsweredCall,
  type AnsweringUpstream,
  answerEvents,
  answerJson,
  startAnsweringUpstream,
} from '#testing/answering-upstream.ts'
import { chatBody } from '#testing/chat-answers.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, priceModels } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'

const tokens = 12
const dollar = 500_000

const message = { type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'Rain.' }] }
const search = (type: string) => ({ type: 'web_search_call', id: `ws_${type}`, status: 'completed', action: { type } })

const ran = { type: 'code_interpreter_call', id: 'ci_1', container_id: 'cntr_1', status: 'completed', code: '1' }

const responseOf = ({ model, user, tools = [] }: AnsweredCall['body']) => ({
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  model,
  tools,
  usage: user === 'silent' ? null : { input_tokens: 7, output_tokens: 5, total_tokens: tokens },
  output: [
    search('search'),
    search('open_page'),
    search('search'),
    { type: 'file_search_call', id: 'fs_1', status: 'completed', queries: ['rain'] },
    { type: 'image_generation_call', id: 'ig_1', status: 'completed', quality: 'medium', size: '1536x1024' },
    { type: 'image_generation_call', id: 'ig_2', status: 'failed' },
    ...(typeof user === 'string' && user.startsWith('runs') ? [ran, ran] : []),
    message,
  ],
})

const answerResponses = (body: AnsweredCall['body'], response: ServerResponse) => {
  const whole = responseOf(body)
  if (body.stream !== true) return answerJson(response, 200, whole)
  const items = whole.output.map((item, output_index) => ({ type: 'response.output_item.done', output_index, item }))
  const beginning = [
    { type: 'response.created', response: { ...whole, status: 'in_progress', output: [], usage: null } },
    ...items,
  ]
  if (body.user === 'cut') return breakOff(response, beginning)
  answerEvents(response, [
    ...beginning,
    {
      type: 'response.completed',
      response: { ...whole, ...(String(body.user).endsWith('bare') ? { output: [] } : {}) },
    },
  ])
}

const answerMessages = (body: AnsweredCall['body'], response: ServerResponse) => {
  const usage = { input_tokens: 7, output_tokens: 5, server_tool_use: { web_search_requests: 3 } }
  const head = { id: 'msg_1', type: 'message', role: 'assistant', model: body.model, stop_sequence: null }
  const content = [{ type: 'text', text: 'Rain.' }]
  if (body.stream !== true) return answerJson(response, 200, { ...head, content, stop_reason: 'end_turn', usage })
  const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }
  const beginning = [
    { type: 'message_start', message: { ...head, content: [], usage: { input_tokens: 7, output_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Rain.' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'content_block_start', index: 1, content_block: found },
    { type: 'content_block_stop', index: 1 },
  ]
  if (body.stop_sequences !== undefined) return breakOff(response, beginning)
  answerEvents(response, [
    ...beginning,
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ])
}

const breakOff = (response: ServerResponse, events: readonly Record<string, unknown>[]) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''))
  setImmediate(() => response.destroy())
}

const answerGemini = ({ path }: AnsweredCall, response: ServerResponse) => {
  const modelVersion = /models\/([^:]+)/.exec(path)?.[1]
  const groundingMetadata = { webSearchQueries: ['', 'rain today', 'rain today', 'rain tomorrow'] }
  const piece = (text: string, rest: object) => ({
    candidates: [{ content: { role: 'model', parts: [{ text }] }, ...rest }],
    usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 5, totalTokenCount: tokens },
    modelVersion,
    responseId: 'r1',
  })
  const last = piece('Rain.', { finishReason: 'STOP', groundingMetadata })
  if (!path.includes('stream')) return answerJson(response, 200, last)
  answerEvents(response, [piece('Snow or ', { groundingMetadata }), last])
}

const answerChat = (body: AnsweredCall['body'], response: ServerResponse) => {
  const usage = { prompt_tokens: 7, completion_tokens: 5, total_tokens: tokens }
  if (body.stream !== true) return answerJson(response, 200, { ...chatBody({ content: 'Rain.' }), usage })
  const chunk = { id: 'c', object: 'chat.completion.chunk', created: 1, model: body.model }
  answerEvents(response, [
    { ...chunk, choices: [{ index: 0, delta: { role: 'assistant', content: 'Rain.' }, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    { ...chunk, choices: [], usage },
  ])
}

const answer = (call: AnsweredCall, response: ServerResponse) => {
  if (call.path.startsWith('/v1/responses')) return answerResponses(call.body, response)
  if (call.path.startsWith('/v1/messages')) return answerMessages(call.body, response)
  return call.path.startsWith('/v1/chat') ? answerChat(call.body, response) : answerGemini(call, response)
}

const openaiModels = ['gpt-4o', 'gpt-5', 'o3-pro', 'gpt-4o-search-preview', 'gpt-4o-mini-search-preview']
const claude = 'claude-sonnet-4-5'
const geminiModels = ['gemini-2.5-flash', 'gemini-3-pro-preview']

const pictures = [{ tool: 'image_generation_medium', calls: 1.5, price: 42 }]
const files = [{ tool: 'file_search', calls: 1, price: 2.5 }]
const ofOpenai = (tool: string, price: number) => [{ tool, calls: 2, price }, ...files, ...pictures]

eachGateway((gateway) => {
  let upstream: AnsweringUpstream
  let root: TestClient
  let key: string

  beforeAll(async () => {
    upstream = await startAnsweringUpstream(answer)
    root = await gateway().asRoot()
    await priceModels(root, [...openaiModels, claude, ...geminiModels])
    await addRelayChannel(root, { base_url: upstream.url, models: openaiModels.join(',') })
    await addRelayChannel(root, { type: 14, base_url: upstream.url, models: claude })
    await addRelayChannel(root, { type: 24, base_url: upstream.url, models: geminiModels.join(',') })
    key = (await addRelayToken(root)).key
  })
  afterAll(() => upstream.close())
  expectSettledBooks(gateway)

  const post = async (path: string, body: object) => {
    const response = await fetch(`${gateway().url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    expect([response.status, text]).toEqual([200, text])
    await gateway().plane.domain.ledger.drain()
    const { items } = (await root.get('/api/log/?p=1&page_size=10&type=2')).data
    const requestId = response.headers.get('x-request-id')
    const row = items.find((each: { request_id: string }) => each.request_id === requestId)
    const tools = JSON.parse(row.other).tool_calls
    return { text, quota: row.quota, counted: row.prompt_tokens + row.completion_tokens, tools }
  }

  const messages = [{ role: 'user', content: 'Will it rain?' }]
  const preview = { tools: [{ type: 'web_search_preview' }] }

  describe.each([false, true])('with stream %s', (stream) => {
    it('charges the tools of a response, each page that was opened left out', async () => {
      const row = await post('/v1/responses', { model: 'gpt-5', input: 'Rain?', stream })
      expect(row.tools).toEqual(ofOpenai('web_search', 10))
      expect(row.quota).toBe(tokens + dollar * 0.0855)
    })

    it('charges the older search by its own price, dearer with some models', async () => {
      const older = await post('/v1/responses', { model: 'gpt-4o', input: 'Rain?', stream, ...preview })
      expect(older.tools).toEqual(ofOpenai('web_search_preview', 25))
      expect(older.quota).toBe(tokens + dollar * 0.1155)
      const newer = await post('/v1/responses', { model: 'gpt-5', input: 'Rain?', stream, ...preview })
      expect(newer.tools).toEqual(ofOpenai('web_search_preview', 10))
    })

    it('charges them where the client speaks another dialect', async () => {
      const row = await post('/v1/chat/completions', { model: 'o3-pro', messages, stream })
      expect(row.tools).toEqual(ofOpenai('web_search', 10))
    })

    it('charges each search of a message, and tells the client of it in whatever dialect', async () => {
      const tools = [{ tool: 'web_search', calls: 3, price: 10 }]
      const own = await post('/v1/messages', { model: claude, max_tokens: 50, messages, stream })
      expect(own).toMatchObject({ tools, quota: tokens + dollar * 0.03 })
      const other = await post('/v1/chat/completions', { model: claude, messages, stream })
      expect(other).toMatchObject({ tools, quota: tokens + dollar * 0.03 })
    })

    it('charges queries or grounded answers, by the generation of the model', async () => {
      const method = stream ? 'streamGenerateContent?alt=sse' : 'generateContent'
      const contents = [{ role: 'user', parts: [{ text: 'Will it rain?' }] }]
      const newer = await post(`/v1beta/models/gemini-3-pro-preview:${method}`, { contents })
      expect(newer).toMatchObject({
        tools: [{ tool: 'google_search', calls: 2, price: 14 }],
        quota: tokens + dollar * 0.028,
      })
      const older = await post('/v1/messages', { model: 'gemini-2.5-flash', max_tokens: 50, messages, stream })
      expect(older).toMatchObject({
        tools: [{ tool: 'google_search', calls: 1, price: 35 }],
        quota: tokens + dollar * 0.035,
      })
      expect(older.text).toContain('"web_search_requests":1')
    })

    it('charges a search for each answer of the models that always search', async () => {
      const row = await post('/v1/chat/completions', { model: 'gpt-4o-search-preview', messages, stream })
      expect(row.tools).toEqual([{ tool: 'web_search_preview', calls: 1, price: 35 }])
      expect(row.quota).toBe(tokens + dollar * 0.035)
    })

    it.each([
      ['low', 'gpt-4o-search-preview', 30],
      ['medium', 'gpt-4o-search-preview', 35],
      ['high', 'gpt-4o-search-preview', 50],
      ['low', 'gpt-4o-mini-search-preview', 25],
      ['medium', 'gpt-4o-mini-search-preview', 27.5],
      ['high', 'gpt-4o-mini-search-preview', 30],
    ])('charges a search by the size of its context: %s with %s', async (size, model, price) => {
      const options = { web_search_options: { search_context_size: size } }
      const row = await post('/v1/chat/completions', { model, messages, stream, ...options })
      expect(row.tools).toEqual([{ tool: `web_search_preview_${size}`, calls: 1, price }])
      expect(row.quota).toBe(tokens + (dollar * price) / 1000)
    })

    it('tells the size that was asked for where it has no price of its own', async () => {
      const tools = [{ type: 'web_search', search_context_size: 'high' }]
      const row = await post('/v1/responses', { model: 'gpt-5', input: 'Rain?', stream, tools })
      expect(row.tools).toContainEqual({ tool: 'web_search_high', calls: 2, price: 10 })
      expect(row.quota).toBe(tokens + dollar * 0.0855)
      const options = { web_search_options: { search_context_size: 'low' } }
      const message = await post('/v1/chat/completions', { model: claude, messages, stream, ...options })
      expect(message.tools).toEqual([{ tool: 'web_search_low', calls: 3, price: 10 }])
    })
  })

  it.each([false, true])(
    'charges a container in which code ran, once, and none that was there: streamed %s',
    async (stream) => {
      const ask = (container: unknown, user = 'runs') =>
        post('/v1/responses', {
          model: 'gpt-5',
          input: 'Rain?',
          stream,
          user,
          tools: [{ type: 'code_interpreter', container }],
        })
      const fee = { tool: 'code_interpreter', calls: 1, price: 30 }
      const made = await ask({ type: 'auto' })
      expect(made.tools).toContainEqual(fee)
      expect(made.quota).toBe(tokens + dollar * (0.0855 + 0.03))
      if (stream) expect((await ask({ type: 'auto' }, 'runs bare')).tools).toContainEqual(fee)
      expect((await ask({ type: 'auto' }, 'idle')).tools).not.toContainEqual(fee)
      for (const user of ['runs', 'runs bare']) expect((await ask('cntr_1', user)).tools).not.toContainEqual(fee)
    },
  )

  it('counts the calls of a stream whose last event leaves them out', async () => {
    const row = await post('/v1/responses', { model: 'gpt-5', input: 'Rain?', stream: true, user: 'bare' })
    expect(row.quota).toBe(tokens + dollar * 0.0855)
  })

  it('charges the searches of a message that broke off, as far as they were seen', async () => {
    const tools = [{ tool: 'web_search', calls: 1, price: 10 }]
    const asked = { model: claude, max_tokens: 50, messages, stream: true }
    expect(await post('/v1/messages', { ...asked, stop_sequences: ['x'] })).toMatchObject({ tools })
    expect(await post('/v1/chat/completions', { ...asked, stop: ['x'] })).toMatchObject({ tools })
  })

  it('charges those of a response that broke off before it told its usage', async () => {
    const row = await post('/v1/responses', { model: 'gpt-5', input: 'Rain?', stream: true, user: 'cut' })
    expect(row.tools).toEqual(ofOpenai('web_search', 10))
    expect(row.quota).toBe(row.counted + dollar * 0.0855)
    const other = await post('/v1/chat/completions', { model: 'o3-pro', messages, stream: true, user: 'cut' })
    expect(other.tools).toEqual(ofOpenai('web_search', 10))
    expect(other.quota).toBe(other.counted + dollar * 0.0855)
  })

  it('charges the older search of a response that broke off by its own price, and by its size', async () => {
    const tools = [{ type: 'web_search_preview', search_context_size: 'low' }]
    const row = await post('/v1/responses', { model: 'gpt-4o', input: 'Rain?', stream: true, user: 'cut', tools })
    expect(row.tools).toContainEqual({ tool: 'web_search_preview_low', calls: 2, price: 25 })
  })

  it('charges the tools of a response that tells no usage', async () => {
    const row = await post('/v1/responses', { model: 'gpt-5', input: 'Rain?', user: 'silent' })
    expect(row.tools).toEqual(ofOpenai('web_search', 10))
  })

  it('takes prices of searches by size from the options', async () => {
    const value = JSON.stringify({
      web_search: 4,
      web_search_low: 3,
      'web_search_low:gpt-5*': 2,
      'web_search_high:gpt*': 8,
    })
    const before = (await root.get('/api/option/')).data.find(({ key: name }: { key: string }) => name === 'ToolPrice')
    await root.put('/api/option/', { key: 'ToolPrice', value })
    const priceFor = async (size: string | undefined) => {
      const tools = [{ type: 'web_search', search_context_size: size }]
      const row = await post('/v1/responses', { model: 'gpt-5', input: 'Rain?', tools })
      return row.tools[0]
    }
    expect(await priceFor('low')).toEqual({ tool: 'web_search_low', calls: 2, price: 2 })
    expect(await priceFor('medium')).toEqual({ tool: 'web_search_medium', calls: 2, price: 4 })
    expect(await priceFor('high')).toEqual({ tool: 'web_search_high', calls: 2, price: 8 })
    expect(await priceFor(undefined)).toEqual({ tool: 'web_search', calls: 2, price: 4 })
    await root.put('/api/option/', { key: 'ToolPrice', value: before.value })
  })

  it('takes prices of tools from the options, times the ratio of the group', async () => {
    const value = JSON.stringify({ web_search: 4, 'web_search:claude*': 1, [`web_search:${claude}`]: 2 })
    await root.put('/api/option/', { key: 'ToolPrice', value })
    await root.put('/api/option/', { key: 'GroupRatio', value: '{"default": 0.5}' })
    const row = await post('/v1/messages', { model: claude, max_tokens: 50, messages })
    expect(row).toMatchObject({ tools: [{ tool: 'web_search', calls: 3, price: 2 }], quota: tokens / 2 + 1500 })
    const refused = await root.put('/api/option/', { key: 'ToolPrice', value: '{"hammer": 1}' })
    expect(refused.message).toContain('not the name of a tool')
  })
})
