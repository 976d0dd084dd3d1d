import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type AnsweringUpstream, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, priceModels } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const named = (type: string, members: object = {}) => `event: ${type}\n${data({ type, ...members })}`
const chunk = (content: string) => data({ choices: [{ index: 0, delta: { content } }] })
const response = { id: 'resp_1', status: 'in_progress' }

/** The beginning of an answer in each dialect: it says `begun` and never ends. */
const beginnings = {
  'openai-chat': chunk('begun'),
  'openai-responses':
    named('response.created', { sequence_number: 0, response }) +
    named('response.output_text.delta', { sequence_number: 1, output_index: 0, content_index: 0, delta: 'begun' }),
  'anthropic-messages':
    named('message_start', { message: { id: 'msg_1', usage: { input_tokens: 1234, output_tokens: 1 } } }) +
    named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
    named('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'begun' } }),
  gemini: data({ candidates: [{ content: { role: 'model', parts: [{ text: 'begun' }] }, index: 0 }] }),
}
type Spoken = keyof typeof beginnings
const dialects: readonly Spoken[] = ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini']

const types: Readonly<Record<Spoken, number>> = {
  'openai-chat': 1,
  'openai-responses': 1,
  'anthropic-messages': 14,
  gemini: 24,
}

/** Models that are asked once each, as their channel rests after a failure. */
const full = ['full-openai-responses', 'full-gemini']
const listed = ['listed-failure', 'listed-cut']
const calling = ['calls-openai-responses', 'calls-gemini', 'calls-anthropic-messages']

const prompt = [{ role: 'user', content: 'Say something.' }]
const contents = [{ role: 'user', parts: [{ text: 'Say something.' }] }]

const asks: Readonly<Record<Spoken | 'gemini-array', (model: string) => { path: string; body: object }>> = {
  'openai-chat': (model) => ({ path: '/v1/chat/completions', body: { model, stream: true, messages: prompt } }),
  'openai-responses': (model) => ({ path: '/v1/responses', body: { model, stream: true, input: prompt } }),
  'anthropic-messages': (model) => ({
    path: '/v1/messages',
    body: { model, stream: true, max_tokens: 99, messages: prompt },
  }),
  gemini: (model) => ({ path: `/v1beta/models/${model}:streamGenerateContent?alt=sse`, body: { contents } }),
  'gemini-array': (model) => ({ path: `/v1beta/models/${model}:streamGenerateContent`, body: { contents } }),
}

/** Answers with these, and closes the stream like any other. */
const streamOf =
  (...pieces: string[]): Answer =>
  (_call, answer) => {
    answer.writeHead(200, { 'content-type': 'text/event-stream' }).end(pieces.join(''))
  }

/** The events' data, parsed; what is no JSON stays text. */
const dataOf = (text: string): ReturnType<typeof JSON.parse>[] =>
  text.split(/\r?\n/).flatMap((line) => {
    if (!line.startsWith('data: ')) return []
    return [line === 'data: [DONE]' ? '[DONE]' : JSON.parse(line.slice(6))]
  })

eachGateway((gateway) => {
  let upstream: AnsweringUpstream
  let root: TestClient
  let key: string

  beforeAll(async () => {
    upstream = await startAnsweringUpstream()
    root = await gateway().asRoot()
    await priceModels(root, [...dialects, ...full, ...listed, ...calling, 'backed'])
    for (const dialect of dialects) {
      const setting = JSON.stringify(types[dialect] === 1 ? { dialect } : {})
      await addRelayChannel(root, { type: types[dialect], base_url: upstream.url, models: dialect, setting })
    }
    const setting = JSON.stringify({ dialect: 'openai-responses' })
    await addRelayChannel(root, { base_url: upstream.url, models: full.join(','), setting })
    await addRelayChannel(root, { base_url: upstream.url, models: listed.join(',') })
    const chat = JSON.stringify({ dialect: 'openai-chat' })
    await addRelayChannel(root, { base_url: upstream.url, models: calling.join(','), setting: chat })
    key = (await addRelayToken(root)).key
  })
  afterAll(() => upstream?.close())
  expectSettledBooks(gateway)

  const ask = async (speaks: keyof typeof asks, model: string) => {
    const { path, body } = asks[speaks](model)
    const answer = await fetch(gateway().url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: answer.status, id: answer.headers.get('x-request-id'), text: await answer.text() }
  }

  const rowOf = async (requestId: string | null) => {
    await gateway().plane.domain.ledger.drain()
    const { items } = (await root.get('/api/log/?p=1&page_size=100&type=2')).data
    const row = items.find((each: { request_id: string }) => each.request_id === requestId)
    return { ...row, other: JSON.parse(row?.other ?? '{}') }
  }

  describe('an upstream that closes without its end mark', () => {
    const failures: Readonly<Record<Spoken, (told: ReturnType<typeof dataOf>) => void>> = {
      'openai-chat': (told) => expect(told.slice(-2)).toMatchObject([{ error: { type: 'server_error' } }, '[DONE]']),
      'openai-responses': (told) => {
        const types = told.map(({ type }) => type)
        expect(types.slice(types.indexOf('error'))).toEqual(['error', 'response.failed'])
        expect(told[types.indexOf('error')]).toMatchObject({ code: 'upstream_broke_off' })
        const numbers = told.map(({ sequence_number }) => sequence_number)
        expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
      },
      'anthropic-messages': (told) =>
        expect(told.at(-1)).toMatchObject({ type: 'error', error: { type: 'api_error' } }),
      gemini: (told) =>
        expect(told.at(-1)).toMatchObject({
          error: { code: 502, status: 'UNAVAILABLE', details: [{ reason: 'UPSTREAM_BROKE_OFF' }] },
        }),
    }

    describe.each(dialects)('spoken to in %s', (spoken) => {
      beforeEach(() => upstream.does(streamOf(beginnings[spoken])))
      it.each(dialects)('F01: ends with an error for a client of %s, who pays for what came', async (speaks) => {
        const { status, id, text } = await ask(speaks, spoken)
        expect(status).toBe(200)
        expect(text).toContain('begun')
        failures[speaks](dataOf(text))
        const row = await rowOf(id)
        expect(row.other).toMatchObject({ stream_error: 'upstream_error' })
        expect(row.quota).toBe(row.prompt_tokens + row.completion_tokens)
        // One vendor tells of its prompt at once; the word that came is counted.
        if (spoken === 'anthropic-messages') expect(row.prompt_tokens).toBe(1234)
        expect(row.completion_tokens).toBe(2)
      })
    })
  })

  describe('calls that were made before the upstream broke off', () => {
    const call = (index: number, given: object) =>
      data({ choices: [{ index: 0, delta: { tool_calls: [{ index, ...given }] } }] })
    const begun = (index: number) => call(index, { id: `call_${index}`, type: 'function', function: { name: 'look' } })
    const goesOn = (index: number, text: string) => call(index, { function: { arguments: text } })
    const pieces = [chunk('begun'), begun(0), goesOn(0, '{"at":'), goesOn(0, '1}'), begun(1), goesOn(1, '{"at"')]

    it('F01: stand in the event that ends a response, each as far as it came', async () => {
      upstream.does(streamOf(...pieces))
      const told = dataOf((await ask('openai-responses', 'calls-openai-responses')).text)
      expect(told.at(-1)).toMatchObject({
        type: 'response.failed',
        response: {
          status: 'failed',
          output: [
            { type: 'message', content: [{ type: 'output_text', text: 'begun' }] },
            { type: 'function_call', call_id: 'call_0', name: 'look', arguments: '{"at":1}', status: 'completed' },
            { type: 'function_call', call_id: 'call_1', name: 'look', arguments: '{"at"', status: 'incomplete' },
          ],
        },
      })
    })

    it('F01: are told where calls are only told whole', async () => {
      upstream.does(streamOf(...pieces))
      const told = dataOf((await ask('gemini', 'calls-gemini')).text)
      const parts = told.flatMap(({ candidates = [] }) => candidates[0]?.content.parts ?? [])
      expect(parts).toEqual([{ text: 'begun' }, { functionCall: { id: 'call_0', name: 'look', args: { at: 1 } } }])
      expect(told.at(-1)).toHaveProperty('error.message')
    })

    it('F01: are told where they come one after the other, but for those that waited and are not whole', async () => {
      const unended = [begun(0), goesOn(0, '{"at":'), begun(1), begun(2), goesOn(2, '{"at"'), begun(3)]
      upstream.does(streamOf(chunk('begun'), ...unended, goesOn(1, '{"at":'), goesOn(1, '1}'), goesOn(3, '{"at":3}')))
      const told = dataOf((await ask('anthropic-messages', 'calls-anthropic-messages')).text)
      const blocks: { content: unknown; said: string; stopped: boolean }[] = []
      for (const { type, index, content_block: content, delta } of told) {
        const block = blocks[index]
        if (type === 'content_block_start') blocks[index] = { content, said: '', stopped: false }
        else if (block !== undefined && delta !== undefined) block.said += delta.text ?? delta.partial_json
        else if (block !== undefined && type === 'content_block_stop') block.stopped = true
      }
      const tool = (number: number) => ({ type: 'tool_use', id: `call_${number}`, name: 'look', input: {} })
      expect(blocks).toEqual([
        { content: { type: 'text', text: '' }, said: 'begun', stopped: true },
        { content: tool(0), said: '{"at":', stopped: false },
        { content: tool(1), said: '{"at":1}', stopped: true },
        { content: tool(3), said: '{"at":3}', stopped: true },
      ])
      expect(told.at(-1)).toMatchObject({ type: 'error', error: { type: 'api_error' } })
    })
  })

  it('writes an error into a list where the client reads the stream as one', async () => {
    const error = { message: 'too much of it', type: 'overloaded_error' }
    // More than the network brings at once: the beginning is told before the error is there.
    const times = 5000
    upstream.does(streamOf(chunk('begun').repeat(times), data({ error })))
    const failed: ReturnType<typeof dataOf> = JSON.parse((await ask('gemini-array', 'listed-failure')).text)
    const words = failed.flatMap(({ candidates = [] }) => candidates[0]?.content.parts ?? [])
    expect(words.map(({ text }) => text).join('')).toBe('begun'.repeat(times))
    expect(failed.at(-1)).toMatchObject({ error: { message: expect.stringContaining('too much of it') } })
    upstream.does(streamOf(chunk('begun')))
    expect(JSON.parse((await ask('gemini-array', 'listed-cut')).text).at(-1)).toHaveProperty('error.message')
  })

  it.each(['openai-responses', 'gemini'] as const)(
    'reads an error that comes in one piece with the beginning, for a client of %s',
    async (speaks) => {
      const created = named('response.created', { sequence_number: 0, response })
      const error = { type: 'insufficient_quota', code: 'insufficient_quota', message: 'nothing left' }
      const failed = named('response.failed', { response: { ...response, error } })
      upstream.does(streamOf(created + named('error', { error }) + failed))
      const { status, text } = await ask(speaks, `full-${speaks}`)
      // The account is the operator's: its client is told that the upstream failed, and nothing of money.
      expect(status).toBe(502)
      expect(JSON.parse(text).error.message).toMatch(/for the admin to fix/)
    },
  )

  it('F01: asks another channel when nothing came but an empty stream', async () => {
    const end = data({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
    const sound = await startAnsweringUpstream(streamOf(chunk('sound'), end))
    await addRelayChannel(root, { base_url: upstream.url, models: 'backed', priority: 9 })
    await addRelayChannel(root, { base_url: sound.url, models: 'backed' })
    await root.put('/api/option/', { key: 'RetryTimes', value: '1' })
    upstream.does(streamOf())
    const { status, text } = await ask('openai-chat', 'backed')
    expect(status).toBe(200)
    expect(text).toContain('sound')
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
    await sound.close()
  })
})
