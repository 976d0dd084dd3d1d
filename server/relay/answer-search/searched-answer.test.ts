import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answerJson } from '#testing/answering-upstream.ts'
import { oneFaultBench } from '#testing/fault-bench.ts'
import { callPath, prompt } from '#testing/relay-client.ts'

type Dialect = 'openai-chat' | 'openai-responses' | 'anthropic-messages' | 'gemini'
const dialects = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini'] as const

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const named = (type: string, members: object = {}) => `event: ${type}\n${data({ type, ...members })}`
const usage = { input_tokens: 10, output_tokens: 10, total_tokens: 20 }
const chatUsage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 }
const geminiUsage = { usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 } }
const chatHead = { id: 'c', created: 1, model: 'm' }

const outputOf = (text: string) => [
  {
    type: 'message',
    id: 'msg_1',
    status: 'completed',
    role: 'assistant',
    content: [{ type: 'output_text', text, annotations: [] }],
  },
]
const responseOf = (text: string) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  status: 'completed',
  model: 'm',
  output: outputOf(text),
  usage,
})
const messageOf = (content: object[]) => ({ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content })
const candidate = (text: string, more: object = {}) => ({
  candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0, ...more }],
})

/** What an upstream says in each dialect. */
const says: Readonly<
  Record<Dialect, { type: number; whole: (text: string) => object; stream: (pieces: readonly string[]) => string[] }>
> = {
  'openai-chat': {
    type: 1,
    whole: (content) => ({
      ...chatHead,
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
      usage: chatUsage,
    }),
    stream: (pieces) => {
      const event = (value: object) => data({ ...chatHead, object: 'chat.completion.chunk', ...value })
      return [
        ...pieces.map((content) => event({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })),
        event({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
        event({ choices: [], usage: chatUsage }),
        'data: [DONE]\n\n',
      ]
    },
  },
  'openai-responses': {
    type: 1,
    whole: responseOf,
    stream: (pieces) => {
      const at = { item_id: 'msg_1', output_index: 0, content_index: 0 }
      const text = pieces.join('')
      return [
        named('response.created', { response: { ...responseOf(''), status: 'in_progress', output: [] } }),
        ...pieces.map((delta) => named('response.output_text.delta', { ...at, delta })),
        named('response.output_text.done', { ...at, text }),
        named('response.output_item.done', { output_index: 0, item: outputOf(text)[0] }),
        named('response.completed', { response: responseOf(text) }),
      ]
    },
  },
  'anthropic-messages': {
    type: 14,
    whole: (text) => ({ ...messageOf([{ type: 'text', text }]), stop_reason: 'end_turn', usage }),
    stream: (pieces) => [
      named('message_start', { message: { ...messageOf([]), usage: { input_tokens: 10, output_tokens: 1 } } }),
      named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      ...pieces.map((text) => named('content_block_delta', { index: 0, delta: { type: 'text_delta', text } })),
      named('content_block_stop', { index: 0 }),
      named('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 10 } }),
      named('message_stop'),
    ],
  },
  gemini: {
    type: 24,
    whole: (text) => ({ ...candidate(text, { finishReason: 'STOP' }), ...geminiUsage }),
    stream: (pieces) => [
      ...pieces.map((text) => data(candidate(text))),
      data({ ...candidate('', { finishReason: 'STOP' }), ...geminiUsage }),
    ],
  },
}

const contents = [{ role: 'user', parts: [{ text: 'Say something.' }] }]
const asks: Readonly<Record<Dialect, (model: string, stream: boolean) => { path: string; body: object }>> = {
  'openai-chat': (model, stream) => ({ path: '/v1/chat/completions', body: { model, stream, ...prompt } }),
  'openai-responses': (model, stream) => ({
    path: '/v1/responses',
    body: { model, stream, store: false, input: prompt.messages },
  }),
  'anthropic-messages': (model, stream) => ({
    path: '/v1/messages',
    body: { model, stream, max_tokens: 99, ...prompt },
  }),
  gemini: (model, stream) => ({
    path: `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: { contents },
  }),
}

const pieces = ['The ', 'pass', 'wo', 'rd is \u5bc6', '\u7801 and sto', 'p.']
const cases = dialects.flatMap((speaks) =>
  dialects.flatMap((spoken) => [true, false].map((stream) => ({ speaks, spoken, stream }))),
)

oneFaultBench([...dialects], (bench) => {
  const setOption = async (key: string, value: string) => {
    const { success, text: answer } = await bench().root.put('/api/option/', { key, value })
    if (!success) throw new Error(answer)
  }
  beforeAll(async () => {
    const { addChannel, upstream } = bench()
    for (const dialect of dialects) {
      const { type } = says[dialect]
      const setting = type === 1 ? { setting: JSON.stringify({ dialect }) } : {}
      await addChannel({ type, base_url: upstream.url, models: dialect, ...setting })
    }
    await setOption('SensitiveWords', 'password\n\u5bc6\u7801\nregex:5{3}-1')
  })
  beforeEach(() => setOption('StopOnSensitiveEnabled', 'false'))

  const serve = (spoken: Dialect, told: readonly string[]) =>
    bench().upstream.does(({ body, path }, response) => {
      if (body.stream !== true && !path.includes('stream')) {
        return answerJson(response, 200, says[spoken].whole(told.join('')))
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(says[spoken].stream(told).join(''))
    })

  const ask = async (speaks: Dialect, spoken: Dialect, stream: boolean, told: readonly string[] = pieces) => {
    serve(spoken, told)
    const { path, body } = asks[speaks](spoken, stream)
    return callPath(bench().gateway, bench().key, path, body)
  }

  describe('a word in an answer', () => {
    it.each(cases)('is replaced for $speaks by $spoken, stream: $stream', async ({ speaks, spoken, stream }) => {
      const answer = await ask(speaks, spoken, stream)
      expect(answer.status).toBe(200)
      const found = readText(answer.text)
      expect(found).toContain('The *** is *** and stop.')
      expect(found).not.toMatch(/pass|word|\u5bc6|\u7801/)
      const row = await bench().rowOf(answer.requestId)
      expect(row.quota).toBe(20)
      expect(row.other).not.toContain('stream_error')
    })

    it.each(cases)('ends it for $speaks by $spoken, stream: $stream', async ({ speaks, spoken, stream }) => {
      await setOption('StopOnSensitiveEnabled', 'true')
      const answer = await ask(speaks, spoken, stream)
      expect(answer.text).toContain('contains blocked words')
      expect(readText(answer.text)).not.toMatch(/pass|word|\u5bc6|stop/)
      // What came together with the word may have gone with it.
      if (stream) expect(['', 'The ']).toContain(readText(answer.text))
      else expect(answer.status).toBe(400)
      const row = await bench().rowOf(answer.requestId)
      expect(row.quota).toBeGreaterThan(0)
      expect(JSON.parse(row.other).stream_error).toBe('sensitive_words')
    })

    it('is found behind escapes, in thinking and in what tools are given', async () => {
      const escaped = '{"choices":[{"index":0,"message":{"content":"\\u0070assword"},"finish_reason":"stop"}]}'
      bench().upstream.does(
        (_call, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(escaped),
      )
      const answer = await bench().call({ model: 'openai-chat' })
      expect(answer.json.choices[0].message.content).toBe('***')
      const message = {
        content: null,
        reasoning_content: 'a Password',
        tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a":"555-1"}' } }],
      }
      bench().upstream.does((_call, response) =>
        answerJson(response, 200, { ...chatHead, choices: [{ index: 0, message, finish_reason: 'tool_calls' }] }),
      )
      const told = (await bench().call({ model: 'openai-chat' })).json.choices[0].message
      expect([told.reasoning_content, told.tool_calls[0].function.arguments]).toEqual(['a ***', '{"a":"***"}'])
    })

    it('goes by unseen where answers are not checked, and the bytes stay as they are', async () => {
      await setOption('CheckSensitiveOnCompletionEnabled', 'false')
      const answer = await ask('openai-chat', 'openai-chat', true)
      expect(answer.text).toBe(
        says['openai-chat']
          .stream(pieces)
          .join('')
          .replace(/data: [^\n]*"usage":\{[^\n]*\n\n/, ''),
      )
      await setOption('CheckSensitiveOnCompletionEnabled', 'true')
    })
  })

  it('an array of answers is looked through like a stream of events', async () => {
    serve('gemini', pieces)
    const path = '/v1beta/models/gemini:streamGenerateContent'
    const answer = await callPath(bench().gateway, bench().key, path, { contents })
    expect(JSON.parse(answer.text).flatMap(textsIn).join('')).toBe('The *** is *** and stop.')
  })
})

const textsIn = (answer: { candidates: { content: { parts: { text: string }[] } }[] }): string[] =>
  answer.candidates.flatMap(({ content }) => content.parts.map((part) => part.text))

/** What a client reads, whatever the dialect: the deltas, and whole texts behind them. */
const readText = (answer: string): string => {
  const found: string[] = []
  const collect = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(collect)
    else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) {
        if (typeof member === 'string' && ['content', 'text', 'delta'].includes(name)) found.push(member)
        else collect(member)
      }
    }
  }
  const lines = answer.startsWith('{')
    ? [answer]
    : answer.split('\n').flatMap((line) => line.match(/^data: (\{.*)/)?.[1] ?? [])
  for (const line of lines) collect(JSON.parse(line))
  return found.join('')
}
