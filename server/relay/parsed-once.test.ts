import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { AnsweringUpstream } from '#testing/answering-upstream.ts'
import { questions, startAnyDialect } from '#testing/any-dialect.ts'
import { oneGateway } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callPath, priceModels } from '#testing/relay-client.ts'

const mark = 'How deep is the sea?'

oneGateway((gateway) => {
  let upstream: AnsweringUpstream
  let key: string

  beforeAll(async () => {
    upstream = await startAnyDialect()
    const root = await gateway().asRoot()
    await priceModels(root, ['gpt', 'claude', 'gemini'])
    await addRelayChannel(root, { base_url: upstream.url, models: 'gpt' })
    await addRelayChannel(root, { type: 14, base_url: upstream.url, models: 'claude' })
    await addRelayChannel(root, { type: 24, base_url: upstream.url, models: 'gemini' })
    key = (await addRelayToken(root)).key
  })
  afterAll(() => upstream?.close())
  afterEach(() => vi.restoreAllMocks())

  it.each([
    ['chat', questions.chat('gpt')],
    ['a stream of chat', { ...questions.chat('gpt'), more: { stream: true } }],
    ['responses', questions.responses('gpt')],
    ['messages', questions.messages('claude')],
    ['gemini', questions.gemini('gemini')],
    ['chat for another dialect', questions.chat('claude')],
    ['messages for another dialect', questions.messages('gpt')],
  ])('a call is taken apart once on its way to a charge: %s', async (_what, asked) => {
    const { path, body, more } = { more: {}, ...asked }
    const text = JSON.stringify({ ...body, ...more }).replace('Hi.', mark)
    const parse = vi.spyOn(JSON, 'parse')
    const answer = await callPath(gateway(), key, path, text)
    await gateway().plane.domain.ledger.drain()
    expect(answer.status).toBe(200)
    const isGateways = ([given]: unknown[]) => String(given).startsWith('{') && String(given).includes(mark)
    // The upstream under test reads what it gets as well.
    expect(parse.mock.calls.filter(isGateways)).toHaveLength(2)
  })
})
