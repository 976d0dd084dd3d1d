import { Ollama } from 'ollama'
import { expect, it } from 'vitest'
import { capableArguments, capableObject, capableText, capableUsage } from '#testing/capable-upstream.ts'
import { callPath } from '#testing/relay-client.ts'
import { sdkBench } from '#testing/sdk-bench.ts'

const collect = async <Piece>(pieces: AsyncIterable<Piece>): Promise<Piece[]> => {
  const all: Piece[] = []
  for await (const piece of pieces) all.push(piece)
  return all
}

sdkBench(({ gateway, key, upstream }) => {
  const client = () => new Ollama({ host: gateway().url, headers: { authorization: `Bearer ${key()}` } })
  const messages = [{ role: 'user', content: 'Say something.' }]
  const weather = {
    type: 'function',
    function: {
      name: 'weather',
      description: 'Tells the weather.',
      parameters: { type: 'object', properties: { city: { type: 'string' } } },
    },
  }
  const counts = { prompt_eval_count: capableUsage.prompt_tokens, eval_count: capableUsage.completion_tokens }
  const others = ['plain', 'kept', 'claude-native', 'gemini-native']

  it.each(others)('serves conversations with %s: whole and as lines', async (model) => {
    const whole = await client().chat({ model, messages })
    expect(whole).toMatchObject({ model, message: { role: 'assistant', content: capableText }, done: true, ...counts })
    expect(Number.isNaN(Date.parse(String(whole.created_at)))).toBe(false)
    const pieces = await collect(await client().chat({ model, messages, stream: true }))
    expect(pieces.map(({ message }) => message.content).join('')).toBe(capableText)
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces.slice(0, -1).every(({ done }) => !done)).toBe(true)
    expect(pieces.at(-1)).toMatchObject({ done: true, done_reason: 'stop', ...counts })
  })

  it.each(others)('goes through a tool of %s and back', async (model) => {
    const asked = await client().chat({ model, messages, tools: [weather] })
    const [call] = asked.message.tool_calls ?? []
    expect(call?.function).toMatchObject({ name: 'weather', arguments: capableArguments })
    const pieces = await collect(await client().chat({ model, messages, tools: [weather], stream: true }))
    const calls = pieces.flatMap(({ message }) => message.tool_calls ?? [])
    expect(calls.map((each) => each.function)).toMatchObject([{ name: 'weather', arguments: capableArguments }])
    const result = { role: 'tool', tool_name: 'weather', content: 'sunny' }
    const told = await client().chat({ model, messages: [...messages, asked.message, result], tools: [weather] })
    expect(told.message.content).toBe('The tool says: sunny')
  })

  it('tells thoughts apart, keeps to a schema, and hands on pictures and options', async () => {
    const thought = await client().chat({ model: 'thinks', messages, think: 'high' })
    expect(thought.message).toMatchObject({ thinking: 'Let me think.', content: capableText })
    expect(upstream().calls.at(-1)?.body).toMatchObject({ reasoning_effort: 'high' })
    const pieces = await collect(await client().chat({ model: 'thinks', messages, think: true, stream: true }))
    expect(pieces.map(({ message }) => message.thinking ?? '').join('')).toBe('Let me think.')
    const format = { type: 'object', properties: { city: { type: 'string' }, degrees: { type: 'number' } } }
    const kept = await client().chat({ model: 'plain', messages, format, options: { temperature: 0, num_predict: 50 } })
    expect(JSON.parse(kept.message.content)).toEqual(capableObject)
    const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    await client().generate({ model: 'plain', prompt: 'What is it?', system: 'Be brief.', images: [picture] })
    expect(upstream().calls.at(-2)?.body).toMatchObject({
      temperature: 0,
      response_format: { type: 'json_schema', json_schema: { schema: format } },
    })
    expect(upstream().calls.at(-1)?.body.messages).toMatchObject([
      { role: 'system', content: 'Be brief.' },
      {
        role: 'user',
        content: [{ text: 'What is it?' }, { image_url: { url: `data:image/png;base64,${picture}` } }],
      },
    ])
  })

  it('goes on from a prompt, whole and as lines', async () => {
    const whole = await client().generate({ model: 'plain', prompt: 'Say something.' })
    expect(whole).toMatchObject({ response: capableText, done: true, ...counts })
    const pieces = await collect(await client().generate({ model: 'plain', prompt: 'Say something.', stream: true }))
    expect(pieces.map(({ response }) => response).join('')).toBe(capableText)
    expect(pieces.at(-1)).toMatchObject({ done: true, ...counts })
  })

  it('makes vectors, by the newer and by the older interface', async () => {
    const { embeddings, prompt_eval_count: count } = await client().embed({ model: 'kept', input: ['one', 'two'] })
    expect([embeddings, count]).toEqual([
      [
        [0.25, -0.5, 1],
        [0.25, -0.5, 1],
      ],
      6,
    ])
    expect((await client().embeddings({ model: 'kept', prompt: 'one' })).embedding).toEqual([0.25, -0.5, 1])
  })

  it('lists and shows models, and tells its version', async () => {
    const { models } = await client().list()
    expect(models.map(({ name }) => name)).toContain('plain')
    expect((await client().show({ model: 'plain' })).capabilities).toContain('tools')
    expect((await client().ps()).models).toEqual([])
    expect((await client().version()).version).toMatch(/^0\.\d+\.\d+$/)
    // Programs look with it whether a server is there, before they have a key.
    const asked = await fetch(`${gateway().url}/api/version`)
    const told: ReturnType<typeof JSON.parse> = await asked.json()
    expect([asked.status, told.version]).toEqual([200, expect.stringMatching(/^0\./)])
    await expect(client().show({ model: 'nowhere' })).rejects.toMatchObject({ status_code: 404 })
    await expect(client().pull({ model: 'plain' })).rejects.toMatchObject({ status_code: 501 })
  })

  it('takes the tag that clients put behind a name which has none', async () => {
    expect((await client().chat({ model: 'plain:latest', messages })).message.content).toBe(capableText)
    expect(upstream().calls.at(-1)?.body.model).toBe('plain')
    expect((await client().embed({ model: 'kept:latest', input: 'one' })).embeddings).toHaveLength(1)
    expect((await client().show({ model: 'plain:latest' })).capabilities).toContain('tools')
  })

  it('refuses in a sentence, with and without a stream', async () => {
    for (const stream of [true, false]) {
      const body = { model: 'plain', messages, stream }
      const wrong = await callPath(gateway(), 'sk-wrong', '/api/chat', body)
      expect([wrong.status, wrong.json]).toEqual([401, { error: expect.stringContaining('Invalid API token') }])
      const odd = await callPath(gateway(), key(), '/api/chat', { ...body, think: 'a lot' })
      expect([odd.status, odd.json.error]).toEqual([400, expect.stringContaining('think: ')])
    }
    const around = await callPath(gateway(), key(), '/api/generate', { model: 'plain', prompt: 'x', suffix: 'y' })
    expect([around.status, around.json.error]).toEqual([400, expect.stringContaining('suffix: ')])
  })

  it('loads and lets go a model at once, and only one that there is', async () => {
    const asked = upstream().calls.length
    const model = 'plain:latest'
    const done = { model, done: true, created_at: expect.stringMatching(/^\d{4}-.+Z$/) }
    const loaded = { ...done, done_reason: 'load' }
    expect(await client().generate({ model, prompt: '', images: [] })).toEqual({ ...loaded, response: '' })
    expect(await client().chat({ model })).toEqual({ ...loaded, message: { role: 'assistant', content: '' } })
    const [gone] = await collect(await client().generate({ model, prompt: '', keep_alive: 0, stream: true }))
    expect(gone).toEqual({ ...done, done_reason: 'unload', response: '' })
    expect(await client().chat({ model, messages: [], keep_alive: '0s' })).toMatchObject({ done_reason: 'unload' })
    expect(await client().chat({ model, keep_alive: '10m' })).toMatchObject(loaded)
    await expect(client().chat({ model: 'nowhere' })).rejects.toMatchObject({ status_code: 404 })
    const stranger = await callPath(gateway(), 'sk-wrong', '/api/generate', { model })
    expect(stranger.status).toBe(401)
    expect(upstream().calls).toHaveLength(asked)
  })

  it('has the type of lines, and answers each line as it comes', async () => {
    const answer = await callPath(gateway(), key(), '/api/chat', { model: 'plain', messages })
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson')
    const lines = answer.text.split('\n')
    expect(lines.at(-1)).toBe('')
    for (const line of lines.slice(0, -1)) expect(JSON.parse(line)).toMatchObject({ model: 'plain' })
  })
})
