import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type AnsweringUpstream,
  answerEvents,
  answerJson,
  startAnsweringUpstream,
} from '#testing/answering-upstream.ts'
import { questions } from '#testing/any-dialect.ts'
import { chatBody } from '#testing/chat-answers.ts'
import { eachGateway, type TestClient } from '#testing/gateway.ts'
import { addRelayChannel, addRelayToken, callPath, priceModels, type RelayAnswer } from '#testing/relay-client.ts'

type Dialect = keyof typeof questions

const usage = { input_tokens: 1, output_tokens: 1 }
const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [{ type: 'text', text: 'Rain.' }],
  stop_reason: 'end_turn',
  usage,
}
const plain = {
  'x-ratelimit-limit-requests': '500',
  'x-ratelimit-remaining-requests': '499',
  'x-ratelimit-reset-requests': '1m0.5s',
  'x-ratelimit-limit-tokens': '30000',
  'x-ratelimit-remaining-tokens': '29000',
  'x-ratelimit-reset-tokens': '20ms',
}
const account = { 'anthropic-organization-id': 'org-of-the-operator', 'openai-organization': 'org-of-the-operator' }

eachGateway((gateway) => {
  let upstream: AnsweringUpstream
  let root: TestClient
  let key: string

  beforeAll(async () => {
    const finer = (now: number) => ({
      'anthropic-ratelimit-requests-limit': '50',
      'anthropic-ratelimit-requests-remaining': '49',
      'anthropic-ratelimit-requests-reset': new Date(now + 60_000).toISOString(),
      'anthropic-ratelimit-input-tokens-limit': '9000',
      'anthropic-ratelimit-input-tokens-remaining': '8000',
      'anthropic-ratelimit-input-tokens-reset': new Date(now + 30_000).toISOString(),
    })
    upstream = await startAnsweringUpstream(({ path, body }, response) => {
      if (body.model === 'limited') return answerJson(response, 429, { error: { message: 'Slow down.' } }, plain)
      if (path.includes('/messages')) return answerJson(response, 200, message, { ...finer(Date.now()), ...account })
      if (body.stream !== true)
        return answerJson(response, 200, chatBody({ content: 'Rain.' }), { ...plain, ...account })
      for (const [name, value] of Object.entries(plain)) response.setHeader(name, value)
      answerEvents(response, [{ id: 'c', choices: [{ index: 0, delta: { content: 'Rain.' }, finish_reason: 'stop' }] }])
    })
    root = await gateway().asRoot()
    const add = (type: number, models: string, rest = {}) =>
      addRelayChannel(root, { type, models, base_url: upstream.url, auto_ban: 0, ...rest })
    await add(1, 'alone,limited,shared')
    await add(1, 'shared')
    await add(1, 'keys', { key: 'sk-one\nsk-two' })
    await add(14, 'claude-alone')
    await priceModels(root, ['alone', 'limited', 'shared', 'keys', 'claude-alone'])
    key = (await addRelayToken(root)).key
  })
  afterAll(() => upstream?.close())

  const set = async (options: Record<string, string>) => {
    for (const [option, value] of Object.entries(options)) await root.put('/api/option/', { key: option, value })
  }
  const ask = (dialect: Dialect, model: string, more = {}): Promise<RelayAnswer> => {
    const { path, body } = questions[dialect](model)
    return callPath(gateway(), key, path, { ...body, ...more })
  }
  const limitsOf = ({ headers }: RelayAnswer): Record<string, string> =>
    Object.fromEntries([...headers].filter(([name]) => name.includes('ratelimit')))

  describe('limits of an upstream', () => {
    beforeAll(() => set({ UpstreamRateLimitsTold: 'true', ModelRequestRateLimitEnabled: 'false' }))

    it('are told as the client’s dialect has them, streams and refusals too', async () => {
      const same = { ...plain, 'x-ratelimit-reset-requests': '60.5s', 'x-ratelimit-reset-tokens': '0.02s' }
      expect(limitsOf(await ask('chat', 'alone'))).toEqual(same)
      expect(limitsOf(await ask('chat', 'alone', { stream: true }))).toEqual(same)
      const refused = await ask('chat', 'limited')
      expect([refused.status, limitsOf(refused)]).toEqual([429, same])
      expect(limitsOf(await ask('messages', 'alone'))).toEqual({
        'anthropic-ratelimit-requests-limit': '500',
        'anthropic-ratelimit-requests-remaining': '499',
        'anthropic-ratelimit-requests-reset': expect.stringMatching(/^\d{4}-.*Z$/),
        'anthropic-ratelimit-tokens-limit': '30000',
        'anthropic-ratelimit-tokens-remaining': '29000',
        'anthropic-ratelimit-tokens-reset': expect.stringMatching(/^\d{4}-.*Z$/),
      })
      expect(limitsOf(await ask('chat', 'claude-alone'))).toMatchObject({
        'x-ratelimit-limit-requests': '50',
        'x-ratelimit-remaining-requests': '49',
        'x-ratelimit-reset-requests': expect.stringMatching(/^\d+s$/),
        'x-ratelimit-limit-tokens': '9000',
        'x-ratelimit-remaining-tokens': '8000',
      })
      expect(limitsOf(await ask('gemini', 'alone'))).toEqual({})
    })

    it('are not told where another account may answer the next call', async () => {
      expect(limitsOf(await ask('chat', 'shared'))).toEqual({})
      expect(limitsOf(await ask('chat', 'keys'))).toEqual({})
    })

    it('are not told where the operator does not want it', async () => {
      await set({ UpstreamRateLimitsTold: 'false' })
      expect(limitsOf(await ask('chat', 'alone'))).toEqual({})
      expect(limitsOf(await ask('messages', 'claude-alone'))).toEqual({})
    })
  })

  it('a limit of our own is told on every answer, whichever of the two is reached first', async () => {
    await set({
      UpstreamRateLimitsTold: 'false',
      ModelRequestRateLimitEnabled: 'true',
      ModelRequestRateLimitDurationMinutes: '2',
      ModelRequestRateLimitCount: '0',
      ModelRequestRateLimitSuccessCount: '3',
    })
    const leftOf = async (dialect: Dialect, name: string) => (await ask(dialect, 'alone')).headers.get(name)
    expect(limitsOf(await ask('chat', 'alone'))).toEqual({
      'x-ratelimit-limit-requests': '3',
      'x-ratelimit-remaining-requests': '2',
      'x-ratelimit-reset-requests': '120s',
    })
    expect(await leftOf('messages', 'anthropic-ratelimit-requests-remaining')).toBe('1')
    await set({ ModelRequestRateLimitCount: '1' })
    expect(await leftOf('chat', 'x-ratelimit-limit-requests')).toBe('1')
    const refused = await ask('chat', 'alone')
    expect([refused.status, refused.headers.get('x-ratelimit-remaining-requests')]).toEqual([429, '0'])
    await set({ ModelRequestRateLimitEnabled: 'false' })
  })

  it('whose account answered is told to nobody, and each dialect has its own name for the call', async () => {
    const chat = await ask('chat', 'alone')
    const messages = await ask('messages', 'claude-alone')
    for (const { headers } of [chat, messages]) {
      expect([...headers].flat().join(' ')).not.toContain('org-of-the-operator')
      expect(headers.get('x-request-id')).toBe(headers.get('request-id'))
    }
    expect(chat.headers.get('openai-processing-ms')).toMatch(/^\d+$/)
    expect(chat.headers.get('openai-version')).toBe('2020-10-01')
    expect(messages.headers.get('openai-version')).toBeNull()
  })
})
