import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnsweringUpstream, answerJson, startAnsweringUpstream } from '#testing/answering-upstream.ts'
import { oneGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callPath, callRelay, priceModels } from '#testing/relay-client.ts'
import { expectSettledBooks } from '#testing/settled-books.ts'

oneGateway((gateway) => {
  expectSettledBooks(gateway)

  let upstream: AnsweringUpstream
  let root: TestClient
  let key: string

  beforeAll(async () => {
    upstream = await startAnsweringUpstream((_call, response) =>
      answerJson(response, 200, {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [{ type: 'text', text: 'Hello.' }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 10, output_tokens: 10 },
      }),
    )
    root = await gateway().asRoot()
    await priceModels(root, ['marked', 'unmarked'])
    const channel = { type: 14, base_url: upstream.url }
    await addRelayChannel(root, { ...channel, models: 'marked', setting: '{"cache_marks":true}' })
    await addRelayChannel(root, { ...channel, models: 'unmarked' })
    key = (await addRelayToken(root)).key
  })
  afterAll(async () => {
    await upstream?.close()
  })

  const rules = 'Read before you write. '.repeat(400)
  const marksOf = async (model: string, system: string): Promise<number> => {
    const messages = [
      { role: 'system', content: system },
      { role: 'user', content: 'One.' },
      { role: 'assistant', content: 'Two.' },
      { role: 'user', content: 'Three.' },
    ]
    expect((await callRelay(gateway(), key, { model, messages })).status).toBe(200)
    return upstream.calls.at(-1)?.text.split('"cache_control"').length ?? 0
  }

  it('a channel that marks prompts does so for clients that cannot, of prompts that a cache keeps', async () => {
    expect(await marksOf('marked', rules)).toBe(1 + 3)
    expect(await marksOf('marked', 'Be brief.')).toBe(1)
    expect(await marksOf('unmarked', rules)).toBe(1)
  })

  it('leaves those alone that come in the dialect of its upstream', async () => {
    const body = { model: 'marked', max_tokens: 10, system: rules, messages: [{ role: 'user', content: 'One.' }] }
    expect((await callPath(gateway(), key, '/v1/messages', body)).status).toBe(200)
    expect(upstream.calls.at(-1)?.body).toEqual(body)
  })
})
