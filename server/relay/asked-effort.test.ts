import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AnsweringUpstream } from '#testing/answering-upstream.ts'
import { questions, startAnyDialect } from '#testing/any-dialect.ts'
import { oneGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callPath, priceModels } from '#testing/relay-client.ts'

oneGateway((gateway) => {
  let upstream: AnsweringUpstream
  let root: TestClient
  let key: string

  beforeAll(async () => {
    upstream = await startAnyDialect()
    root = await gateway().asRoot()
    await priceModels(root, ['gpt', 'claude', 'gemini'])
    await addRelayChannel(root, { base_url: upstream.url, models: 'gpt' })
    await addRelayChannel(root, { type: 14, base_url: upstream.url, models: 'claude' })
    await addRelayChannel(root, { type: 24, base_url: upstream.url, models: 'gemini' })
    key = (await addRelayToken(root)).key
  })
  afterAll(() => upstream?.close())

  /** What the row of a call tells of its effort. */
  const toldOf = async (asked: { path: string; body: object }, more: object): Promise<unknown> => {
    const { status, requestId } = await callPath(gateway(), key, asked.path, { ...asked.body, ...more })
    expect(status).toBe(200)
    const rowOf = async () => {
      const { items } = (await root.get('/api/log/?p=1&page_size=100&type=2')).data
      return items.find((row: { request_id: string }) => row.request_id === requestId)
    }
    await expect.poll(rowOf).toBeDefined()
    return JSON.parse((await rowOf()).other).reasoning_effort
  }

  it.each([
    ['a word of chat', questions.chat('gpt'), { reasoning_effort: 'high' }, 'high'],
    ['tokens of chat', questions.chat('gpt'), { reasoning: { max_tokens: 2000 } }, '2000'],
    ['a word of Responses', questions.responses('gpt'), { reasoning: { effort: 'low' } }, 'low'],
    [
      'tokens of messages',
      questions.messages('claude'),
      { max_tokens: 3000, thinking: { type: 'enabled', budget_tokens: 1024 } },
      '1024',
    ],
    ['a word of messages', questions.messages('claude'), { output_config: { effort: 'medium' } }, 'medium'],
    [
      'a word of Gemini',
      questions.gemini('gemini'),
      { generationConfig: { thinkingConfig: { thinkingLevel: 'low' } } },
      'low',
    ],
    [
      'tokens of Gemini',
      questions.gemini('gemini'),
      { generationConfig: { thinkingConfig: { thinkingBudget: 512 } } },
      '512',
    ],
    ['nothing', questions.chat('gpt'), {}, undefined],
    ['what is no word', questions.responses('gpt'), { reasoning: { effort: { a: 'long story' } } }, undefined],
  ])('the row of a call tells how hard its model was asked to think: %s', async (_what, asked, more, told) => {
    expect(await toldOf(asked, more)).toBe(told)
  })
})
