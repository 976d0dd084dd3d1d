import { describe, expect, it } from 'vitest'
import { events, type Told } from '#testing/vendor-server.ts'
import { chunksOf, vendorBench } from '#testing/vendor-suite.ts'

const base = { id: 'c-1', created: 1, model: 'm' }
const chunk = (delta: object, more: object = {}) => ({
  ...base,
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason: null, ...more }],
})
const finish = (reason = 'stop') => chunk({}, { finish_reason: reason })
const usage = { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25 }
const told = (chunks: object) => ({ ...base, object: 'chat.completion.chunk', choices: [], ...chunks })
const whole = (message: object, more: object = {}, finish_reason = 'stop'): Told => ({
  body: {
    ...base,
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }],
    usage,
    ...more,
  },
})

describe('what an upstream of the same dialect tells in a shape of its own', () => {
  const bench = vendorBench(['m', 'v', 'r', 'as-it-came'], { type: 1, key: 'k', models: 'm,v,r' })
  const messages = [{ role: 'user', content: 'Hi' }]
  const stream = (answer: Told) => {
    bench().vendor.tell(answer)
    return bench().call({ model: 'm', messages, stream: true, stream_options: { include_usage: true } })
  }
  const ask = (answer: Told, more: object = {}) => {
    bench().vendor.tell(answer)
    return bench().call({ model: 'm', messages, ...more })
  }

  const parts = [
    { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
    { type: 'text', text: 'Hello.' },
  ]
  it('content in parts becomes text, and what was thought stands beside it', async () => {
    const answer = await ask(whole({ content: parts }))
    expect(answer.json.choices[0].message).toMatchObject({ content: 'Hello.', reasoning_content: 'Hm.' })
    const [thought, text] = parts
    const streamed = await stream(
      events(
        chunk({ role: 'assistant', content: '' }),
        chunk({ content: [thought] }),
        chunk({ content: [text] }),
        {
          ...finish(),
          usage,
        },
        '[DONE]',
      ),
    )
    const deltas = chunksOf(streamed).map(({ choices }) => choices[0]?.delta ?? {})
    expect(deltas.map(({ content = '' }) => content).join('')).toBe('Hello.')
    expect(deltas.map(({ reasoning_content = '' }) => reasoning_content).join('')).toBe('Hm.')
    expect(await bench().rowOf(streamed)).toMatchObject({ prompt_tokens: 20, completion_tokens: 5 })
  })

  it('calls of tools without a place are given theirs', async () => {
    const streamed = await stream(
      events(
        chunk({
          role: 'assistant',
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{' } }],
        }),
        chunk({ tool_calls: [{ function: { arguments: '}' } }] }),
        chunk({
          tool_calls: [
            { id: 'b', type: 'function', function: { name: 'g', arguments: '{}' } },
            { id: 'c', type: 'function', function: { name: 'h', arguments: '{}' } },
          ],
        }),
        finish('tool_calls'),
        told({ usage }),
        '[DONE]',
      ),
    )
    const calls = chunksOf(streamed).flatMap(({ choices }) => choices[0]?.delta?.tool_calls ?? [])
    expect(calls.map(({ index, id, function: { arguments: text } }) => [index, id, text])).toEqual([
      [0, 'a', '{'],
      [0, undefined, '}'],
      [1, 'b', '{}'],
      [2, 'c', '{}'],
    ])
  })

  it.each([
    ['prompt_cache_hit_tokens', { prompt_cache_hit_tokens: 8 }],
    ['num_cached_tokens', { num_cached_tokens: 8 }],
    ['cached_tokens', { cached_tokens: 8 }],
  ])('cached tokens that are called %s have their usual name too', async (_, named) => {
    const odd = { ...usage, ...named }
    const answer = await ask(whole({ content: 'Hello.' }, { usage: odd }))
    expect(answer.json.usage).toEqual({ ...odd, prompt_tokens_details: { cached_tokens: 8 } })
    const streamed = await stream(events(chunk({ content: 'Hello.' }), finish(), told({ usage: odd }), '[DONE]'))
    expect(chunksOf(streamed).at(-1)?.usage).toEqual({ ...odd, prompt_tokens_details: { cached_tokens: 8 } })
  })

  it('first pieces without a kind are given it, and a piece that says all again is left out', async () => {
    const again = {
      ...base,
      object: 'chat.completion.done',
      choices: [{ index: 0, message: { content: 'Hello.' } }],
      usage,
    }
    const streamed = await stream(
      events(
        { id: '', object: '', created: 0, model: '', choices: [], prompt_filter_results: [] },
        chunk({ content: 'Hello.' }),
        finish(),
        again,
        '[DONE]',
      ),
    )
    const chunks = chunksOf(streamed)
    expect(chunks.map(({ object }) => object)).toEqual(Array(chunks.length).fill('chat.completion.chunk'))
    expect(chunks.map(({ choices }) => choices[0]?.delta?.content ?? '').join('')).toBe('Hello.')
    expect(streamed.text.endsWith('data: [DONE]\n\n')).toBe(true)
    expect(await bench().rowOf(streamed)).toMatchObject({ prompt_tokens: 20, completion_tokens: 5 })
  })

  it('passes to the byte where nothing is wrong with it', async () => {
    const text =
      'data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m", "choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":"{\\"content\\":[]}"}}]}}]}\n\n' +
      'data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}\n\n' +
      'data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[],"usage":{"prompt_tokens":20,"completion_tokens":5,"total_tokens":25,"prompt_tokens_details":{"cached_tokens":3}}}\n\n' +
      'data: [DONE]\n\n'
    expect((await stream({ type: 'text/event-stream', body: [text] })).text).toBe(text)
    const body = JSON.stringify(whole({ content: 'Hello.', tool_calls: null }).body).replace(
      '"created":1',
      '"created" : 1',
    )
    expect((await ask({ body })).text).toBe(body)
    const details = { usage: { ...usage, prompt_tokens_details: { audio_tokens: 0, cached_tokens: 0 } } }
    const message = { role: 'assistant', content: 'Hello.' }
    const weighed = [{ index: 0, message, logprobs: { content: [{ token: 'Hello.' }] }, finish_reason: 'stop' }]
    for (const more of [details, { ...details, choices: weighed }]) {
      const text = JSON.stringify(whole({ content: 'Hello.' }, more).body, undefined, 2)
      expect((await ask({ body: text })).text).toBe(text)
    }
  })

  it('passes to the byte where the operator says so', async () => {
    await bench().addChannel({ type: 1, key: 'k', models: 'as-it-came', setting: JSON.stringify({ untouched: true }) })
    const text = [chunk({ content: parts }), finish()].map((each) => `data: ${JSON.stringify(each)}\n\n`).join('')
    bench().vendor.tell({ type: 'text/event-stream', body: [text, 'data: [DONE]\n\n'] })
    const streamed = await bench().call({ model: 'as-it-came', messages, stream: true })
    expect(streamed.text).toBe(`${text}data: [DONE]\n\n`)
    const body = JSON.stringify(whole({ content: parts }).body)
    bench().vendor.tell({ body })
    expect((await bench().call({ model: 'as-it-came', messages })).text).toBe(body)
  })

  const vector = [0.5, -0.25]
  const packed = Buffer.from(new Float32Array(vector).buffer).toString('base64')
  const vectors = (embedding: unknown) => ({
    body: {
      object: 'list',
      data: [{ object: 'embedding', index: 0, embedding }],
      model: 'v',
      usage: { prompt_tokens: 3 },
    },
  })
  it.each([
    ['as letters where lists come', 'base64', vector, packed],
    ['as lists where letters come', 'float', packed, vector],
    ['as lists by who says nothing', undefined, packed, vector],
    ['as they come', 'base64', packed, packed],
  ])('vectors asked for %s are told as they were asked for', async (_, encoding_format, comes, wanted) => {
    bench().vendor.tell(vectors(comes))
    const answer = await bench().call({ model: 'v', input: ['a'], encoding_format }, '/v1/embeddings')
    expect(answer.json.data).toEqual([{ object: 'embedding', index: 0, embedding: wanted }])
    expect(await bench().rowOf(answer)).toMatchObject({ prompt_tokens: 3 })
  })

  const results = [0.9, 0.8, 0.1].map((relevance_score, index) => ({ index, relevance_score }))
  it.each([
    ['in their usual place', { results }],
    ['in another place', { data: results }],
    ['with nothing around them', results],
  ])('more documents than were asked for are cut, and those %s lost to nobody', async (_, body) => {
    bench().vendor.tell({ body })
    const question = { model: 'r', query: 'q', documents: ['a', 'b', 'c'] }
    const two = await bench().call({ ...question, top_n: 2 }, '/v1/rerank')
    expect(two.json.results).toMatchObject(results.slice(0, 2))
    const all = await bench().call(question, '/v1/rerank')
    expect(all.json.results).toMatchObject(results)
  })
})

describe('vendors that give vectors in one form alone', () => {
  const vendors = [
    [26, 'zhipu-v'],
    [42, 'mistral-v'],
    [45, 'ark-v'],
    [46, 'qianfan-v'],
    [17, 'dashscope-v'],
  ] as const
  const bench = vendorBench(
    vendors.map(([, model]) => model),
    { type: 1, key: 'k', models: 'none' },
  )

  it.each(vendors)('of type %i are not asked for letters, which are made of what they give', async (type, model) => {
    await bench().addChannel({ type, key: 'k.k', models: model })
    bench().vendor.tell(({ body }) =>
      body.encoding_format === 'base64'
        ? { status: 400, body: { error: { message: 'encoding_format must be float' } } }
        : {
            body: {
              object: 'list',
              data: [{ index: 0, embedding: [0.5] }],
              usage: { prompt_tokens: 3, total_tokens: 3 },
            },
          },
    )
    const answer = await bench().call({ model, input: ['a'], encoding_format: 'base64' }, '/v1/embeddings')
    expect([answer.status, answer.json.data?.[0].embedding]).toEqual([
      200,
      Buffer.from(new Float32Array([0.5]).buffer).toString('base64'),
    ])
    const plain = await bench().call({ model, input: ['a'], encoding_format: 'float' }, '/v1/embeddings')
    expect([plain.status, plain.json.data?.[0].embedding]).toEqual([200, [0.5]])
  })
})

describe('what an upstream does not say', () => {
  const bench = vendorBench(['m', 'tts-1', 'whisper-1', 'nothing'], { type: 1, key: 'k' })
  const sound = Buffer.from('RIFF....WAVE and samples, which are no words')

  it.each([
    ['a page', { type: 'text/html', body: '<!doctype html><html><body>Sign in.</body></html>' }],
    ['a page that is called sound', { type: 'audio/mpeg', body: '<html><head><title>502</title></head></html>' }],
    ['nothing', { type: 'audio/mpeg', body: '' }],
  ])('%s in the place of sound is told as an error, and not paid', async (_, answer) => {
    bench().vendor.tell(answer)
    const spoken = await bench().call({ model: 'tts-1', input: 'Hello.', voice: 'alloy' }, '/v1/audio/speech')
    expect([spoken.status, spoken.json.error.type]).toEqual([
      expect.toSatisfy((status) => status >= 500),
      expect.any(String),
    ])
    expect(await bench().rowOf(spoken)).toBeUndefined()
  })

  it.each([
    ['a page', { type: 'text/html', body: '<!doctype html><html><body>Sign in.</body></html>' }],
    ['nothing', { type: 'text/plain', body: '' }],
  ])('%s in the place of a text is told as an error, and not paid', async (_, answer) => {
    bench().vendor.tell(answer)
    const { gateway, key } = bench()
    const form = new FormData()
    form.append('model', 'whisper-1')
    form.append('response_format', 'text')
    form.append('file', new File([sound], 'a.wav', { type: 'audio/wav' }))
    const headers = { authorization: `Bearer ${key}` }
    const response = await fetch(`${gateway.url}/v1/audio/transcriptions`, { method: 'POST', headers, body: form })
    expect(response.status).toBe(502)
    const root = await gateway.asRoot()
    await gateway.plane.domain.ledger.drain()
    const { items } = (await root.get('/api/log/?p=1&page_size=100&type=2')).data
    expect(items.filter((row: { model_name: string }) => row.model_name === 'whisper-1')).toEqual([])
  })

  it('a usage of nothing is estimated, whole and streamed', async () => {
    const none = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }
    const messages = [{ role: 'user', content: 'Say something about the water in the valley.' }]
    bench().vendor.tell(whole({ content: 'It finds its way through the stones.' }, { usage: none }))
    const answer = await bench().call({ model: 'm', messages })
    bench().vendor.tell(
      events(chunk({ content: 'It finds its way through the stones.' }), finish(), told({ usage: none }), '[DONE]'),
    )
    const streamed = await bench().call({ model: 'm', messages, stream: true })
    for (const each of [answer, streamed]) {
      const row = await bench().rowOf(each)
      expect([row?.prompt_tokens, row?.completion_tokens].map((count) => Number(count) > 4)).toEqual([true, true])
      expect(JSON.parse(String(row?.other))).toMatchObject({ estimated: true })
    }
  })
})

describe('streams that clients of another dialect read', () => {
  const bench = vendorBench(['d', 'g', 'o'], { type: 43, key: 'k', models: 'd' })

  it('two calls at once of a chat stream are two for a client of contents', async () => {
    bench().vendor.tell(
      events(
        chunk({
          role: 'assistant',
          content: null,
          tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' } }],
        }),
        chunk({ tool_calls: [{ index: 0, function: { arguments: '{"x":1}' } }] }),
        chunk({ tool_calls: [{ index: 1, id: 'b', type: 'function', function: { name: 'g', arguments: '' } }] }),
        chunk({ tool_calls: [{ index: 1, function: { arguments: '{"y":2}' } }] }),
        { ...finish('tool_calls'), usage },
        '[DONE]',
      ),
    )
    const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }]
    const answer = await bench().call({ contents }, '/v1beta/models/d:streamGenerateContent?alt=sse')
    const calls = chunksOf({ ...answer, text: answer.text.replaceAll('\r\n', '\n') })
      .flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? [])
      .flatMap(({ functionCall }) => (functionCall === undefined ? [] : [[functionCall.name, functionCall.args]]))
    expect(calls).toEqual([
      ['f', { x: 1 }],
      ['g', { y: 2 }],
    ])
  })

  it('a stream of contents that stops with a call says so in words of chat, and one that only stops does not', async () => {
    await bench().addChannel({ type: 24, key: 'k', models: 'g' })
    const piece = (part: object, finishReason?: string) => ({
      candidates: [{ index: 0, content: { role: 'model', parts: [part] }, ...(finishReason && { finishReason }) }],
      usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 },
    })
    const reasonOf = async (...pieces: object[]) => {
      bench().vendor.tell(events(...pieces))
      const answer = await bench().call({ model: 'g', messages: [{ role: 'user', content: 'Hi' }], stream: true })
      return chunksOf(answer).findLast(({ choices }) => choices[0]?.finish_reason)?.choices[0].finish_reason
    }
    expect(await reasonOf(piece({ functionCall: { name: 'f', args: {} } }), piece({ text: '' }, 'STOP'))).toBe(
      'tool_calls',
    )
    expect(await reasonOf(piece({ text: 'Hello.' }), piece({ text: '' }, 'STOP'))).toBe('stop')
  })

  it('events of responses that have no names are given theirs', async () => {
    await bench().addChannel({ type: 20, key: 'k', models: 'o' })
    const response = { id: 'resp_1', object: 'response', status: 'in_progress', model: 'o', output: [] }
    const item = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'Hi', annotations: [] }],
    }
    bench().vendor.tell(
      events(
        { type: 'response.created', sequence_number: 0, response },
        {
          type: 'response.output_text.delta',
          sequence_number: 1,
          item_id: 'msg_1',
          output_index: 0,
          content_index: 0,
          delta: 'Hi',
        },
        {
          type: 'response.completed',
          sequence_number: 2,
          response: {
            ...response,
            status: 'completed',
            output: [item],
            usage: { input_tokens: 3, output_tokens: 1, total_tokens: 4 },
          },
        },
        '[DONE]',
      ),
    )
    const answer = await bench().call({ model: 'o', input: 'Hi', stream: true }, '/v1/responses')
    const named = answer.text
      .split('\n\n')
      .filter((event) => event.includes('data: {'))
      .map((event) => [event.match(/^event: (.*)$/m)?.[1], JSON.parse(event.slice(event.indexOf('{'))).type])
    expect(named.map(([name]) => name)).toEqual(named.map(([, type]) => type))
    expect(named.map(([name]) => name)).toEqual([
      'response.created',
      'response.output_text.delta',
      'response.completed',
    ])
    expect(await bench().rowOf(answer)).toMatchObject({ prompt_tokens: 3, completion_tokens: 1 })
  })
})
