import { Ollama } from 'ollama'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { chatEvents } from '#testing/chat-answers.ts'
import { oneGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callPath, priceModels } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'

const messages = [{ role: 'user', content: 'Say something.' }]
const type = { 'content-type': 'text/event-stream' }

oneGateway((gateway) => {
  let upstream: AnsweringUpstream
  let root: TestClient
  let key: string

  beforeAll(async () => {
    upstream = await startAnsweringUpstream()
    root = await gateway().asRoot()
    await priceModels(root, ['plain'])
    await addRelayChannel(root, { base_url: upstream.url, models: 'plain' })
    key = (await addRelayToken(root)).key
  })
  afterAll(() => upstream.close())
  expectSettledBooks(gateway)

  const ask = (stream = true, owner = key) =>
    callPath(gateway(), owner, '/api/chat', { model: 'plain', messages, stream })
  const rowOf = async (requestId: string) => {
    await gateway().plane.domain.ledger.drain()
    const { items } = (await root.get(`/api/log/?request_id=${requestId}`)).data
    return items[0]
  }
  const linesOf = (text: string) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))

  it.each([true, false])('is charged what the same in any other dialect costs; streamed: %s', async (stream) => {
    upstream.does((call, response) => {
      if (call.body.stream === true) response.writeHead(200, type).end(chatEvents(['Rain', 'bow']).join(''))
      else
        answerJson(response, 200, {
          choices: [{ index: 0, message: { role: 'assistant', content: 'Rainbow' }, finish_reason: 'stop' }],
          usage: { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 },
        })
    })
    const lines = await ask(stream)
    const events = await callPath(gateway(), key, '/v1/chat/completions', { model: 'plain', messages, stream })
    const [told, usual] = [await rowOf(lines.requestId), await rowOf(events.requestId)]
    expect(told).toMatchObject({ quota: 20, prompt_tokens: 10, completion_tokens: 10, is_stream: stream })
    expect(told.quota).toBe(usual.quota)
  })

  it('says in its last line that the upstream broke off, and charges what came', async () => {
    upstream.does((_call, response) => {
      response.writeHead(200, type)
      response.write(chatEvents(['Rain ', 'bow ']).slice(0, 2).join(''))
      setTimeout(() => response.destroy(), 20)
    })
    const answer = await ask()
    const lines = linesOf(answer.text)
    expect(lines.slice(0, -1).map(({ message }) => message.content)).toEqual(['Rain ', 'bow '])
    expect(lines.at(-1)).toEqual({ error: expect.stringMatching(/./) })
    expect((await rowOf(answer.requestId)).quota).toBeGreaterThan(0)
    const client = new Ollama({ host: gateway().url, headers: { authorization: `Bearer ${key}` } })
    const read = async () => {
      for await (const _ of await client.chat({ model: 'plain', messages, stream: true }));
    }
    await expect(read()).rejects.toThrow(/./)
  })

  it('keeps the limits of its key and of its account', async () => {
    const narrow = await addRelayToken(root, { model_limits_enabled: true, model_limits: 'other' })
    expect((await ask(true, narrow.key)).status).toBe(403)
    const before = upstream.calls.length
    const empty = await addRelayToken(root, { unlimited_quota: false, remain_quota: 0 })
    const refused = await ask(true, empty.key)
    expect([refused.status >= 400 && refused.status < 500, Object.keys(refused.json)]).toEqual([true, ['error']])
    expect(upstream.calls).toHaveLength(before)
  })

  it('tells no word that the operator does not let through, cut in two or not', async () => {
    for (const [name, value] of [
      ['SensitiveWords', 'rainbow'],
      ['CheckSensitiveEnabled', 'true'],
      ['CheckSensitiveOnPromptEnabled', 'true'],
      ['CheckSensitiveOnCompletionEnabled', 'true'],
      ['StopOnSensitiveEnabled', 'false'],
    ]) {
      await root.put('/api/option/', { key: name, value })
    }
    upstream.does((_call, response) => {
      response.writeHead(200, type).end(chatEvents(['A rain', 'bow is ', 'here.']).join(''))
    })
    const answer = await ask()
    const said = linesOf(answer.text)
      .map(({ message }) => message.content)
      .join('')
    expect(said).toMatch(/^A .* is here\.$/)
    expect(said).not.toContain('rainbow')
    const prompt = await callPath(gateway(), key, '/api/generate', { model: 'plain', prompt: 'Draw a rainbow.' })
    expect([prompt.status, Object.keys(prompt.json)]).toEqual([400, ['error']])
  })
})
